/** Serves the endpoints of orders that are packed as one parcel. */
import { joinOrders, separateOrders } from "../fulfilment/together/join-orders.ts";
import { serve, type Route } from "./route.ts";
import { presentOpened } from "./station.service.ts";
import * as api from "./together.api.ts";

export const togetherRoutes: readonly Route[] = [
  serve(
    api.joinOrders,
    async ({ deps, actor }, { params: { shipmentID }, body }) => {
      await joinOrders(deps, actor, shipmentID, body.shipmentIDs);
      return presentOpened(deps, actor, shipmentID);
    },
    { repeat: "again" },
  ),
  serve(api.separateOrders, async ({ deps, actor }, { params: { shipmentID } }) => {
    await separateOrders(deps, actor, shipmentID);
    return presentOpened(deps, actor, shipmentID);
  }),
];
