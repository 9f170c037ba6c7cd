/** Serves /provideraccounts. */
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { serveWith, type Route } from "../../http/route.ts";
import * as api from "./accounts.api.ts";
import { linkAccount, listAccounts, unlinkAccount } from "./accounts.service.ts";
import { removeAccount } from "./remove-account.ts";

/**
 * Creates the routes.
 *
 * @param requireNothingOpen Throws AppError E2187 when a purchase, a label or a cancellation of an
 *   account waits for its carrier.
 * @param beforeUnlink Called before an account is unlinked, when it is inactive and its credentials
 *   are still known.
 */
export function accountRoutes<D extends ShippingDeps>(
  requireNothingOpen: (deps: D, actor: Actor, accountID: string) => void,
  beforeUnlink: (deps: D, actor: Actor, accountID: string) => Promise<void>,
): readonly Route<D>[] {
  const serve = serveWith<D>();
  return [
    serve(api.listProviderAccounts, ({ deps, actor }) => listAccounts(deps, actor)),
    serve(api.createProviderAccount, ({ deps, actor }, { body }) => linkAccount(deps, actor, body)),
    serve(api.deleteProviderAccount, async ({ deps, actor }, { params, query }) => {
      const { providerAccountID: id } = params;
      const keep = query.isDeleteAccountConnection === false;
      const nothingOpen = (): void => requireNothingOpen(deps, actor, id);
      if (keep) return unlinkAccount(deps, actor, id, { keep, requireNothingOpen: nothingOpen });
      return await removeAccount(deps, actor, id, {
        requireNothingOpen: nothingOpen,
        beforeUnlink: () => beforeUnlink(deps, actor, id),
      });
    }),
  ];
}
