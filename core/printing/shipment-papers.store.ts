/**
 * SQL for `shipment_papers`: documents to print with a shipment's label. The table is local to the
 * station.
 */
import type { Db } from "../db/database.ts";
import type { PaperRole } from "./shipment-papers.schema.ts";

export type PaperRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly organizationID: string;
  readonly createdBy: string;
  readonly shipmentID: string;
  readonly documentHash: string;
  readonly role: PaperRole;
  readonly title: string;
  readonly copies: number;
  /** Print job of the paper; null until the paper is enqueued. */
  readonly printJobID: string | null;
};

/** Inserts a paper. Needs an open transaction. */
export function insertPaper(db: Db, row: PaperRow): void {
  db.sql(
    `INSERT INTO shipment_papers (id, created_at, organization_id, created_by, shipment_id, document_hash, role, title, copies, print_job_id)
     VALUES (:id, :createdAt, :organizationID, :createdBy, :shipmentID, :documentHash, :role, :title, :copies, :printJobID)`,
  ).run(row);
}

/** Lists a shipment's papers in the order in which they were added, including enqueued papers. */
export function listPapers(db: Pick<Db, "sql">, shipmentID: string): PaperRow[] {
  return db
    .sql<PaperRow>(`SELECT * FROM shipment_papers WHERE shipment_id = ? ORDER BY id`)
    .all(shipmentID);
}

/** Records the print job of a paper that was enqueued. */
export function markQueued(db: Db, id: string, jobID: string): void {
  db.sql(`UPDATE shipment_papers SET print_job_id = :jobID WHERE id = :id`).run({ id, jobID });
}

/**
 * Deletes a paper that waits for its label; returns false, and deletes nothing, when the paper was
 * already enqueued.
 */
export function deleteWaiting(db: Db, id: string): boolean {
  return (
    db.sql(`DELETE FROM shipment_papers WHERE id = ? AND print_job_id IS NULL`).run(id).changes > 0
  );
}

/** Deletes the shipment's papers that wait for its label. */
export function deleteWaitingPapers(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM shipment_papers WHERE shipment_id = ? AND print_job_id IS NULL`).run(
    shipmentID,
  );
}

/** Returns whether the first print of the shipment's label is in the journal. */
export function isLabelQueued(db: Pick<Db, "sql">, shipmentID: string): boolean {
  return (
    db
      .sql(
        `SELECT 1 FROM print_jobs WHERE shipment_id = ? AND shipment_id <> '' AND is_reprint = 0 AND kind = 'LABEL'`,
      )
      .get(shipmentID) !== undefined
  );
}
