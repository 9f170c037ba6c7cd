/** SQL for shipments that have no label yet, and for the counters that triggers keep. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Shipments to be packed that have no label yet and are not on hold, oldest first: two halves, each
 * in an index's order. Asked as one they are looked for among all.
 */
export function listWaiting(
  db: Db,
  q: { organizationID: string; createdBy: string | null; limit: number },
): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT * FROM whole_shipments WHERE organization_id = :organizationID AND status = 'CREATED' AND hold_reason = '' AND is_return = 0 AND (:createdBy IS NULL OR created_by = :createdBy)
        UNION ALL
       SELECT * FROM whole_shipments WHERE organization_id = :organizationID AND status = 'GOT_OFFERS' AND hold_reason = '' AND is_return = 0 AND (:createdBy IS NULL OR created_by = :createdBy)
        ORDER BY number
        LIMIT :limit`,
    )
    .all(q);
}

/** Orders on hold that have no label yet, oldest first. */
export function listHeld(
  db: Db,
  q: { organizationID: string; createdBy: string | null; limit: number },
): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT *
         FROM whole_shipments
        WHERE organization_id = :organizationID
          AND hold_reason <> ''
          AND is_return = 0
          AND +status IN ('CREATED', 'GOT_OFFERS')
          AND (:createdBy IS NULL OR created_by = :createdBy)
        ORDER BY number
        LIMIT :limit`,
    )
    .all(q);
}

/** Returns that have no label yet. */
export function countWaitingReturns(
  db: Pick<Db, "sql">,
  q: { organizationID: string; createdBy: string | null },
): number {
  const row = db
    .sql<{ n: number }>(
      `SELECT count(*) AS n
         FROM shipments INDEXED BY shipments_returns_waiting
        WHERE organization_id = :organizationID
          AND is_return = 1
          AND (status = 'CREATED' OR status = 'GOT_OFFERS')
          AND (:createdBy IS NULL OR created_by = :createdBy)`,
    )
    .get(q);
  return row?.n ?? 0;
}

/** From counters that triggers keep. @param filter Without `status` or `createdBy`: of all. */
export function countByStatus(
  db: Pick<Db, "sql">,
  organizationID: string,
  filter: { status?: string | undefined; createdBy?: string | undefined },
): number {
  const row = db
    .sql<{ n: number }>(
      `SELECT coalesce(sum(n), 0) AS n
         FROM shipment_counts
        WHERE organization_id = :organizationID
          AND (:status IS NULL OR status = :status)
          AND (:createdBy IS NULL OR created_by = :createdBy)`,
    )
    .get({ organizationID, status: filter.status ?? null, createdBy: filter.createdBy ?? null });
  return row?.n ?? 0;
}
