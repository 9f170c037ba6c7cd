/** SQL of dry runs, on a reader's connection. */
import type { CachedDb } from "../../db/database.ts";
import type { ShipmentRow } from "../../shipping/shipments/shipments.service.ts";

type Period = {
  readonly organizationID: string;
  /** First instant of the period. */
  readonly from: string;
  /** First instant after the period. */
  readonly to: string;
};

/** The last row of a page, where the next page starts; null for the first page. */
export type PageEnd = { readonly boughtAt: string; readonly place: number };

/** A shipment with its label, and the purchase by which pages continue. */
export type PastRow = ShipmentRow & PageEnd;

/**
 * Counts the labels in force of a period, with returns and test shipments: reads only an index,
 * since a year may have a million labels.
 */
export function countPast(db: Pick<CachedDb, "sql">, period: Period): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n
           FROM transactions
          WHERE organization_id = :organizationID
            AND status = 'DONE'
            AND updated_at >= :from
            AND updated_at < :to`,
      )
      .get(period)?.n ?? 0
  );
}

/** Lists a page of the labels in force of a period, without returns and test shipments, newest first. */
export function listPast(
  db: Pick<CachedDb, "sql">,
  period: Period,
  before: PageEnd | null,
  limit: number,
): PastRow[] {
  return db
    .sql<PastRow>(
      `SELECT s.*, t.updated_at AS bought_at, t.rowid AS place
          FROM transactions AS t
         CROSS JOIN whole_shipments AS s ON s.id = t.shipment_id
         WHERE t.organization_id = :organizationID
           AND t.status = 'DONE'
           AND t.is_refund = 0
           AND t.updated_at >= :from
           AND t.updated_at < :to
           AND (t.updated_at, t.rowid) < (:beforeAt, :beforePlace)
           AND s.purchase_id = t.id
           AND s.is_return = 0
           AND s.test = 0
         ORDER BY t.updated_at DESC, t.rowid DESC
         LIMIT :limit`,
    )
    .all({
      ...period,
      beforeAt: before?.boughtAt ?? period.to,
      beforePlace: before?.place ?? 0,
      limit,
    });
}
