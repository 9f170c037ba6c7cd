/** SQL for `announcement_files`. */
import { parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { fileLayoutSchema, type FileLayout, type FileState } from "./announcement-files.schema.ts";

export type FileRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly accountID: string;
  /** Member; "" for a file of a set time. */
  readonly createdBy: string;
  readonly stationID: string;
  readonly name: string;
  readonly layout: FileLayout;
  readonly parcels: number;
  readonly state: FileState;
};

type StoredRow = Omit<FileRow, "layout"> & { readonly layout: string };

function parsed(row: StoredRow): FileRow {
  return {
    ...row,
    layout: parseJsonOr(row.layout, fileLayoutSchema, { format: "csv", columns: "" }),
  };
}

/** Inserts a file; needs an open transaction. */
export function insertFile(db: Db, row: FileRow): void {
  insertRow(db, "announcement_files", { ...row, layout: JSON.stringify(row.layout) });
}

/**
 * Moves a file from one state to another; needs an open transaction.
 *
 * @returns False, with nothing written, when it is in another state.
 */
export function moveFile(
  db: Db,
  { id, state }: Pick<FileRow, "id" | "state">,
  to: FileState,
  now: string,
): boolean {
  return updateRow(db, "announcement_files", id, { state: to, updatedAt: now }, { state });
}

/** Finds a file of an organization. */
export function findFile(
  db: Pick<Db, "sql">,
  organizationID: string,
  id: string,
): FileRow | undefined {
  const row = db
    .sql<StoredRow>(`SELECT * FROM announcement_files WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
  return row === undefined ? undefined : parsed(row);
}

/** Lists the newest files of an account. */
export function listFiles(
  db: Pick<Db, "sql">,
  of: { readonly organizationID: string; readonly accountID: string; readonly atMost: number },
): FileRow[] {
  return db
    .sql<StoredRow>(
      `SELECT *
         FROM announcement_files
        WHERE organization_id = :organizationID AND account_id = :accountID
        ORDER BY created_at DESC, id DESC
        LIMIT :atMost`,
    )
    .all(of)
    .map(parsed);
}
