/** /station/pickups: a carrier's courier collects the parcels of an account. */
import { endpoint } from "../../http/endpoint.ts";
import { pickupAccountSchema, pickupOrderSchema, pickupSchema } from "./pickups.schema.ts";

const tag = "Announcements";

export const listPickups = endpoint({
  id: "listPickups",
  method: "GET",
  path: "/station/pickups",
  tag,
  summary: "List the accounts whose carriers send a courier, with today's orders.",
  access: "station",
  shape: "whole",
  answer: pickupAccountSchema,
});

export const orderPickup = endpoint({
  id: "orderPickup",
  method: "POST",
  path: "/station/pickups",
  tag,
  summary: "Order the courier of an account for today, once a day.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  body: pickupOrderSchema,
  errors: ["E2182", "E2186"],
  answer: pickupSchema,
});
