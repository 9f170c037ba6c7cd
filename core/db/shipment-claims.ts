/**
 * Which station may buy a shipment's label: the one that made the shipment, until another takes it over. Each station knows of those
 * that it took or gave away; no two can buy one shipment at once, also while they are cut off from each other.
 */
import type { Db } from "./database.ts";
import { NeedLeaseError } from "./need-lease.ts";

/** @returns The station that has the shipment, as far as it is known here; undefined when the shipment has not come. */
export function holderOf(db: Pick<Db, "sql" | "stamps">, shipmentID: string): string | undefined {
  const row = db.sql<{ stamp: string; holder: string | null }>(`SELECT s.stamp, c.holder FROM shipments AS s LEFT JOIN shipment_claims AS c ON c.shipment_id = s.id WHERE s.id = ?`).get(shipmentID);
  return row === undefined ? undefined : (row.holder ?? db.stamps.writerOf(row.stamp).split(".")[0]);
}

/** Whom this station gave the shipment to, or itself when it took it over; undefined for one that it has done neither with. */
export function findHolder(db: Pick<Db, "sql">, shipmentID: string): string | undefined {
  return db.sql<{ holder: string }>(`SELECT holder FROM shipment_claims WHERE shipment_id = ?`).get(shipmentID)?.holder;
}

/** A station alone has all of its shipments. Inside the transaction that needs it. @throws NeedLeaseError E2134 when another station has it. */
export function requireClaim(db: Db, shipmentID: string): void {
  if (!db.isLeasing) return;
  const holder = holderOf(db, shipmentID);
  if (holder !== undefined && holder !== db.stationID) throw new NeedLeaseError("E2134", { kind: "claim", shipmentID, holder });
}

/** Notes who has a shipment from now on. Inside a transaction. */
export function writeHolder(db: Db, shipmentID: string, holder: string): void {
  db.sql(`INSERT INTO shipment_claims (shipment_id, holder) VALUES (?, ?) ON CONFLICT DO UPDATE SET holder = excluded.holder`).run(shipmentID, holder);
}
