/** /station/shipments/{id}/papers */
import { serve, type Route } from "./route.ts";
import * as api from "./shipment-papers.api.ts";
import { addPaper, listPapers, removePaper } from "./shipment-papers.ts";

export const shipmentPaperRoutes: readonly Route[] = [
  serve(api.addPaper, ({ deps, actor }, { params, body }) =>
    addPaper(deps, actor, params.shipmentID, body),
  ),
  serve(api.listPapers, ({ deps, actor }, { params }) => ({
    list: listPapers(deps, actor, params.shipmentID),
  })),
  serve(api.removePaper, ({ deps, actor }, { params }) =>
    removePaper(deps, actor, params.shipmentID, params.paperID),
  ),
];
