/** Serves POST /station/orders. */
import { withShipmentNumbers } from "../../shipping/shipments/create-shipment.ts";
import { serve, type Route } from "../route.ts";
import { createOrder, isCreated } from "./create-order.ts";
import * as api from "./new-orders.api.ts";

/** Creates the route. */
export function newOrderRoutes(): readonly Route[] {
  return [
    serve(api.createOrder, ({ deps, actor }, { body }) => createOrder(deps, actor, body), {
      prepare: ({ deps, actor }, { body }, run) =>
        withShipmentNumbers(deps, actor, isCreated(deps, actor, body) ? 0 : 1, run),
    }),
  ];
}
