/** Serves /station/packing, and the actions of packing on an order. */
import { serve, type Route } from "../route.ts";
import { createItemPictures } from "./item-pictures.ts";
import { clearTicks, tickItem } from "./item-ticks.ts";
import { notePacking, type PackingNow } from "./packing-now.ts";
import { listLabelsToScan, skipLabelScan } from "./label-scans.ts";
import * as api from "./packing.api.ts";
import {
  getDeskDay,
  holdOrder,
  readPackingSettings,
  releaseOrder,
  updatePackingSettings,
} from "./packing.service.ts";

/**
 * Creates the routes, with an empty cache of pictures.
 *
 * @param packingNow The order that is open at this desk.
 */
export function packingRoutes(packingNow: PackingNow): readonly Route[] {
  const pictures = createItemPictures();
  return [
    serve(api.getPackingSettings, ({ deps }) => readPackingSettings(deps)),
    serve(api.updatePackingSettings, ({ deps, actor }, { body }) =>
      updatePackingSettings(deps, actor, body),
    ),
    serve(api.notePacking, ({ deps, actor }, { body }) =>
      notePacking(deps, actor, packingNow, body.shipmentID),
    ),
    serve(api.getDeskDay, ({ deps, actor, callersReader }) =>
      getDeskDay({ now: deps.now, reader: callersReader() }, actor),
    ),
    serve(api.listLabelsToScan, ({ deps, actor }) => listLabelsToScan(deps, actor)),
    serve(api.skipBrokenScanner, ({ deps, actor }, { body }) =>
      skipLabelScan(deps, actor, body.shipmentID),
    ),
    serve(api.skipUnreadableLabel, ({ deps, actor }, { body }) =>
      skipLabelScan(deps, actor, body.shipmentID),
    ),
    serve(api.tickItem, ({ deps, actor }, { params, body }) =>
      tickItem(deps, actor, params.shipmentID, body.itemID),
    ),
    serve(api.clearTicks, ({ deps, actor }, { params }) =>
      clearTicks(deps, actor, params.shipmentID),
    ),
    serve(api.getItemPicture, async ({ deps, actor }, { params }) => ({
      dataURL: await pictures.get(deps, actor, params.shipmentID, params.itemID),
    })),
    serve(api.holdOrder, ({ deps, actor }, { params, body }) =>
      holdOrder(deps, actor, params.shipmentID, body.reason),
    ),
    serve(api.releaseOrder, ({ deps, actor }, { params }) =>
      releaseOrder(deps, actor, params.shipmentID),
    ),
  ];
}
