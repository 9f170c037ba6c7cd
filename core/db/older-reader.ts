/**
 * Whether an earlier Packbench could work with a data folder: asked before an update is taken back.
 * Changes nothing.
 */
import { existsSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { hasCopyFor } from "./before-upgrade.ts";
import { readerOf, schemaVersion } from "./migrate.ts";

/**
 * @param path Of the database; true when there is none yet.
 * @param knows The newest schema that the earlier version knows.
 * @returns True also when it would find the copy from before the update, and nothing was written
 *   since.
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
