/** Serves /station/hand-over. */
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";
import { serve, type Route } from "../route.ts";
import { endHandOver } from "./end-hand-over.ts";
import * as api from "./hand-over.api.ts";
import { getHandOver, readHandOver, readTruck } from "./hand-over.service.ts";
import { scanParcel } from "./scan-parcel.ts";

export const handOverRoutes: readonly Route[] = [
  serve(api.readHandOver, ({ deps, actor, callersReader }) =>
    readHandOver({ ...deps, reader: callersReader() }, actor),
  ),
  serve(api.readTruck, ({ deps, actor, callersReader }, { params }) =>
    readTruck({ ...deps, reader: callersReader() }, actor, currentCode(params.carrier)),
  ),
  serve(api.scanHandOver, ({ deps, actor }, { body }) => scanParcel(deps, actor, body)),
  serve(
    api.endHandOver,
    async ({ deps, actor, keep }, { body }) =>
      getHandOver(deps, actor, await endHandOver(deps, actor, body.carrier, keep)),
    { repeat: ({ deps, actor }, _input, id) => getHandOver(deps, actor, id) },
  ),
];
