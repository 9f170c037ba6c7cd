/** GET /events: facts as they happen. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { endpoint } from "../endpoint.ts";

export const streamEvents = endpoint({
  id: "streamEvents",
  method: "GET",
  path: "/events",
  tag: "Events",
  summary:
    "Server-sent events, resumed for seven days by the Last-Event-ID header or lastEventID. After the event `reset`, load everything again.",
  access: "member",
  shape: "bytes",
  media: ["text/event-stream"],
  query: z.object({ lastEventID: laxText(20).optional() }),
  answer: z.unknown(),
});
