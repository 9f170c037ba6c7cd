/**
 * Carriers of accounts that sell at their own prices: other servers, which their own balances pay.
 * They are asked for prices only after an admin has switched that on, because each question sends
 * the recipient's name, address and phone there.
 */
import type { CachedDb } from "../../db/database.ts";
import type { Carriers, RemoteCarrier } from "../carriers/carrier.ts";
import type { Connection, Connections } from "../carriers/connection.ts";
import type { Consignment } from "../carriers/consignment.ts";
import { askRestored } from "./ask-restored.ts";
import { findLinked, listLinked, type AccountRow } from "./accounts.store.ts";
import type { Asks } from "./marketplaces.schema.ts";

/** Time for which offers that came at the end of the limit are still accepted, ms. */
const GRACE_MS = 1_500;

/**
 * Creates the source of carriers. Also an account that is no longer asked stays a carrier for its
 * labels.
 *
 * @param isAskedByRule Returns whether a rule asks an account's marketplace about an order.
 */
export function createMarketplaces(
  db: CachedDb,
  connections: Connections,
  isAskedByRule: (accountID: string, consignment: Consignment) => boolean,
): Carriers {
  // A changed account has a new connection, so that its carrier is created again.
  const made = new WeakMap<Connection, RemoteCarrier>();
  const carrierOf = ({ id, asks }: Pick<AccountRow, "id" | "asks">): RemoteCarrier | undefined => {
    const connection = connections.find(id);
    if (connection === undefined) return undefined;
    const known = made.get(connection);
    if (known !== undefined) return known;
    const carrier = createCarrier(connection, asks, isAskedByRule);
    if (carrier === undefined) return undefined;
    const asking = askRestored(db, connection, carrier);
    made.set(connection, asking);
    return asking;
  };
  return {
    list: (organizationID) =>
      listLinked(db, organizationID).flatMap((row) =>
        row.isActive === 1 && row.asks !== "off" ? (carrierOf(row) ?? []) : [],
      ),
    find(id) {
      const row = findLinked(db, id);
      return row === undefined || row.connection === "" ? undefined : carrierOf(row);
    },
  };
}

/** Returns whether an organization asks a marketplace for offers, by itself or on demand. */
export function hasMarketplace(db: CachedDb, organizationID: string): boolean {
  return listLinked(db, organizationID).some((row) => row.isActive === 1 && row.asks !== "off");
}

/** Creates the carrier of a connection; undefined for one that sells nothing at its own prices. */
export function createCarrier(
  connection: Connection,
  asks: Asks,
  isAskedByRule?: (accountID: string, consignment: Consignment) => boolean,
): RemoteCarrier | undefined {
  const { accountID, quote, buy, find, cancel, track, discard, isTest, isStillFor } = connection;
  if (quote === undefined || buy === undefined) return undefined;
  return {
    id: accountID,
    accountID,
    kind: "marketplace",
    place: "remote",
    name: connection.name,
    can: new Set(["quote", "buy", "find", "cancel", "track"]),
    deadlineMs: (connection.quoteLimitMs ?? 0) + GRACE_MS,
    purchaseDeadlineMs: connection.timeoutMs,
    isTest: isTest === true,
    isAskedByHand: asks !== "always",
    ...(isAskedByRule === undefined
      ? {}
      : { isAskedByRule: (consignment) => isAskedByRule(accountID, consignment) }),
    ...(isStillFor === undefined ? {} : { isStillFor: isStillFor.bind(connection) }),
    quote: quote.bind(connection),
    buy: buy.bind(connection),
    ...(find === undefined ? {} : { find: find.bind(connection) }),
    ...(cancel === undefined ? {} : { cancel: cancel.bind(connection) }),
    ...(track === undefined ? {} : { track: track.bind(connection) }),
    ...(discard === undefined ? {} : { discard: discard.bind(connection) }),
  };
}
