/**
 * Checks whether an earlier Packbench could work with a data folder, before an update is undone.
 * Changes nothing.
 */
import { existsSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { hasCopyFor } from "./before-upgrade.ts";
import { readerOf, schemaVersion } from "./migrate.ts";

/**
 * Returns whether an earlier version could open the database; true when no database exists. True
 * also when the earlier version would find the copy from before the update and the newer database
 * has not been used.
 *
 * @param path Path of the database.
 * @param knows The newest schema that the earlier version knows.
 * @throws SQLite's error for a file that cannot be read.
 */
export function canOlderVersionOpen(path: string, knows: number): boolean {
  if (!existsSync(path)) return true;
  const raw = new BetterSqlite3(path, { fileMustExist: true });
  try {
    return schemaVersion(raw) <= knows || readerOf(raw) <= knows || hasCopyFor(path, knows);
  } finally {
    raw.close();
  }
}
