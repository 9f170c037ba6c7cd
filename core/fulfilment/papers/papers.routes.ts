/** Serves the papers of the desk other than single labels. */
import type { PrintJob } from "../../printing/printing.schema.ts";
import { getPrintJob } from "../../printing/printing.service.ts";
import { withoutHistory } from "../../printing/program-prints.ts";
import { serve, type Route, type RouteContext } from "../route.ts";
import { drawControlCard } from "./control-card.ts";
import { drawLabelSheet } from "./label-sheet.ts";
import { getHandOverManifest, getManifest, listManifestCarriers } from "./manifest.ts";
import { getPackingSlip } from "./packing-slip.ts";
import * as api from "./papers.api.ts";
import * as pickApi from "./pick-list.api.ts";
import { drawPickList, makePickList, printPickList } from "./pick-list.ts";
import { printHandOverManifest, printManifest } from "./print-manifest.ts";
import { printPackingSlip } from "./print-packing-slip.ts";

/** Answers a repeated print from the job that the first call created. */
const presentPrint = (
  { deps, actor }: Pick<RouteContext, "deps" | "actor">,
  _input: unknown,
  jobID: string,
): PrintJob => withoutHistory(getPrintJob(deps, actor, jobID));

export const paperRoutes: readonly Route[] = [
  serve(api.getPackingSlip, ({ deps, actor }, { params: { shipmentID }, query }) =>
    getPackingSlip(deps, actor, shipmentID, query.paper),
  ),
  serve(
    api.printPackingSlip,
    ({ deps, actor, keep }, { params }) => printPackingSlip(deps, actor, params.shipmentID, keep),
    { repeat: presentPrint },
  ),
  serve(api.getManifest, ({ deps, actor, callersReader, isGone }, { query }) =>
    getManifest({ ...deps, reader: callersReader() }, actor, query, isGone),
  ),
  serve(
    api.printManifest,
    ({ deps, actor, isGone, keep }, { body }) => printManifest(deps, actor, body, { isGone, keep }),
    { repeat: presentPrint },
  ),
  serve(api.getHandOverManifest, ({ deps, actor, callersReader, isGone }, { params, query }) =>
    getHandOverManifest(
      { ...deps, reader: callersReader() },
      actor,
      { id: params.handOverID, ...query },
      isGone,
    ),
  ),
  serve(
    api.printHandOverManifest,
    ({ deps, actor, isGone, keep }, { params }) =>
      printHandOverManifest(deps, actor, params.handOverID, { isGone, keep }),
    { repeat: presentPrint },
  ),
  serve(api.listManifestCarriers, ({ deps, actor, callersReader }, { query }) =>
    listManifestCarriers({ ...deps, reader: callersReader() }, actor, query.day),
  ),
  serve(api.getControlCard, ({ deps, actor }, { query }) =>
    drawControlCard(deps, actor, query.language),
  ),
  serve(
    pickApi.makePickList,
    ({ deps, actor }, { body }) => makePickList(deps, actor, body.shipmentIDs),
    { repeat: "again" },
  ),
  serve(pickApi.drawPickList, ({ deps, actor }, { body }) =>
    drawPickList(deps, actor, body.shipmentIDs),
  ),
  serve(
    pickApi.printPickList,
    ({ deps, actor, isGone, keep }, { body }) =>
      printPickList(deps, actor, body.shipmentIDs, { isGone, keep }),
    { repeat: presentPrint },
  ),
  serve(api.drawLabelSheet, ({ deps, actor, isGone }, { body }) =>
    drawLabelSheet(deps, actor, body, isGone),
  ),
];
