/**
 * Links an organization's agreements with carriers as provider accounts. Passwords and secret
 * parameters are stored sealed and appear in no answer. Only two fields of an account affect
 * prices: its rate card and `onAccount` (whether the carrier bills the organization directly).
 */
import { isDeepStrictEqual } from "node:util";
import { errors } from "../../base/errors.ts";
import { objectSchema } from "../../base/json.ts";
import { isSecretName, MASK } from "../../base/mask.ts";
import { trimmedText } from "../../base/text.ts";
import { guarded } from "../../base/guarded.ts";
import { readBoolean, sameID } from "../../base/wire.ts";
import { listEntered } from "../agreements/agreements.service.ts";
import { agreementsOf } from "../carriers/agreements.ts";
import { kindCan } from "../carriers/connection.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  isOfHub,
  isSealedForOrganization,
  sealForOrganization,
} from "../../db/sealing/organization-key.ts";
import { placeOf, readCredentials } from "./account-secrets.ts";
import { newConnection, type CheckedConnection } from "./new-connection.ts";
import type { AccountInput, ProviderAccount } from "./accounts.schema.ts";
import { hostOf, isSameServer } from "./server-address.ts";
import * as store from "./accounts.store.ts";

export {
  findAccount,
  findLinked as findLinkedAccount,
  listLinked as listLinkedAccounts,
  listQuotable,
  loginOf,
} from "./accounts.store.ts";
export { readCredentials } from "./account-secrets.ts";

/**
 * Links an account.
 *
 * @throws AppError E1085 for a carrier or rate card that the organization does not have, or an
 * invalid `onAccount`; E2050 or E2155 when the key of the organization's secrets cannot be read or
 * is missing.
 */
export function linkAccount(
  deps: WriteDeps & Pick<ShippingDeps, "secrets" | "carriers" | "connections">,
  actor: Actor,
  input: AccountInput,
): ProviderAccount {
  const providerCode = input.providerCode.toUpperCase();
  const connected = newConnection(deps.connections.kinds, providerCode, input);
  // An account that sells at its own prices needs no agreement.
  const isSeller = kindCan(deps.connections.kinds, connected.columns.connection, "quote");
  if (isSeller) requireNewServer(deps, actor, connected);
  const { usualName, rateCardID } = findRateCard(deps, actor, input, isSeller);
  checkPayment(input.parameters);
  const onAccount = readBoolean(input.parameters["onAccount"]);
  if (onAccount === null) throw errors.badRequest("parameters.onAccount: must be true or false.");
  const now = deps.now();
  const masked = mask(input.parameters);
  const hasSecrets = input.password !== "" || masked.changed;
  const id = deps.newId();
  const row: store.AccountRow = {
    id,
    createdAt: now,
    updatedAt: now,
    organizationID: actor.organizationID,
    providerCode,
    name: input.name || usualName || hostOf(connected.columns.connectionSettings["url"]),
    username: input.username,
    parameters: objectSchema.parse(masked.value),
    secrets: hasSecrets
      ? sealForOrganization(
          deps,
          placeOf(actor.organizationID, id),
          JSON.stringify({
            password: input.password,
            parameters: input.parameters,
            connection: connected.secrets,
          }),
        )
      : null,
    version: input.version,
    rateCardID: rateCardID === "" ? null : rateCardID,
    onAccount: onAccount === true ? 1 : 0,
    isActive: input.isActive === false ? 0 : 1,
    isPublic: input.isPublic ? 1 : 0,
    isSharable: input.sharable ? 1 : 0,
    isDynamicPrice: input.isDynamicPrice ? 1 : 0,
    unlinkedAt: null,
    asks: "off",
    ...connected.columns,
  };
  inTransaction(deps, () => store.insertAccount(deps.db, row));
  return present(row);
}

/**
 * Finds the rate card that an account names, and the usual name of the account.
 *
 * @param isSeller Whether the account sells at its own prices.
 * @throws AppError E1085 for a carrier or rate card that the organization does not have
 */
function findRateCard(
  deps: ReadDeps & Pick<ShippingDeps, "now" | "carriers">,
  { organizationID }: Actor,
  input: AccountInput,
  isSeller: boolean,
): { readonly usualName: string; readonly rateCardID: string } {
  const providerCode = input.providerCode.toUpperCase();
  // An account may be linked before the agreement's prices are entered.
  const cards = [
    ...agreementsOf(deps.carriers, organizationID, deps.now()),
    ...listEntered(deps.db, organizationID),
  ].filter((card) => card.providerCode === providerCode);
  const [first] = cards;
  if (first === undefined && !isSeller)
    throw errors.badRequest(
      `providerCode: "${input.providerCode}" is not a carrier of this organization.`,
    );
  const rateCardID = sameID(trimmedText(input.parameters["rateCardID"]));
  if (rateCardID !== "" && !cards.some(({ id }) => id === rateCardID))
    throw errors.badRequest("parameters.rateCardID: the carrier has no such rate card.");
  return { usualName: first?.name ?? "", rateCardID };
}

/**
 * Requires that no other account has this server and these secrets, since its offers would be shown
 * twice.
 *
 * @throws AppError E1085 that names the other account
 */
function requireNewServer(
  deps: ReadDeps & Pick<ShippingDeps, "secrets">,
  { organizationID }: Actor,
  { columns, secrets }: CheckedConnection,
): void {
  const { url = "", mode } = columns.connectionSettings;
  const twin = store
    .listLinked(deps.db, organizationID)
    .filter(({ connection }) => connection === columns.connection)
    .filter((row) => row.connectionSettings["mode"] === mode)
    .filter((row) => isSameServer(row.connectionSettings["url"] ?? "", url))
    .find(({ id }) =>
      isDeepStrictEqual(readCredentials(deps, organizationID, id).connection, secrets),
    );
  if (twin !== undefined)
    throw errors.badRequest(
      `connection: the account “${twin.name}” already has this address and token. Nothing was added.`,
    );
}

/** Checks who pays with the account, and which cash on delivery it collects. */
function checkPayment(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, allowed] of Object.entries(PAYMENT)) {
    const value = trimmedText(parameters[name]);
    if (value !== "" && !allowed.includes(value))
      throw errors.badRequest(`parameters.${name}: must be ${allowed.join(", ")}, or absent.`);
  }
}

const PAYMENT: Readonly<Record<string, readonly string[]>> = {
  payer: ["sender", "recipient"],
  collection: ["none", "cash", "card"],
};

/** Lists the organization's linked accounts, oldest first, without their secrets. */
export function listAccounts(deps: ReadDeps, actor: Actor): ProviderAccount[] {
  return store.listLinked(deps.db, actor.organizationID).map(present);
}

/**
 * Deactivates an account, and unlinks it unless `keep` is true: its carrier no longer quotes for
 * the account, and open offers of the account can no longer be accepted. An unlinked account stays
 * unchanged.
 *
 * @param how.keep True: the account is only deactivated and stays listed.
 * @param how.requireNothingOpen Called before the account is unlinked; throws to prevent that.
 * @throws AppError E2017
 */
export function unlinkAccount(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  how: { readonly keep: boolean; readonly requireNothingOpen: () => void },
): ProviderAccount {
  const { keep } = how;
  return inTransaction(deps, () => {
    const row = store.findAccount(deps.db, actor.organizationID, id);
    if (row === undefined) throw errors.accountNotFound();
    if (row.unlinkedAt !== null) return present(row);
    if (!keep) how.requireNothingOpen();
    const now = deps.now();
    // Nobody needs the credentials of an unlinked account, so they are removed.
    const fields = keep
      ? { isActive: 0, updatedAt: now }
      : { isActive: 0, unlinkedAt: now, secrets: null, updatedAt: now };
    store.updateAccount(deps.db, id, fields);
    return present({ ...row, ...fields });
  });
}

/** Returns whether offers made by this account may still be accepted. */
export function isAccountActive(deps: ReadDeps, organizationID: string, id: string): boolean {
  const row = store.findAccount(deps.db, organizationID, id);
  return row !== undefined && row.isActive === 1 && row.unlinkedAt === null;
}

/**
 * Reseals credentials with their organization's key, so that they can be synced, if an earlier
 * version sealed them with the station's key. Skips credentials that cannot be opened.
 */
export function resealAccounts(deps: WriteDeps & Pick<ShippingDeps, "secrets">): void {
  for (const { id, organizationID, secrets } of store.listSealed(deps.db)) {
    if (isSealedForOrganization(secrets)) continue;
    guarded(deps.log, "the credentials of an account could not be resealed", () => {
      const sealed = sealForOrganization(
        deps,
        placeOf(organizationID, id),
        deps.secrets.decrypt(secrets),
      );
      inTransaction(deps, () => store.updateAccount(deps.db, id, { secrets: sealed }));
    });
  }
}

/**
 * Lists the names of the accounts whose credentials are stored on this station, each with the name
 * of its organization.
 */
export function listSealedAccounts(
  deps: ReadDeps,
): { readonly name: string; readonly organization: string }[] {
  return store.listSealed(deps.db);
}

/**
 * Removes sealed credentials after their key was lost, and deactivates their accounts. Skips
 * organizations whose key other stations still have. Needs an open transaction.
 */
export function dropAccountSecrets(deps: Pick<ShippingDeps, "db" | "now">): void {
  const now = deps.now();
  for (const { id, organizationID } of store.listSealed(deps.db))
    if (!isOfHub(deps, organizationID))
      store.updateAccount(deps.db, id, { secrets: null, isActive: 0, updatedAt: now });
}

function present(row: store.AccountRow): ProviderAccount {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    organizationID: row.organizationID,
    providerCode: row.providerCode,
    name: row.name,
    username: row.username,
    parameters: row.parameters,
    version: row.version,
    isActive: row.isActive === 1,
    isPublic: row.isPublic === 1,
    sharable: row.isSharable === 1,
    isDynamicPrice: row.isDynamicPrice === 1,
  };
}

/** Replaces values whose names look secret, at any depth. */
function mask(value: unknown): { value: unknown; changed: boolean } {
  let changed = false;
  const walk = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(walk);
    if (typeof v !== "object" || v === null) return v;
    return Object.fromEntries(
      Object.entries(v).map(([name, inner]) => {
        if (!isSecretName(name)) return [name, walk(inner)];
        changed = true;
        return [name, MASK];
      }),
    );
  };
  return { value: walk(value), changed };
}
