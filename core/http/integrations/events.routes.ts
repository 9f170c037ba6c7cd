/** GET /events: facts as they happen. */
import { errors } from "../../base/errors.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./events.api.ts";
import { streamEvents } from "./stream-events.ts";

export const eventRoutes: readonly Route[] = [
  serve(api.streamEvents, ({ deps, actor, reauthenticate, header }, { query }) => {
    if (actor.via === "desk")
      throw errors.badRequest(
        "The desk's window gets its events over IPC. Ask for GET /events with a token.",
      );
    return {
      bytes: streamEvents(
        deps,
        actor,
        reauthenticate,
        header("last-event-id") ?? query.lastEventID,
      ),
      type: "text/event-stream; charset=utf-8",
    };
  }),
];
