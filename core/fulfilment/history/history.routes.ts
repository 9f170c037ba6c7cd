/** Serves /station/shipments/{shipmentID}. */
import { serve, type Route } from "../route.ts";
import * as api from "./history.api.ts";
import { readDetail } from "./history.service.ts";

export const historyRoutes: readonly Route[] = [
  serve(api.getShipmentDetail, ({ deps, actor, origin }, { params }) =>
    readDetail(deps, actor, params.shipmentID, origin),
  ),
];
