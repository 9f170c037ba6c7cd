/** Serves the papers of the desk other than single labels. */
import { serve, type Route } from "../route.ts";
import { drawControlCard } from "./control-card.ts";
import { drawLabelSheet } from "./label-sheet.ts";
import { getManifest, listManifestCarriers } from "./manifest.ts";
import { getPackingSlip } from "./packing-slip.ts";
import * as api from "./papers.api.ts";
import { printManifest } from "./print-manifest.ts";
import { printPackingSlip } from "./print-packing-slip.ts";

export const paperRoutes: readonly Route[] = [
  serve(api.getPackingSlip, ({ deps, actor }, { params: { shipmentID }, query }) =>
    getPackingSlip(deps, actor, shipmentID, query.paper),
  ),
  serve(api.printPackingSlip, ({ deps, actor }, { params }) =>
    printPackingSlip(deps, actor, params.shipmentID),
  ),
  serve(api.getManifest, ({ deps, actor, callersReader, isGone }, { query }) =>
    getManifest({ ...deps, reader: callersReader() }, actor, query, isGone),
  ),
  serve(api.printManifest, ({ deps, actor, isGone }, { body }) =>
    printManifest(deps, actor, body, isGone),
  ),
  serve(api.listManifestCarriers, ({ deps, actor, callersReader }, { query }) =>
    listManifestCarriers({ ...deps, reader: callersReader() }, actor, query.day),
  ),
  serve(api.getControlCard, ({ deps, actor }, { query }) =>
    drawControlCard(deps, actor, query.language),
  ),
  serve(api.drawLabelSheet, ({ deps, actor, isGone }, { body }) =>
    drawLabelSheet(deps, actor, body, isGone),
  ),
];
