/** /station/shipments/{shipmentID}: a shipment with its whole history, for the window. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { shipmentDetailSchema } from "./history.schema.ts";

export const getShipmentDetail = endpoint({
  id: "getShipmentDetail",
  method: "GET",
  path: "/station/shipments/:shipmentID",
  tag: "Station",
  summary:
    "A shipment with its history, its ledger entries and its webhook deliveries. Reading does not move a test shipment forward.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051"],
  answer: shipmentDetailSchema,
});
