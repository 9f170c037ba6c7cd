/** /station/order-folder */
import { serve, type Route } from "../route.ts";
import * as api from "./order-folder.api.ts";
import type { WatchedFolder } from "./order-folder.service.ts";

/** Creates the routes. */
export function orderFolderRoutes(folder: WatchedFolder): readonly Route[] {
  return [
    serve(api.getOrderFolder, ({ actor }) => folder.read(actor)),
    serve(api.setOrderFolder, ({ actor }, { body }) => folder.set(actor, body)),
  ];
}
