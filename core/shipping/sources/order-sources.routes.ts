/** Serves /station/order-sources. */
import { serve, type Route } from "../route.ts";
import * as api from "./order-sources.api.ts";
import { deleteOrderSource, listOrderSources, saveOrderSource } from "./order-sources.service.ts";

export const orderSourceRoutes: readonly Route[] = [
  serve(api.listOrderSources, ({ deps, actor }) => ({ list: listOrderSources(deps, actor) })),
  serve(api.saveOrderSource, ({ deps, actor }, { body }) => saveOrderSource(deps, actor, body)),
  serve(api.deleteOrderSource, ({ deps, actor }, { params }) =>
    deleteOrderSource(deps, actor, params.sourceID),
  ),
];
