/** /station/today: a lead's first look at the day. */
import { endpoint } from "../../http/endpoint.ts";
import { todaySchema } from "./today.schema.ts";

export const readToday = endpoint({
  id: "readToday",
  method: "GET",
  path: "/station/today",
  tag: "Station",
  summary:
    "Today, Turkish time: orders waiting and on hold, each carrier's labels, parcels to be handed over and returns under way, labels by hour, and parcels that need attention. A member with limited access gets only its own, without cost.",
  access: "member",
  shape: "one",
  errors: ["E2052"],
  answer: todaySchema,
});
