/** /station/calls, /station/pairings, /station/origins: routes for integrators. */
import { serve, type Route } from "../route.ts";
import type { CallLog } from "./call-log.ts";
import * as api from "./integrations.api.ts";
import type { Origins } from "./origins.ts";

/**
 * Creates the routes of integrations.
 *
 * @param calls The calls of this station's programs.
 * @param origins The web pages that may use the station.
 */
export function integrationRoutes(calls: CallLog, origins: Origins): readonly Route[] {
  return [
    serve(api.listCalls, ({ actor }, { query }) => calls.list(actor.organizationID, query.limit)),
    serve(api.listPairings, () => origins.list()),
    serve(api.answerPairing, (_context, { params, body }) => origins.answer(params.id, body.allow)),
    serve(api.deleteOrigins, (_context, { query }) => origins.forget(query.origin)),
  ];
}
