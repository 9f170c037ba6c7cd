/** Makes the connections of accounts from their stored settings and credentials. */
import type { CachedDb } from "../../db/database.ts";
import type { Connection, ConnectionKind, Connections } from "../carriers/connection.ts";
import { withAnnouncedTextRules } from "../carriers/with-text-rules.ts";
import type { Outgoing } from "../carriers/outgoing.ts";
import type { ShippingDeps } from "../deps.ts";
import { readCredentials } from "./account-secrets.ts";
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
  outgoing: Outgoing,
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

/** Opens one connection. Its credentials are opened by its first operation, not before. */
function open(
  deps: Pick<ShippingDeps, "db" | "secrets">,
  kind: ConnectionKind,
  { id, organizationID, name, connectionSettings }: AccountRow,
  outgoing: Outgoing,
): Connection {
  let opened: ReturnType<typeof readCredentials> | undefined;
  const credentials = (): ReturnType<typeof readCredentials> =>
    (opened ??= readCredentials(deps, organizationID, id));
  return kind.create(
    {
      id,
      organizationID,
      name,
      get username() {
        return credentials().username;
      },
      get password() {
        return credentials().password;
      },
      get settings() {
        return { ...connectionSettings, ...credentials().connection };
      },
    },
    outgoing,
  );
}
