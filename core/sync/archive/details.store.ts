/** SQL for the facts and tracking events of single shipments, for `thinned_shipments`, and for which shipments may be thinned. */
import type { RowChange } from "../../db/database.ts";
import type { Db } from "../../db/database.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { columnsOf } from "../../db/tables.ts";

type Read = Pick<Db, "sql">;

/** Its writes are counted, so that how many rows it has needs not be counted again. */
export const THINNED = "thinned_shipments";

/** The tables whose rows of an old shipment a station may leave to others. */
const DETAIL_TABLES = ["shipment_facts", "tracking_events"] as const;

/** A shipment that has ended, and where it stands among those: `at` is when it was changed last. */
export type EndedRow = { readonly seq: number; readonly id: string; readonly at: string; readonly purchaseID: string | null };
export type EndedPlace = { readonly at: string; readonly seq: number };

/** Ended shipments in the order of their last change, after a place. */
export function listEnded(db: Read, q: { readonly organizationID: string; readonly after: EndedPlace; readonly before: string; readonly atMost: number }): EndedRow[] {
  return db
    .sql<EndedRow>(
      `SELECT seq, id, updated_at AS at, purchase_id AS purchaseID
         FROM shipments INDEXED BY shipments_ended
        WHERE organization_id = :organizationID
          AND is_listed = 1
          AND status IN ('DELIVERED', 'RETURNED', 'CANCELED')
          AND (updated_at, seq) > (:at, :seq)
          AND updated_at < :before
        ORDER BY updated_at, seq
        LIMIT :atMost`,
    )
    .all({ organizationID: q.organizationID, at: q.after.at, seq: q.after.seq, before: q.before, atMost: q.atMost });
}

/**
 * Whether nothing of an ended shipment is open: no conflict, no return under way, none that a person must see to, no print, no purchase, no job of
 * one, nothing that waits for a later version. One that was brought back stays for its time.
 */
export function isAtRest(db: Read, { seq, before }: { readonly seq: number; readonly before: string }): boolean {
  const found = db
    .sql(
      `SELECT 1
         FROM shipments AS s
        WHERE s.seq = :seq
          AND s.status IN ('DELIVERED', 'RETURNED', 'CANCELED')
          AND s.has_conflict = 0
          AND s.updated_at < :before
          AND NOT EXISTS (SELECT 1 FROM thinned_shipments AS n WHERE n.seq = s.seq AND (n.back_at IS NULL OR n.back_at >= :before))
          AND NOT EXISTS (SELECT 1 FROM shipments AS r WHERE r.original_shipment_id = s.id AND r.status NOT IN ('DELIVERED', 'RETURNED', 'CANCELED'))
          AND NOT EXISTS (SELECT 1 FROM open_parcels AS p WHERE p.seq = s.seq AND p.step = 'RETURNED')
          AND NOT EXISTS (SELECT 1 FROM print_jobs AS j WHERE j.shipment_id = s.id AND j.status IN ('QUEUED', 'SENDING', 'UNKNOWN'))
          AND NOT EXISTS (SELECT 1 FROM print_batch_items AS i JOIN print_batches AS b ON b.id = i.batch_id WHERE i.shipment_id = s.id AND b.status IN ('RUNNING', 'PAUSED'))
          AND NOT EXISTS (SELECT 1 FROM print_requests AS q WHERE q.shipment_id = s.id AND q.state IN ('ASKED', 'TAKEN'))
          AND NOT EXISTS (SELECT 1 FROM parked_changes AS w WHERE w.row_id = s.id)
          AND NOT EXISTS (SELECT 1
                            FROM shipment_facts AS f
                            LEFT JOIN transactions AS t ON t.id = f.source_id
                           WHERE f.shipment_id = s.id AND f.source_id IS NOT NULL
                             AND (t.status = 'PENDING'
                                  OR (t.id IS NULL AND f.events <> 'labelPrinted')
                                  OR EXISTS (SELECT 1 FROM jobs AS o WHERE o.subject_id = t.id AND o.kind IN ('buy', 'cancel') AND o.state NOT IN ('DONE', 'REFUSED'))))`,
    )
    .get({ seq, before });
  return found !== undefined;
}

/** A fact or event of one shipment, with the whole stamp of who wrote it. */
export type DetailRow = { readonly hlc: string; readonly change: RowChange };

/** In the order of their ids: the same at every station that has the same. */
export function listDetails(db: Db, shipmentID: string): DetailRow[] {
  return DETAIL_TABLES.flatMap((table) => {
    const list = [...columnsOf(db, table)].join(", ");
    return db
      .sql<{ id: string; stamp: string }>(`SELECT id, stamp, ${list} FROM ${table} WHERE shipment_id = ? ORDER BY id`)
      .all(shipmentID)
      .map(({ id, stamp, ...fields }): DetailRow => ({ hlc: `${stamp.slice(0, stamp.indexOf("."))}-${db.stamps.writerOf(stamp)}`, change: [table, id, fields, 1] }));
  });
}

/** Deletes the facts and events of a shipment here, but the event that lists show, and notes it. Other stations get nothing of this. Inside a transaction. */
export function thin(db: Db, { seq, id, purchaseID }: Pick<EndedRow, "seq" | "id" | "purchaseID">, rows: number): void {
  const sources = db
    .sql<{ id: string }>(`SELECT DISTINCT t.id FROM shipment_facts AS f JOIN transactions AS t ON t.id = f.source_id WHERE f.shipment_id = :id AND t.id IS NOT :purchaseID`)
    .all({ id, purchaseID })
    .map((row) => row.id);
  for (const table of [...DETAIL_TABLES, THINNED]) noteWrite(db, table);
  db.sql(`DELETE FROM shipment_facts WHERE shipment_id = ?`).run(id);
  db.sql(
    `DELETE FROM tracking_events
      WHERE shipment_id = :id
        AND id IS NOT (SELECT id FROM tracking_events WHERE shipment_id = :id AND is_applied = 1 ORDER BY status_date DESC, id DESC LIMIT 1)`,
  ).run({ id });
  db.sql(
    `INSERT INTO thinned_shipments (seq, rows, sources) VALUES (:seq, :rows, :sources)
     ON CONFLICT DO UPDATE SET rows = excluded.rows, sources = excluded.sources, wanted = 0, back_at = NULL`,
  ).run({ seq, rows, sources: sources.length === 0 ? null : JSON.stringify(sources) });
}

export type ThinnedRow = { readonly seq: number; readonly id: string; readonly organizationID: string; readonly rows: number };

/** Undefined when the shipment is whole here. */
export function findThinned(db: Read, shipmentID: string): ThinnedRow | undefined {
  return db
    .sql<ThinnedRow>(
      `SELECT t.seq, s.id, s.organization_id AS organizationID, t.rows
         FROM shipments AS s
         JOIN thinned_shipments AS t ON t.seq = s.seq
        WHERE s.id = ? AND t.back_at IS NULL`,
    )
    .get(shipmentID);
}

/** It is whole again. Inside the transaction that brought its rows. @param at Null: nothing is noted, the station keeps everything. */
export function markBack(db: Db, seq: number, at: string | null): void {
  noteWrite(db, THINNED);
  if (at === null) db.sql(`DELETE FROM thinned_shipments WHERE seq = ?`).run(seq);
  else db.sql(`UPDATE thinned_shipments SET back_at = ?, wanted = 0 WHERE seq = ?`).run(at, seq);
}

/** A delivered parcel that came back is no news: it leaves the board as its triggers would have it. Inside a transaction. */
export function leaveBoard(db: Read, seq: number, before: string): void {
  db.sql(`DELETE FROM open_parcels WHERE seq = ? AND step = 'DELIVERED' AND last_at < ?`).run(seq, before);
}

/** Thinned shipments after a place, in the order they came. @param onlyWanted Those for which something has come. */
export function listThinned(db: Read, after: number, onlyWanted: boolean, atMost: number): ThinnedRow[] {
  // The plus: all of them are gone through in their order, not by the index.
  const isLeft = onlyWanted ? "t.back_at IS NULL AND t.wanted = 1" : "+t.back_at IS NULL AND t.wanted < 2";
  return db
    .sql<ThinnedRow>(
      `SELECT t.seq, s.id, s.organization_id AS organizationID, t.rows
         FROM thinned_shipments AS t
         JOIN shipments AS s ON s.seq = t.seq
        WHERE ${isLeft} AND t.seq > :after
        ORDER BY t.seq
        LIMIT :atMost`,
    )
    .all({ after, atMost });
}

/** Those of an organization that this station has left are not counted. */
export function countThinned(db: Read): number {
  return db.sql<{ n: number }>(`SELECT count(*) AS n FROM thinned_shipments WHERE back_at IS NULL AND wanted < 2`).get()?.n ?? 0;
}

/** The organization of a shipment, and whether it is whole here; undefined when it has not come. */
export function findHere(db: Read, shipmentID: string): { readonly organizationID: string; readonly isThinned: boolean } | undefined {
  const row = db
    .sql<{ organizationID: string; thinned: number }>(
      `SELECT organization_id AS organizationID,
              EXISTS (SELECT 1 FROM thinned_shipments AS t WHERE t.seq = s.seq AND t.back_at IS NULL) AS thinned
         FROM shipments AS s
        WHERE s.id = ?`,
    )
    .get(shipmentID);
  return row === undefined ? undefined : { organizationID: row.organizationID, isThinned: row.thinned === 1 };
}
