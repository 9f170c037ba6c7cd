/** Serves /station/today. */
import { serve, type Route } from "../route.ts";
import * as api from "./today.api.ts";
import { readToday } from "./today.service.ts";

export const todayRoutes: readonly Route[] = [
  serve(api.readToday, ({ deps, actor, callersReader }) =>
    readToday({ ...deps, reader: callersReader() }, actor),
  ),
];
