/** Serves /provideraccounts. */
import { serve, type Route } from "../route.ts";
import * as api from "./accounts.api.ts";
import { linkAccount, listAccounts, unlinkAccount } from "./accounts.service.ts";

export const accountRoutes: readonly Route[] = [
  serve(api.listProviderAccounts, ({ deps, actor }) => listAccounts(deps, actor)),
  serve(api.createProviderAccount, ({ deps, actor }, { body }) => linkAccount(deps, actor, body)),
  serve(api.deleteProviderAccount, ({ deps, actor }, { params, query }) =>
    unlinkAccount(deps, actor, params.providerAccountID, query.isDeleteAccountConnection === false),
  ),
];
