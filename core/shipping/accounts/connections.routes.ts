/** Serves /station/connections. */
import { serve, type Route } from "../route.ts";
import { connectAccount, listCalls, listConnections, testConnection } from "./connect-account.ts";
import * as api from "./connections.api.ts";

export const connectionRoutes: readonly Route[] = [
  serve(api.listConnections, ({ deps, actor }) => listConnections(deps, actor)),
  serve(api.listConnectionKinds, ({ deps }) =>
    deps.connections.kinds.map(
      ({ kind, providerCode, name, can, needsLogin, fields, orderNeeds }) => ({
        kind,
        providerCode,
        name,
        can,
        needsLogin,
        fields,
        orderNeeds,
      }),
    ),
  ),
  serve(api.connectAccount, ({ deps, actor }, { params, body }) =>
    connectAccount(deps, actor, params.accountID, body),
  ),
  serve(api.listConnectionCalls, ({ deps, actor }, { params }) =>
    listCalls(deps, actor, params.accountID),
  ),
  serve(api.testConnection, ({ deps, actor }, { params }) =>
    testConnection(deps, actor, params.accountID),
  ),
];
