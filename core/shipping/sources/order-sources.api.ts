/** /station/order-sources: where orders come from, alike at all stations. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { orderSourceInputSchema, orderSourceSchema } from "./order-sources.schema.ts";

const tag = "Station";

export const listOrderSources = endpoint({
  id: "listOrderSources",
  method: "GET",
  path: "/station/order-sources",
  tag,
  summary:
    "List the sources of orders: order-file, whose files have the usual headings, then kept sources by name, then other sources of recent orders.",
  access: "member",
  shape: "one",
  answer: z.object({ list: z.array(orderSourceSchema) }),
});

export const saveOrderSource = endpoint({
  id: "saveOrderSource",
  method: "PUT",
  path: "/station/order-sources",
  tag,
  summary:
    "Add a source of orders, or change the one with this name: the columns of its files, and what its orders need before a purchase at the desk. Owner or admin only.",
  access: "member",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: orderSourceInputSchema,
  errors: ["E2242"],
  answer: orderSourceSchema,
});

export const deleteOrderSource = endpoint({
  id: "deleteOrderSource",
  method: "DELETE",
  path: "/station/order-sources/:sourceID",
  tag,
  summary:
    "Remove a source of orders, by its id or its name. Its orders stay. Owner or admin only.",
  access: "member",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  params: z.object({ sourceID: z.string() }),
  errors: ["E2290"],
  answer: orderSourceSchema,
});
