/** Serves /station/shipments/:shipmentID/tracking. */
import { serve, type Route } from "../route.ts";
import { enterScans } from "./enter-scans.ts";
import * as api from "./scans.api.ts";

export const scanRoutes: readonly Route[] = [
  serve(api.enterScans, ({ deps, actor }, { params, body }) =>
    enterScans(deps, actor, params.shipmentID, body),
  ),
];
