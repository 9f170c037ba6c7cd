/** Serves /station/today. */
import { serve, type Route } from "../route.ts";
import type { JoinedStations } from "./joined-stations.ts";
import * as api from "./today.api.ts";
import { readToday } from "./today.service.ts";

/** @param joined The stations that share the organization. */
export function todayRoutes(joined: JoinedStations): readonly Route[] {
  return [
    serve(api.readToday, ({ deps, actor, callersReader }) =>
      readToday({ ...deps, reader: callersReader() }, joined, actor),
    ),
  ];
}
