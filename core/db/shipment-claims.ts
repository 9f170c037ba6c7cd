/**
 * Which station may buy a shipment's label: the one that made the shipment, until another takes it
 * over. Each station knows of those that it took or gave away; no two can buy one shipment at once,
 * also while they are cut off from each other.
 */
import type { Db } from "./database.ts";
import { readKeptBack } from "./kept-back.ts";
import { NeedLeaseError, type Holder } from "./need-lease.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

/** @returns Who made the shipment, and as which incarnation; undefined when it has not come. */
export function makerOf(db: Pick<Db, "sql" | "stamps">, shipmentID: string): Holder | undefined {
  const row = db.sql<{ stamp: string }>(`SELECT stamp FROM shipments WHERE id = ?`).get(shipmentID);
  if (row === undefined) return undefined;
  const [id = "", incarnation] = db.stamps.writerOf(row.stamp).split(".");
  return { id, incarnation: Number(incarnation) };
}

/**
 * @returns Who has the shipment, as far as it is known here; undefined when the shipment has not
 *   come.
 */
export function holderOf(db: Pick<Db, "sql" | "stamps">, shipmentID: string): Holder | undefined {
  const row = db
    .sql<{ stamp: string; holder: string | null }>(
      `SELECT s.stamp, c.holder FROM shipments AS s LEFT JOIN shipment_claims AS c ON c.shipment_id = s.id WHERE s.id = ?`,
    )
    .get(shipmentID);
  if (row === undefined) return undefined;
  const [id = "", incarnation] = db.stamps.writerOf(row.stamp).split(".");
  return row.holder === null
    ? { id, incarnation: Number(incarnation) }
    : { id: row.holder, incarnation: null };
}

/**
 * Whom this station gave the shipment to, or itself when it took it over; undefined for one that it
 * has done neither with.
 */
export function findHolder(db: Pick<Db, "sql">, shipmentID: string): string | undefined {
  return db
    .sql<{ holder: string }>(`SELECT holder FROM shipment_claims WHERE shipment_id = ?`)
    .get(shipmentID)?.holder;
}

/**
 * Whether a holder is this station. What it made as an incarnation that was revoked may have been
 * taken over without it; what it made before an older copy was restored it may have given away
 * since the copy was made, so the hub is asked.
 */
function isHolder(db: Pick<Db, "sql" | "stationID">, { id, incarnation }: Holder): boolean {
  if (id !== db.stationID || incarnation === null) return id === db.stationID;
  return incarnation > Math.max(readKeptBack(db), Number(findMeta(db, RESTORED_TO) ?? -1));
}

/** The last incarnation before the newest restore. */
const RESTORED_TO = "claims_restored_to";

/**
 * Forgets which shipments this station holds: its database is an older copy. Inside a transaction.
 * @param incarnation The last one that wrote it.
 */
export function forgetHeld(db: Pick<Db, "sql" | "stationID">, incarnation: number): void {
  writeMeta(db, RESTORED_TO, String(incarnation));
  dropClaims(db);
}

/**
 * A station alone has all of its shipments. Inside the transaction that needs it.
 * @throws NeedLeaseError E2134 when another station has it.
 */
export function requireClaim(db: Db, shipmentID: string): void {
  if (!db.isLeasing) return;
  const holder = holderOf(db, shipmentID);
  if (holder !== undefined && !isHolder(db, holder))
    throw new NeedLeaseError("E2134", { kind: "claim", shipmentID, holder });
}

/**
 * Of shipments, those that this station may give to another one: it has them, as far as it knows.
 */
export function listHeldOf(
  db: Pick<Db, "sql" | "stamps" | "stationID">,
  shipmentIDs: readonly string[],
): string[] {
  return shipmentIDs.filter((id) => {
    const holder = holderOf(db, id);
    return holder !== undefined && isHolder(db, holder);
  });
}

/** Notes who has a shipment from now on. Inside a transaction. */
export function writeHolder(db: Db, shipmentID: string, holder: string): void {
  db.sql(
    `INSERT INTO shipment_claims (shipment_id, holder) VALUES (?, ?) ON CONFLICT DO UPDATE SET holder = excluded.holder`,
  ).run(shipmentID, holder);
}

/** What this station has taken over is no longer its own: it was revoked. Inside a transaction. */
export function dropClaims(db: Pick<Db, "sql" | "stationID">): void {
  db.sql(`DELETE FROM shipment_claims WHERE holder = ?`).run(db.stationID);
}

/**
 * Shipments that this station has taken over, made since an id of that time, in the order of their
 * ids.
 * @param after The last of those before.
 */
export function listClaimed(
  db: Pick<Db, "sql" | "stationID">,
  after: string,
  atMost: number,
): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT shipment_id AS id FROM shipment_claims WHERE shipment_id > ? AND holder = ? ORDER BY shipment_id LIMIT ?`,
    )
    .all(after, db.stationID, atMost)
    .map(({ id }) => id);
}
