/** Serves /station/order-changes. */
import { listOpenChanges } from "../../shipping/order-changes/order-changes.service.ts";
import { serve, type Route } from "../route.ts";
import { applyChange, dismissChange } from "./decide-change.ts";
import * as api from "./order-changes.api.ts";

export const orderChangeRoutes: readonly Route[] = [
  serve(api.listOrderChanges, ({ deps, actor }, { query }) => listOpenChanges(deps, actor, query)),
  serve(
    api.applyOrderChange,
    ({ deps, actor }, { params, body }) => applyChange(deps, actor, params.changeID, body.version),
    { repeat: "again" },
  ),
  serve(
    api.dismissOrderChange,
    ({ deps, actor }, { params, body }) =>
      dismissChange(deps, actor, params.changeID, body.version),
    { repeat: "again" },
  ),
];
