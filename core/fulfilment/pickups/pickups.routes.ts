/** Serves /station/pickups. */
import { serve, type Route } from "../route.ts";
import * as api from "./pickups.api.ts";
import { listPickups, orderPickup } from "./pickups.service.ts";

export const pickupRoutes: readonly Route[] = [
  serve(api.listPickups, ({ deps, actor }) => listPickups(deps, actor)),
  serve(api.orderPickup, ({ deps, actor }, { body }) => orderPickup(deps, actor, body)),
];
