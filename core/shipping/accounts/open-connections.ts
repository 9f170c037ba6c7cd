/** Makes the connections of accounts from their stored settings and credentials. */
import type { CachedDb } from "../../db/database.ts";
import type { Connection, ConnectionKind, Connections } from "../carriers/connection.ts";
import { withAnnouncedTextRules } from "../carriers/with-text-rules.ts";
import type { StationOutgoing } from "../../http/outgoing/create-outgoing.ts";
import type { Outgoing } from "../../http/outgoing/outgoing.ts";
import type { ShippingDeps } from "../deps.ts";
import { isAppError } from "../../base/errors.ts";
import { unsent } from "../carriers/carrier.ts";
import { readCredentials, type Credentials } from "./account-secrets.ts";
import { findLinked, listLinked, type AccountRow } from "./accounts.store.ts";

/**
 * Opens the connections. Also a deactivated account keeps its connection: its parcels are cancelled
 * and followed to their end.
 *
 * @param outgoing Calls carriers' servers.
 */
export function createConnections(
  deps: Pick<ShippingDeps, "secrets"> & { readonly db: CachedDb & ShippingDeps["db"] },
  kinds: readonly ConnectionKind[],
  outgoing: StationOutgoing,
): Connections {
  const made = new WeakMap<AccountRow, Connection>();
  const connectionOf = (row: AccountRow): Connection | undefined => {
    const known = made.get(row);
    if (known !== undefined) return known;
    const kind = kinds.find((one) => one.kind === row.connection);
    if (kind === undefined) return undefined;
    const connection = withAnnouncedTextRules(open(deps, kind, row, outgoing));
    made.set(row, connection);
    return connection;
  };
  return {
    kinds,
    listCalls: (accountID) => outgoing.listCalls(accountID),
    find(accountID) {
      const row = findLinked(deps.db, accountID);
      return row === undefined || row.connection === "" ? undefined : connectionOf(row);
    },
    list: (organizationID) =>
      listLinked(deps.db, organizationID).flatMap((row) =>
        row.connection === "" ? [] : (connectionOf(row) ?? []),
      ),
  };
}

/**
 * Opens one connection. Its credentials are opened by its first operation, not before: when their
 * key is missing, no operation sends anything, and everything else goes on.
 */
function open(
  deps: Pick<ShippingDeps, "db" | "secrets">,
  kind: ConnectionKind,
  { id, organizationID, name, username, connectionSettings }: AccountRow,
  outgoing: Outgoing,
): Connection {
  let opened: Credentials | undefined;
  const credentials = (): Credentials => (opened ??= readCredentials(deps, organizationID, id));
  return guardedBy(
    kind.create(
      {
        id,
        organizationID,
        name,
        username,
        settings: connectionSettings,
        get password() {
          return credentials().password;
        },
        get secrets() {
          return credentials().connection;
        },
      },
      outgoing,
    ),
    credentials,
  );
}

/** Makes operations unsent while the credentials cannot be opened. */
function guardedBy(connection: Connection, credentials: () => Credentials): Connection {
  const guarded =
    <A extends readonly unknown[], T>(operate: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T | ReturnType<typeof unsent>> => {
      try {
        credentials();
      } catch (error) {
        if (!isAppError(error)) throw error;
        return Promise.resolve(unsent(error.message));
      }
      return operate(...args);
    };
  const { test, buy, find, announce, cancel, label, track, invoice, pickup } = connection;
  const { registerRecipient, quote, discard, balance, listOpen, setHook } = connection;
  const { read, readLabel, findSold } = connection;
  return {
    ...connection,
    ...(test === undefined ? {} : { test: guarded(test.bind(connection)) }),
    ...(buy === undefined ? {} : { buy: guarded(buy.bind(connection)) }),
    ...(find === undefined ? {} : { find: guarded(find.bind(connection)) }),
    ...(quote === undefined ? {} : { quote: guarded(quote.bind(connection)) }),
    ...(discard === undefined ? {} : { discard: guarded(discard.bind(connection)) }),
    ...(setHook === undefined ? {} : { setHook: guarded(setHook.bind(connection)) }),
    ...(listOpen === undefined ? {} : { listOpen: guarded(listOpen.bind(connection)) }),
    ...(balance === undefined ? {} : { balance: guarded(balance.bind(connection)) }),
    ...(findSold === undefined ? {} : { findSold: guarded(findSold.bind(connection)) }),
    ...(readLabel === undefined ? {} : { readLabel: guarded(readLabel.bind(connection)) }),
    ...(read === undefined ? {} : { read: guarded(read.bind(connection)) }),
    ...(registerRecipient === undefined
      ? {}
      : { registerRecipient: guarded(registerRecipient.bind(connection)) }),
    ...(announce === undefined ? {} : { announce: guarded(announce.bind(connection)) }),
    ...(cancel === undefined ? {} : { cancel: guarded(cancel.bind(connection)) }),
    ...(label === undefined ? {} : { label: guarded(label.bind(connection)) }),
    ...(track === undefined ? {} : { track: guarded(track.bind(connection)) }),
    ...(invoice === undefined ? {} : { invoice: guarded(invoice.bind(connection)) }),
    ...(pickup === undefined ? {} : { pickup: guarded(pickup.bind(connection)) }),
  };
}
