/**
 * Accounts of a move from another server: the account that leads to that server, and the server's
 * own accounts, of which only the names can be read.
 */
import { isDeepStrictEqual } from "node:util";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { connectAccount } from "./connect-account.ts";
import { linkAccount, readCredentials } from "./accounts.service.ts";
import * as store from "./accounts.store.ts";
import { NO_CONNECTION } from "./new-connection.ts";
import { hostOf, isSameServer } from "./server-address.ts";

const KIND = "marketplace";

export type MovedFrom = { readonly url: string; readonly token: string };

type LinkDeps = WriteDeps & Pick<ShippingDeps, "secrets" | "carriers" | "connections">;

/**
 * Finds the account that leads to a server, or links one, which is not asked for prices. An account
 * for the same server gets the token; it may have replaced a token that was revoked.
 *
 * @returns The account's id.
 * @throws AppError E1085 for an address or a token that cannot be used; E2050, E2155
 */
export function openServerAccount(deps: LinkDeps, actor: Actor, { url, token }: MovedFrom): string {
  const known = store
    .listLinked(deps.db, actor.organizationID)
    .filter(({ connection, isActive }) => connection === KIND && isActive === 1)
    .find(({ connectionSettings }) => isSameServer(connectionSettings["url"] ?? "", url));
  if (known === undefined) {
    return linkAccount(deps, actor, {
      providerCode: KIND.toUpperCase(),
      name: "",
      username: "",
      password: "",
      parameters: { connection: KIND, url, token },
      version: "",
      isActive: true,
      isPublic: false,
      sharable: false,
      isDynamicPrice: false,
    }).id;
  }
  const { connection } = readCredentials(deps, actor.organizationID, known.id);
  if (!isDeepStrictEqual(connection, { token }))
    connectAccount(
      deps,
      actor,
      known.id,
      {
        kind: KIND,
        username: "",
        password: "",
        settings: { ...known.connectionSettings, token },
        announces: "",
        cutOff: "",
        pickupAt: "",
      },
      { requireNothingOpen: () => {}, requireLoginUnused: () => {} },
    );
  return known.id;
}

/** Names a move's account and its server, also after the account was removed. */
export function nameServerAccount(
  { db }: Pick<ShippingDeps, "db">,
  { organizationID, accountID }: { readonly organizationID: string; readonly accountID: string },
): { readonly name: string; readonly url: string; readonly host: string } {
  const row = store.findAccount(db, organizationID, accountID);
  const url = row?.connectionSettings["url"] ?? "";
  return { name: row?.name ?? "", url, host: hostOf(url) };
}

/**
 * Inserts an account of the server without its secrets, which a person enters; needs an open
 * transaction.
 *
 * @returns "alike" when the organization has the account already; "elsewhere" when another one has.
 */
export function insertMovedAccount(
  deps: WriteDeps,
  {
    id,
    organizationID,
    providerCode,
    name,
  }: Pick<store.AccountRow, "id" | "organizationID" | "providerCode" | "name">,
): "taken" | "alike" | "elsewhere" {
  const known = store.findOrganizationOfAccount(deps.db, id);
  if (known !== undefined) return known === organizationID ? "alike" : "elsewhere";
  const now = deps.now();
  store.insertAccount(deps.db, {
    id,
    createdAt: now,
    updatedAt: now,
    organizationID,
    providerCode,
    name,
    username: "",
    parameters: {},
    secrets: null,
    version: "",
    rateCardID: null,
    onAccount: 0,
    isActive: 0,
    isPublic: 0,
    isSharable: 0,
    isDynamicPrice: 0,
    unlinkedAt: null,
    asks: "off",
    ...NO_CONNECTION.columns,
  });
  return "taken";
}
