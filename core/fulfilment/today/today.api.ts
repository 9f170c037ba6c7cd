/** /station/today: a lead's first look at the day. */
import { endpoint } from "../../http/endpoint.ts";
import { todaySchema } from "./today.schema.ts";

export const readToday = endpoint({
  id: "readToday",
  method: "GET",
  path: "/station/today",
  tag: "Station",
  summary:
    "Today, Turkish time, over all stations: orders waiting and on hold, shipments on which something failed, each carrier's labels, parcels to be handed over, handed over today and returns under way, against its cut-off, labels by packer and hour and by station, and parcels that need attention. A member with limited access gets only its own, without cost and stations.",
  access: "member",
  shape: "one",
  errors: ["E2052"],
  answer: todaySchema,
});
