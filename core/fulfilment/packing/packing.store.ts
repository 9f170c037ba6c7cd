/**
 * SQL of packing: scanned pieces (`item_ticks`, local to this station), and the labels that this
 * desk bought in a period.
 */
import type { Db } from "../../db/database.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import type { ShipmentStatus } from "../../shipping/shipments/status-machine.ts";

export type TickRow = { readonly itemID: string; readonly scanned: number };

/** Lists the scanned pieces of a shipment's items, without items of which no piece was scanned. */
export function listTicks(db: Pick<Db, "sql">, shipmentID: string): TickRow[] {
  return db
    .sql<TickRow>(`SELECT item_id, scanned FROM item_ticks WHERE shipment_id = ? ORDER BY item_id`)
    .all(shipmentID);
}

/**
 * Counts one piece; returns false when all pieces were counted already.
 *
 * @param tick.most The item's quantity.
 */
export function countPiece(
  db: Db,
  tick: { shipmentID: string; itemID: string; most: number; now: string },
): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO item_ticks
         (shipment_id, item_id, scanned, updated_at)
       VALUES
         (:shipmentID, :itemID, 1, :now)
       ON CONFLICT (shipment_id, item_id) DO UPDATE
          SET scanned = scanned + 1,
              updated_at = :now
        WHERE scanned < :most`,
    )
    .run(tick);
  return changes > 0;
}

/** Moves the counts of a shipment's items to the shipment that carries them from now on. */
export function moveTicks(db: Db, to: { from: string; to: string; now: string }): void {
  db.sql(
    `UPDATE OR REPLACE item_ticks
        SET shipment_id = :to,
            updated_at = :now
      WHERE shipment_id = :from`,
  ).run(to);
}

/** Replaces the count of an item; 0 deletes it. */
export function writeCount(
  db: Db,
  tick: { shipmentID: string; itemID: string; scanned: number; now: string },
): void {
  const { shipmentID, itemID } = tick;
  if (tick.scanned === 0)
    db.sql(`DELETE FROM item_ticks WHERE shipment_id = ? AND item_id = ?`).run(shipmentID, itemID);
  else
    db.sql(
      `UPDATE item_ticks
          SET scanned = :scanned,
              updated_at = :now
        WHERE shipment_id = :shipmentID AND item_id = :itemID`,
    ).run(tick);
}

/** Resets the counts of a shipment's items. */
export function deleteTicks(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM item_ticks WHERE shipment_id = ?`).run(shipmentID);
}

/**
 * Deletes counts that were not changed since an instant.
 *
 * @returns Number of deleted rows.
 */
export function deleteOldTicks(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM item_ticks
        WHERE (shipment_id, item_id) IN (SELECT shipment_id, item_id FROM item_ticks WHERE updated_at < ? ORDER BY updated_at LIMIT ?)`,
    )
    .run(before, atMost).changes;
}

/**
 * Filter of purchases. `createdBy`: only this member's shipments; null: all. `after`: exclusive
 * lower bound of the purchase's id.
 */
export type DeskTime = {
  readonly organizationID: string;
  readonly createdBy: string | null;
  readonly after: string;
};

export type DeskLabelRow = {
  shipmentID: string;
  number: number;
  orderNumber: string;
  recipient: string;
  carrierName: string;
  serviceName: string;
  totalMinor: number;
  isSample: 0 | 1;
  status: ShipmentStatus;
  isLost: 0 | 1;
  event: string;
  printStatus: PrintJob["status"] | null;
  boughtAt: string;
};

const BOUGHT_HERE = `t.id > :after
        AND +t.organization_id = :organizationID
        AND t.is_own = 1
        AND t.barcode <> ''
        AND t.status IN ('DONE', 'CANCELED')
        AND s.is_return = 0
        AND (:createdBy IS NULL OR s.created_by = :createdBy)
        AND ${whileWanted("t.rowid")}`;

/**
 * Lists the labels that this station bought after an id, newest first.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listDeskLabels(
  reader: Reader,
  of: DeskTime,
  limit: number,
): Promise<DeskLabelRow[]> {
  return reader.all<DeskLabelRow>(
    `SELECT s.id AS shipment_id,
            s.number,
            s.order_number,
            coalesce(x.body ->> '$.recipient.name', '') AS recipient,
            t.carrier_name,
            coalesce(x.body ->> '$.offer.service_name', s.provider_service_code) AS service_name,
            t.total_minor,
            coalesce(x.body ->> '$.label.isSample', 0) AS is_sample,
            s.status,
            coalesce(o.reason = 'LOST', 0) AS is_lost,
            coalesce(e.sub_code, '') AS event,
            (SELECT j.status FROM print_jobs AS j WHERE j.shipment_id = s.id AND j.kind = 'LABEL' ORDER BY j.created_at DESC, j.id DESC LIMIT 1) AS print_status,
            t.created_at AS bought_at
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
       LEFT JOIN purchase_snapshots AS x ON x.id = t.id
       LEFT JOIN open_parcels AS o ON o.seq = s.seq
       LEFT JOIN tracking_events AS e ON e.shipment_id = s.id AND e.id = o.event_id
      WHERE ${BOUGHT_HERE}
      ORDER BY t.id DESC
      LIMIT :limit`,
    { ...of, limit },
  );
}

/**
 * Counts the labels in force that this station bought after an id, by hour in UTC
 * ("2026-11-21T09").
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function countDeskLabels(
  reader: Reader,
  of: DeskTime,
): Promise<{ hour: string; n: number }[]> {
  return reader.all<{ hour: string; n: number }>(
    `SELECT substr(t.created_at, 1, 13) AS hour,
            count(*) AS n
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      WHERE ${BOUGHT_HERE}
        AND t.status = 'DONE'
      GROUP BY hour
      ORDER BY hour`,
    of,
  );
}
