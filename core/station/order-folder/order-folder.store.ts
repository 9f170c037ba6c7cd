/** SQL for `order_folder_files` and `order_folder_results`, which belong to this station. */
import type { Db } from "../../db/database.ts";
import type { FileReason, FolderFile } from "./order-folder.schema.ts";

export type FileRow = {
  readonly id: string;
  readonly organizationID: string;
  readonly at: string;
  readonly name: string;
  readonly kind: FolderFile["kind"];
  readonly state: FolderFile["state"];
  readonly reason: FileReason;
  readonly detail: string;
  readonly added: number;
  readonly known: number;
  readonly rejected: number;
  readonly shipmentID: string;
  readonly paperID: string;
};

/** Inserts a file's row or replaces it. Needs an open transaction. */
export function writeFile(db: Db, row: FileRow): void {
  db.sql(
    `INSERT INTO order_folder_files (id, organization_id, at, name, kind, state, reason, detail, added, known, rejected, shipment_id, paper_id)
     VALUES (:id, :organizationID, :at, :name, :kind, :state, :reason, :detail, :added, :known, :rejected, :shipmentID, :paperID)
     ON CONFLICT DO UPDATE SET at = excluded.at, state = excluded.state, reason = excluded.reason,
       detail = excluded.detail, added = excluded.added, known = excluded.known,
       rejected = excluded.rejected, shipment_id = excluded.shipment_id, paper_id = excluded.paper_id`,
  ).run(row);
}

const COLUMNS =
  "id, organization_id, at, name, kind, state, reason, detail, added, known, rejected, shipment_id, paper_id";

/** Finds the row of a file. */
export function findFile(db: Pick<Db, "sql">, id: string): FileRow | undefined {
  return db.sql<FileRow>(`SELECT ${COLUMNS} FROM order_folder_files WHERE id = ?`).get(id);
}

/** Stores the rejected rows of a file until they are written; empty: forgets them. */
export function writeRefusedRows(db: Db, id: string, rows: Uint8Array): void {
  db.sql(`UPDATE order_folder_files SET refused_rows = :rows WHERE id = :id`).run({ id, rows });
}

/** Reads the rejected rows of a file that are not written yet; undefined for none. */
export function readRefusedRows(db: Pick<Db, "sql">, id: string): Uint8Array | undefined {
  const row = db
    .sql<{ refusedRows: Uint8Array }>(`SELECT refused_rows FROM order_folder_files WHERE id = ?`)
    .get(id);
  return row === undefined || row.refusedRows.length === 0 ? undefined : row.refusedRows;
}

/** Lists an organization's last files, newest first. */
export function listFiles(db: Pick<Db, "sql">, organizationID: string, atMost: number): FileRow[] {
  return db
    .sql<FileRow>(
      `SELECT ${COLUMNS} FROM order_folder_files WHERE organization_id = ? ORDER BY at DESC, id DESC LIMIT ?`,
    )
    .all(organizationID, atMost);
}

/** Counts the files since a time that were refused, or of which rows were refused. */
export function countRefused(db: Pick<Db, "sql">, organizationID: string, since: string): number {
  const counted = db
    .sql<{ n: number }>(
      `SELECT count(*) AS n
         FROM order_folder_files
        WHERE organization_id = :organizationID AND at > :since AND state IN ('PARTLY', 'REFUSED')`,
    )
    .get({ organizationID, since });
  return counted?.n ?? 0;
}

/** Lists the papers that wait for their order or its label. */
export function listOpenPapers(db: Pick<Db, "sql">): FileRow[] {
  return db
    .sql<FileRow>(
      `SELECT ${COLUMNS} FROM order_folder_files WHERE state IN ('WAITING', 'ATTACHED') ORDER BY id`,
    )
    .all();
}

/** Lists earlier files of one name that are attached to a shipment. */
export function listVersionsBefore(
  db: Pick<Db, "sql">,
  of: Pick<FileRow, "id" | "name" | "shipmentID">,
): FileRow[] {
  return db
    .sql<FileRow>(
      `SELECT ${COLUMNS}
         FROM order_folder_files
        WHERE state = 'ATTACHED' AND shipment_id = :shipmentID AND name = :name AND id < :id
        ORDER BY id`,
    )
    .all(of);
}

/** Deletes rows of old files; open papers stay. @returns How many were deleted. */
export function deleteFiles(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM order_folder_files
        WHERE id IN (SELECT id
                       FROM order_folder_files
                      WHERE at < :before AND state NOT IN ('WAITING', 'ATTACHED')
                      ORDER BY at
                      LIMIT :atMost)`,
    )
    .run({ before, atMost }).changes;
}

type ResultStatus = "LABEL_BOUGHT" | "CANCELLED";
export type ResultRow = {
  readonly seq: number;
  readonly transactionID: string;
  readonly status: ResultStatus;
  readonly at: string;
  readonly file: string;
};

/** Inserts a result unless the label has it already. Needs an open transaction. */
export function insertResult(db: Db, row: Omit<ResultRow, "seq" | "file">): void {
  db.sql(
    `INSERT INTO order_folder_results (transaction_id, status, at)
     VALUES (:transactionID, :status, :at)
     ON CONFLICT DO NOTHING`,
  ).run(row);
}

/** Lists the oldest results that are in no file yet, or in a file that is being written. */
export function listUnwritten(db: Pick<Db, "sql">, atMost: number): ResultRow[] {
  return db
    .sql<ResultRow>(
      `SELECT seq, transaction_id, status, at, file
         FROM order_folder_results
        WHERE is_written = 0
        ORDER BY seq
        LIMIT ?`,
    )
    .all(atMost);
}

/** Counts the results that are in no written file. */
export function countUnwritten(db: Pick<Db, "sql">): number {
  return (
    db
      .sql<{ n: number }>(`SELECT count(*) AS n FROM order_folder_results WHERE is_written = 0`)
      .get()?.n ?? 0
  );
}

/** Assigns the unwritten results up to a row to a file. Needs an open transaction. */
export function assignFile(db: Db, upTo: number, file: string): void {
  db.sql(
    `UPDATE order_folder_results SET file = :file WHERE is_written = 0 AND file = '' AND seq <= :upTo`,
  ).run({ file, upTo });
}

/** Marks the results up to a row as written. Needs an open transaction. */
export function markWritten(db: Db, upTo: number): void {
  db.sql(
    `UPDATE order_folder_results SET is_written = 1 WHERE is_written = 0 AND seq <= :upTo`,
  ).run({ upTo });
}

/** Deletes the oldest written results from before a time. @returns How many were deleted. */
export function deleteResults(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM order_folder_results
        WHERE seq IN (SELECT seq FROM order_folder_results ORDER BY seq LIMIT :atMost)
          AND at < :before
          AND is_written = 1`,
    )
    .run({ before, atMost }).changes;
}
