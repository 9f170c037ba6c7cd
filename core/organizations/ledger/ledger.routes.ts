/** The balance, its top-ups and its entries. */
import { getDebt } from "../debts/debts.service.ts";
import { errors } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import type { Actor } from "../../http/actor.ts";
import type { OrganizationDeps } from "../deps.ts";
import { pageOf } from "../../http/paging.schema.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./ledger.api.ts";
import { getBalance } from "./ledger.service.ts";
import { pageEntries, requestTopUp } from "./top-up.ts";

/**
 * Creates the routes of the ledger.
 *
 * @param getOrganization Finds an organization of the actor's user, or throws AppError E1053.
 */
export function ledgerRoutes(
  getOrganization: (deps: OrganizationDeps, actor: Actor, id: string) => { readonly id: string },
): readonly Route[] {
  return [
    serve(api.getBalance, ({ deps, actor }, { params: p }) => {
      const { id } = getOrganization(deps, actor, p.organizationID);
      return {
        result: true as const,
        additionalMessage: "Success",
        data: moneyText(getBalance(deps, id).balance),
        debt: moneyText(getDebt(deps, id)),
      };
    }),
    serve(api.createTopUp, ({ deps, actor }, { params: p, body }) => {
      if (p.organizationID !== actor.organizationID) throw errors.organizationNotFound();
      return requestTopUp(deps, p.organizationID, body);
    }),
    serve(api.listLedgerEntries, ({ actor, callersReader }, { params: p, query }) => {
      if (p.organizationID !== actor.organizationID) throw errors.organizationNotFound();
      // Entries name purchases of all members; a limitedAccessUser may see only its own purchases.
      if (actor.role === "limitedAccessUser") throw errors.notAuthorised();
      return pageEntries({ reader: callersReader() }, p.organizationID, pageOf(query));
    }),
  ];
}
