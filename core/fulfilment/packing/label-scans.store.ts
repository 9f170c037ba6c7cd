/** SQL of `labels_to_scan`, local to this station. */
import type { Db } from "../../db/database.ts";

export type LabelToScanRow = {
  readonly transactionID: string;
  readonly shipmentID: string;
  readonly nextCode: string;
};

/** Adds a label; does nothing when it is known. */
export function insertLabelToScan(
  db: Db,
  row: { transactionID: string; shipmentID: string; now: string },
): void {
  db.sql(
    `INSERT OR IGNORE INTO labels_to_scan (transaction_id, shipment_id, created_at)
     VALUES (:transactionID, :shipmentID, :now)`,
  ).run(row);
}

/** Lists the labels in the order of their purchases. */
export function listLabelRows(db: Pick<Db, "sql">): LabelToScanRow[] {
  return db
    .sql<LabelToScanRow>(
      `SELECT transaction_id, shipment_id, next_code FROM labels_to_scan ORDER BY transaction_id`,
    )
    .all();
}

/** Stores the code whose order opens after the label. */
export function setNextCode(db: Db, transactionID: string, nextCode: string): void {
  db.sql(`UPDATE labels_to_scan SET next_code = ? WHERE transaction_id = ?`).run(
    nextCode,
    transactionID,
  );
}

/** Removes a label that was scanned, or that was skipped. */
export function deleteLabelToScan(db: Db, transactionID: string): void {
  db.sql(`DELETE FROM labels_to_scan WHERE transaction_id = ?`).run(transactionID);
}

/** Deletes labels that were bought before a time. @returns Number of deleted rows. */
export function deleteOldLabels(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM labels_to_scan
        WHERE transaction_id IN (SELECT transaction_id FROM labels_to_scan WHERE created_at < ? ORDER BY transaction_id LIMIT ?)`,
    )
    .run(before, atMost).changes;
}
