/** Serves /station/shared-printers, /station/print-requests and /station/waiting-prints. */
import { serve, type Route } from "../route.ts";
import * as api from "./shared-printers.api.ts";
import { answerWaitingPrints, listWaitingPrints, type RequestGate } from "./request-gate.ts";
import {
  askForPrint,
  cancelPrintRequest,
  getPrintRequest,
  listPrintRequests,
  listSharedPrinters,
} from "./shared-printers.service.ts";
import type { Stations } from "./stations.ts";

/**
 * Creates the routes.
 *
 * @param stations Stations of the organization.
 * @param gate Gate that this station asks before it takes a request.
 */
export const sharedPrinterRoutes = (stations: Stations, gate: RequestGate): readonly Route[] => [
  serve(api.listSharedPrinters, ({ deps, actor }) => ({
    list: listSharedPrinters(deps, actor, stations),
  })),
  serve(api.createPrintRequest, ({ deps, actor }, { body }) =>
    askForPrint(deps, actor, stations, body),
  ),
  serve(api.listPrintRequests, ({ deps, actor }, { query }) => ({
    list: listPrintRequests(deps, actor, query),
  })),
  serve(api.getPrintRequest, ({ deps, actor }, { params }) =>
    getPrintRequest(deps, actor, params.id),
  ),
  serve(api.cancelPrintRequest, ({ deps, actor }, { params }) =>
    cancelPrintRequest(deps, actor, params.id),
  ),
  serve(api.listWaitingPrints, ({ deps }) => ({ list: listWaitingPrints(deps, stations) })),
  serve(api.answerWaitingPrints, ({ deps }, { body }) => ({
    list: answerWaitingPrints(deps, stations, gate, body),
  })),
];
