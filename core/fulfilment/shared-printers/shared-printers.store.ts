/** SQL for `shared_printers`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { SharedPrinter } from "./shared-printers.schema.ts";

export type SharedPrinterRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly stationID: string;
  readonly stationName: string;
  readonly name: string;
  readonly language: SharedPrinter["language"];
  readonly dpi: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly state: SharedPrinter["state"];
  /** 0: no longer shared. */
  readonly isShared: number;
};

/** Inserts a printer; needs an open transaction. */
export function insertPrinter(db: Db, row: SharedPrinterRow): void {
  insertRow(db, "shared_printers", row);
}

/** Updates a printer; needs an open transaction. */
export function updatePrinter(
  db: Db,
  id: string,
  fields: Partial<Omit<SharedPrinterRow, "id">>,
): void {
  updateRow(db, "shared_printers", id, fields);
}

/** Finds a printer, also one that is no longer shared. */
export function findPrinter(db: Pick<Db, "sql">, id: string): SharedPrinterRow | undefined {
  return db.sql<SharedPrinterRow>(`SELECT * FROM shared_printers WHERE id = ?`).get(id);
}

/** Lists the shared printers of a station, by name. */
export function listOf(db: Pick<Db, "sql">, stationID: string): SharedPrinterRow[] {
  return db
    .sql<SharedPrinterRow>(
      `SELECT * FROM shared_printers WHERE station_id = ? AND is_shared = 1 ORDER BY name, id`,
    )
    .all(stationID);
}

/**
 * Lists the shared printers of an organization, rarely more than some dozens, by station and name.
 */
export function listShared(db: Pick<Db, "sql">, organizationID: string): SharedPrinterRow[] {
  return db
    .sql<SharedPrinterRow>(
      `SELECT * FROM shared_printers WHERE organization_id = ? AND is_shared = 1 ORDER BY station_name, station_id, name, id`,
    )
    .all(organizationID);
}
