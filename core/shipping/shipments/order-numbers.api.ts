/** /station/shipments/:shipmentID/order-numbers: numbers of the papers of an unbought order. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { orderNumbersSchema } from "./order-terms.schema.ts";
import { shipmentSchema } from "./shipments.schema.ts";

export const writeOrderNumbers = endpoint({
  id: "writeOrderNumbers",
  method: "PATCH",
  path: "/station/shipments/:shipmentID/order-numbers",
  tag: "Station",
  summary:
    "Write the invoice number and the waybill number of the order of an unbought shipment, also of one that is packed together with another; absent numbers stay.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  body: orderNumbersSchema,
  answer: shipmentSchema,
  errors: ["E1051", "E1073"],
});
