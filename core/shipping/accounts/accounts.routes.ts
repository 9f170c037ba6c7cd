/** Serves /provideraccounts. */
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { serveWith, type Route } from "../../http/route.ts";
import * as api from "./accounts.api.ts";
import { linkAccount, listAccounts, unlinkAccount } from "./accounts.service.ts";

/**
 * Creates the routes.
 *
 * @param requireNothingOpen Throws AppError E2187 when a purchase, a label or a cancellation of an
 *   account waits for its carrier.
 */
export function accountRoutes<D extends ShippingDeps>(
  requireNothingOpen: (deps: D, actor: Actor, accountID: string) => void,
): readonly Route<D>[] {
  const serve = serveWith<D>();
  return [
    serve(api.listProviderAccounts, ({ deps, actor }) => listAccounts(deps, actor)),
    serve(api.createProviderAccount, ({ deps, actor }, { body }) => linkAccount(deps, actor, body)),
    serve(api.deleteProviderAccount, ({ deps, actor }, { params, query }) =>
      unlinkAccount(deps, actor, params.providerAccountID, {
        keep: query.isDeleteAccountConnection === false,
        requireNothingOpen: () => requireNothingOpen(deps, actor, params.providerAccountID),
      }),
    ),
  ];
}
