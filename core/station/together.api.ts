/** Endpoints of orders of one recipient that are packed as one parcel. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { joinOrdersSchema } from "../fulfilment/together/together.schema.ts";
import { openedOrderSchema } from "./station.schema.ts";

const tag = "Station";
const params = z.object({ shipmentID: z.string() });
const path = "/station/shipments/:shipmentID/together";

export const joinOrders = endpoint({
  id: "joinOrders",
  method: "POST",
  path,
  tag,
  summary:
    "Pack waiting orders of one recipient as one parcel: their items join the given shipment, and their own shipments are cancelled unbought. `reason` of E2260 says why an order is not joined. When the label is cancelled, each order waits again as a copy.",
  access: "member",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  body: joinOrdersSchema,
  errors: ["E1051", "E2134", "E2260"],
  answer: openedOrderSchema,
});

export const separateOrders = endpoint({
  id: "separateOrders",
  method: "DELETE",
  path,
  tag,
  summary:
    "Take the joined orders out of a parcel that is not bought: each waits again as a copy of its cancelled shipment.",
  access: "member",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  errors: ["E1051", "E2131", "E2134", "E2261"],
  answer: openedOrderSchema,
});
