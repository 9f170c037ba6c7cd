/**
 * Tracks which station may buy a shipment's label: the station that created the shipment, until
 * another station claims it. Each station knows the shipments that it claimed or gave away. This
 * prevents two stations from buying one shipment at once, even while they are disconnected from
 * each other.
 */
import type { Db } from "./database.ts";
import { readKeptBack } from "./kept-back.ts";
import { notLeased, type ClaimNeed, type Holder } from "./leases.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

/**
 * Returns the station and incarnation that created the shipment; undefined when the shipment has
 * not arrived.
 */
export function makerOf(db: Pick<Db, "sql" | "stamps">, shipmentID: string): Holder | undefined {
  const row = db.sql<{ stamp: string }>(`SELECT stamp FROM shipments WHERE id = ?`).get(shipmentID);
  if (row === undefined) return undefined;
  const [id = "", incarnation] = db.stamps.writerOf(row.stamp).split(".");
  return { id, incarnation: Number(incarnation) };
}

/**
 * Returns the station that holds the shipment according to this station; undefined when the
 * shipment has not arrived.
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
 * Finds the station to which this station gave the shipment, or this station itself after it
 * claimed the shipment; otherwise undefined.
 */
export function findHolder(db: Pick<Db, "sql">, shipmentID: string): string | undefined {
  return db
    .sql<{ holder: string }>(`SELECT holder FROM shipment_claims WHERE shipment_id = ?`)
    .get(shipmentID)?.holder;
}

/**
 * Returns whether a holder is certainly this station. Returns false in two doubtful cases, so that
 * the hub is asked: another station may have claimed what this station created in a revoked
 * incarnation, or this station may have given a shipment away after the restored copy was made.
 */
function isHolder(db: Pick<Db, "sql" | "stationID">, { id, incarnation }: Holder): boolean {
  if (id !== db.stationID || incarnation === null) return id === db.stationID;
  return incarnation > Math.max(readKeptBack(db), Number(findMeta(db, RESTORED_TO) ?? -1));
}

/** Key of the last incarnation before the newest restore. */
const RESTORED_TO = "claims_restored_to";

/**
 * Makes the station forget which shipments it holds, because its database is an older copy. Inside
 * a transaction.
 *
 * @param incarnation The last incarnation that wrote the copy.
 */
export function forgetHeld(db: Pick<Db, "sql" | "stationID">, incarnation: number): void {
  writeMeta(db, RESTORED_TO, String(incarnation));
  dropClaims(db);
}

/**
 * Finds the claim that this station lacks on a shipment.
 *
 * @returns Undefined when the station holds the shipment, or the shipment has not arrived. A
 *   station without a hub holds all shipments.
 */
export function missingClaim(db: Db, shipmentID: string): ClaimNeed | undefined {
  if (!db.isLeasing) return undefined;
  const holder = holderOf(db, shipmentID);
  return holder === undefined || isHolder(db, holder)
    ? undefined
    : { kind: "claim", shipmentID, holder };
}

/**
 * Requires that this station holds the shipment. Inside the transaction that needs it.
 *
 * @throws AppError E2134 when another station holds it.
 */
export function requireClaim(db: Db, shipmentID: string): void {
  const claim = missingClaim(db, shipmentID);
  if (claim !== undefined) throw notLeased(claim);
}

/**
 * Filters shipments to those that this station holds, to its knowledge, and may give to another
 * station.
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

/** Records the holder of a shipment. Inside a transaction. */
export function writeHolder(db: Db, shipmentID: string, holder: string): void {
  db.sql(
    `INSERT INTO shipment_claims (shipment_id, holder) VALUES (?, ?) ON CONFLICT DO UPDATE SET holder = excluded.holder`,
  ).run(shipmentID, holder);
}

/** Deletes this station's claims after a revocation or a restore. Inside a transaction. */
export function dropClaims(db: Pick<Db, "sql" | "stationID">): void {
  db.sql(`DELETE FROM shipment_claims WHERE holder = ?`).run(db.stationID);
}

/**
 * Lists shipments that this station has claimed, in the order of their ids.
 *
 * @param after The last id of the page before, or an id with the time from which to list.
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
