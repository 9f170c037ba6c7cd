/** Sets up the connection of a linked account, and checks its credentials at the carrier. */
import { errors } from "../../base/errors.ts";
import { namesOf } from "../../base/objects.ts";
import { trimmedText } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { sealForOrganization } from "../../db/sealing/organization-key.ts";
import type { ConnectionKindSchema, ConnectionSettings } from "../carriers/connection.schema.ts";
import type { NotedCall } from "../../http/outgoing/outgoing.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { placeOf, readCredentials } from "./account-secrets.ts";
import type { ConnectedAccount, ConnectionInput, ConnectionTest } from "./connections.schema.ts";
import { checkConnection } from "./new-connection.ts";
import * as store from "./accounts.store.ts";

/**
 * Lists the linked accounts with their connections, without secrets.
 *
 * @throws AppError E2050, E2155
 */
export function listConnections(
  deps: ReadDeps & Pick<ShippingDeps, "connections">,
  actor: Actor,
): ConnectedAccount[] {
  return store.listLinked(deps.db, actor.organizationID).map((row) => presentConnection(deps, row));
}

/** Checks of an account that throw AppError E2187 while its carrier must still be asked. */
export type AccountUse<D> = {
  /** Throws while the account cannot be removed: something of it waits for the carrier. */
  readonly requireNothingOpen: (deps: D, actor: Actor, accountID: string) => void;
  /** Throws while the login cannot change: something may have reached the carrier at it. */
  readonly requireLoginUnused: (deps: D, actor: Actor, accountID: string) => void;
};

/**
 * Replaces the connection of an account. Empty secrets keep their stored values.
 *
 * @param checks Called before the connection is removed, or its login changes.
 * @throws AppError E2017 for an unknown account; E1085 that names a wrong field; E2050, E2155;
 *   E2187 of the checks.
 */
export function connectAccount(
  deps: WriteDeps & Pick<ShippingDeps, "secrets" | "connections">,
  actor: Actor,
  id: string,
  input: ConnectionInput,
  checks: { readonly [C in keyof AccountUse<never>]: () => void },
): ConnectedAccount {
  return inTransaction(deps, () => {
    const row = store.getLinked(deps.db, actor.organizationID, id);
    const kept = readCredentials(deps, actor.organizationID, id);
    const username = input.username === "" ? row.username : input.username;
    // A removed connection leaves no password that the next one could send elsewhere.
    const keeps = input.password === "" && (input.kind !== "" || row.connection === "");
    const password = keeps ? kept.password : input.password;
    const { columns, secrets } = checkConnection(
      deps.connections.kinds,
      row.providerCode,
      { ...input, username, password, values: input.settings },
      row.connection === input.kind ? kept.connection : {},
    );
    const isKept = (value: string, given: unknown): boolean =>
      value !== "" && trimmedText(given) === "";
    if (row.connection !== "")
      requireSameServers(row.connectionSettings, columns.connectionSettings, [
        ...(isKept(password, input.password) ? ["password"] : []),
        ...namesOf(secrets).filter((name) => isKept(secrets[name] ?? "", input.settings[name])),
      ]);
    // An account without a connection has no login that anything could have been sent at.
    if (row.connection !== "") {
      if (columns.connection === "") checks.requireNothingOpen();
      else if (!isSameLogin(deps.connections.kinds, row, { ...columns, username }))
        checks.requireLoginUnused();
    }
    const hasSecrets = password !== "" || row.secrets !== null || Object.keys(secrets).length > 0;
    store.updateAccount(deps.db, id, {
      ...columns,
      connectionSettings: JSON.stringify(columns.connectionSettings),
      username,
      secrets: hasSecrets
        ? sealForOrganization(
            deps,
            placeOf(actor.organizationID, id),
            JSON.stringify({ password, parameters: kept.parameters, connection: secrets }),
          )
        : null,
      updatedAt: deps.now(),
    });
    return presentConnection(deps, { ...row, ...columns, username });
  });
}

/** Returns whether two connections reach the same customer of the carrier. */
function isSameLogin(kinds: readonly ConnectionKindSchema[], before: Login, now: Login): boolean {
  const { fields = [] } = kinds.find(({ kind }) => kind === now.connection) ?? {};
  const preferences = fields.filter((field) => field.isPreference === true).map(({ name }) => name);
  const hashOf = ({ connectionSettings, ...login }: Login): string =>
    store.hashLogin({
      ...login,
      connectionSettings: Object.fromEntries(
        Object.entries(connectionSettings).filter(([name]) => !preferences.includes(name)),
      ),
    });
  return hashOf(before) === hashOf(now);
}

type Login = Parameters<typeof store.hashLogin>[0];

/**
 * Requires that a kept password or secret goes to no other server than before, and not without TLS:
 * who does not know it must not send it elsewhere.
 *
 * @param kept Names of the secrets that are not entered again.
 * @throws AppError E1085 that names the first of them
 */
function requireSameServers(
  before: ConnectionSettings,
  now: ConnectionSettings,
  [first]: readonly string[],
): void {
  const originOf = (text = ""): string => (URL.canParse(text) ? new URL(text).origin : "");
  const isMoved = Object.entries(now).some(
    ([name, text]) => originOf(text) !== originOf(before[name]),
  );
  if (first !== undefined && isMoved)
    throw errors.badRequest(`${first}: enter it again, because the server's address has changed.`);
}

/**
 * Lists this station's last calls for an account.
 *
 * @throws AppError E2017
 */
export function listCalls(
  deps: ReadDeps & Pick<ShippingDeps, "connections">,
  actor: Actor,
  id: string,
): NotedCall[] {
  store.getLinked(deps.db, actor.organizationID, id);
  return [...deps.connections.listCalls(id)];
}

/**
 * Asks the carrier whether it accepts the credentials.
 *
 * @throws AppError E2017, E2050, E2155; E2182 when the account has no connection that can be
 *   tested.
 */
export async function testConnection(
  deps: ReadDeps & Pick<ShippingDeps, "connections">,
  actor: Actor,
  id: string,
): Promise<ConnectionTest> {
  store.getLinked(deps.db, actor.organizationID, id);
  const connection = deps.connections.find(id);
  if (connection?.test === undefined) throw errors.notConnected();
  const outcome = await connection.test(AbortSignal.timeout(connection.timeoutMs));
  if (outcome.outcome === "done") return { result: "accepted", words: outcome.value };
  return outcome.outcome === "refused"
    ? { result: "refused", words: outcome.reason }
    : { result: "unreachable", words: outcome.cause };
}

function presentConnection(
  { connections }: Pick<ShippingDeps, "connections">,
  row: store.AccountRow,
): ConnectedAccount {
  const kind = connections.kinds.find((one) => one.kind === row.connection);
  return {
    accountID: row.id,
    accountName: row.name,
    providerCode: row.providerCode,
    username: row.username,
    isActive: row.isActive === 1,
    kind: row.connection,
    isKnown: row.connection === "" || kind !== undefined,
    can: kind === undefined ? [] : [...kind.can],
    settings: row.connectionSettings,
    announces: row.announces,
    cutOff: row.cutOff,
    pickupAt: row.pickupAt,
  };
}
