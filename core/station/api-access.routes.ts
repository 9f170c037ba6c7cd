/** /station/api-access */
import { serve, type Route } from "./route.ts";
import * as api from "./api-access.api.ts";
import type { ApiAccessOfStation } from "./api-access.ts";

/**
 * Creates the routes of the API access.
 *
 * @param access API access of the running station.
 */
export function apiAccessRoutes(access: ApiAccessOfStation): readonly Route[] {
  return [
    serve(api.getApiAccess, () => access.read()),
    serve(api.setApiAccess, ({ actor }, { body }) => access.choose(actor, body)),
  ];
}
