/** Serves /station/connections. */
import { serveWith, type Route } from "../../http/route.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  connectAccount,
  listCalls,
  listConnections,
  testConnection,
  type AccountUse,
} from "./connect-account.ts";
import * as api from "./connections.api.ts";

/** Creates the routes. */
export function connectionRoutes<D extends ShippingDeps>(use: AccountUse<D>): readonly Route<D>[] {
  const serve = serveWith<D>();
  return [
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
      connectAccount(deps, actor, params.accountID, body, {
        requireNothingOpen: () => use.requireNothingOpen(deps, actor, params.accountID),
        requireLoginUnused: () => use.requireLoginUnused(deps, actor, params.accountID),
      }),
    ),
    serve(api.listConnectionCalls, ({ deps, actor }, { params }) =>
      listCalls(deps, actor, params.accountID),
    ),
    serve(api.testConnection, ({ deps, actor }, { params }) =>
      testConnection(deps, actor, params.accountID),
    ),
  ];
}
