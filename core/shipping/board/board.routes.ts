/** Serves /station/tracking. */
import { serve, type Route } from "../route.ts";
import { trackingSettings, writeTrackingSettings } from "../tracking/tracking-settings.ts";
import * as api from "./board.api.ts";
import { readBoard } from "./board.service.ts";
import { handleParcel } from "./handle-parcel.ts";
import { readParcelWay } from "./parcel-way.ts";

export const boardRoutes: readonly Route[] = [
  serve(api.readBoard, ({ deps, actor, callersReader }) =>
    readBoard({ ...deps, reader: callersReader() }, actor),
  ),
  serve(api.readParcelWay, ({ deps, actor }, { params }) =>
    readParcelWay(deps, actor, params.shipmentID),
  ),
  serve(api.handleParcel, ({ deps, actor }, { body }) => handleParcel(deps, actor, body)),
  serve(api.readTrackingSettings, ({ deps }) => trackingSettings(deps)),
  serve(api.changeTrackingSettings, ({ deps }, { body }) => writeTrackingSettings(deps, body)),
];
