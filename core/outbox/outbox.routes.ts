/** GET /events: what happens, as it happens. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { laxText } from "../base/wire.ts";
import { route, type Route } from "../http/route.ts";
import { streamEvents } from "./stream-events.ts";

export const outboxRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/events",
    tag: "Events",
    summary: "Server-sent events, resumed for seven days by the Last-Event-ID header or lastEventID; an event `reset` says to load anew.",
    access: "member",
    shape: "bytes",
    query: z.object({ lastEventID: laxText(20).optional() }),
    answer: z.unknown(),
    run: ({ deps, actor, who, header }, { query }) => {
      if (actor.via === "desk") throw new AppError("E1085", "The desk's window hears events by its own channel.");
      return { bytes: streamEvents(deps, actor, who, header("last-event-id") ?? query.lastEventID), type: "text/event-stream; charset=utf-8" };
    },
  }),
];
