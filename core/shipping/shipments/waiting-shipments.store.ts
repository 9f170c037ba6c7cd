/** SQL for shipments without a label, and for the counters that triggers maintain. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Lists shipments to be packed that have no label and are not on hold, oldest first. The query
 * combines two selects, each in the order of an index; one select would search all shipments.
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

/** Lists shipments on hold without a label, oldest first; no returns. */
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

/** Counts returns without a label. */
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

/**
 * Reads the count of shipments from counters that triggers maintain.
 *
 * @param filter Without `status`, every status counts; without `createdBy`, every member.
 */
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
