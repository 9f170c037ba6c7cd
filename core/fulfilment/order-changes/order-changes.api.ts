/** /station/order-changes: orders that a file has changed or cancelled. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  decidedChangeSchema,
  decisionSchema,
  MOST_CHANGES,
  orderChangesSchema,
} from "../../shipping/order-changes/order-changes.schema.ts";

const tag = "Station";
const params = z.object({ changeID: z.string() });

export const listOrderChanges = endpoint({
  id: "listOrderChanges",
  method: "GET",
  path: "/station/order-changes",
  tag,
  summary:
    "Orders that a file has changed or cancelled and that nobody has decided about, oldest first: give `next` of a page as `after` of the following one.",
  access: "member",
  shape: "one",
  query: z.object({
    after: z.string().max(100).catch("").default(""),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_CHANGES)
      .catch(MOST_CHANGES)
      .default(MOST_CHANGES),
  }),
  answer: orderChangesSchema,
});

export const applyOrderChange = endpoint({
  id: "applyOrderChange",
  method: "POST",
  path: "/station/order-changes/:changeID/apply",
  tag,
  summary:
    "Give an unbought order the content of its rows in the file, with new offers, or cancel it as the file says. `version` is what the person has read; `reason` of E2282 says why the change cannot be applied.",
  access: "member",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  body: decisionSchema,
  errors: [
    "E2280",
    "E2281",
    "E2282",
    "E1073",
    "E2009",
    "E2134",
    "E1129",
    "E1130",
    "E1131",
    "E1132",
    "E1133",
    "E1134",
  ],
  answer: decidedChangeSchema,
});

export const dismissOrderChange = endpoint({
  id: "dismissOrderChange",
  method: "POST",
  path: "/station/order-changes/:changeID/dismiss",
  tag,
  summary:
    "Keep an order as it is, although a file has changed or cancelled it; a later file with the same rows asks nobody again.",
  access: "member",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params,
  body: decisionSchema,
  errors: ["E2280", "E2281"],
  answer: decidedChangeSchema,
});
