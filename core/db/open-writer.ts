/** Opens the writing connection: makes the file, sets its pragmas and migrates its schema. */
import { renameSync, rmSync } from "node:fs";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { silentLog, type Log } from "../base/log.ts";
import { copyBeforeUpgrade, stepBack } from "./before-upgrade.ts";
import { isNoDatabase, noDatabase } from "./data-folder.ts";
import { DatabaseIsNewerError, migrate, newestSchema, type OnUpgrade } from "./migrate.ts";

/** A WAL larger than this is truncated when everything in it has been copied. */
export const KEPT_WAL_BYTES = 16 * 1024 * 1024;
/**
 * WAL size at which the writer copies the WAL itself, in pages: 32 MiB. Usually `checkpoints.ts`
 * has copied the WAL before.
 */
export const LATEST_CHECKPOINT_PAGES = 8_000;
/**
 * Pages that the writer keeps, KiB; the system keeps the others. At 1,000,000 shipments, orders are
 * made, opened and bought as fast as with better-sqlite3's 16 MB, which would stay filled.
 */
const CACHE_KIB = 8_192;

/**
 * Makes a database under another name and renames it, so that a crash leaves a complete new
 * database or none, never an empty one.
 */
export function makeDatabase(path: string): void {
  const draft = `${path}.new`;
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${draft}${ending}`, { force: true });
  openWriter(draft).close();
  renameSync(draft, path);
}

/**
 * Opens the connection that writes. If this version cannot read the database and its copy from
 * before the update may be restored, restores and opens the copy.
 *
 * @throws DatabaseIsNewerError, DataFolderError as `openDatabase`.
 */
export function openWriter(path: string, log?: Log, onUpgrade?: OnUpgrade): Database {
  const raw = new BetterSqlite3(path);
  try {
    if (isForeign(raw)) throw noDatabase(path);
    prepare(raw, path, log, onUpgrade);
    return raw;
  } catch (error) {
    if (
      error instanceof DatabaseIsNewerError &&
      stepBack(path, raw, newestSchema(), log ?? silentLog)
    )
      return openWriter(path, log, onUpgrade);
    raw.close();
    throw isNoDatabase(error) ? noDatabase(path) : error;
  }
}

/**
 * Returns whether the file is another program's database: it has tables, but no schema version of
 * ours.
 */
function isForeign(raw: Database): boolean {
  return (
    raw.pragma("user_version", { simple: true }) === 0 &&
    raw.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined
  );
}

function prepare(raw: Database, path: string, log: Log = silentLog, onUpgrade?: OnUpgrade): void {
  // Only in an empty file: otherwise the pragma would write and wait for another writing
  // connection.
  if (raw.pragma("page_count", { simple: true }) === 0) raw.pragma("auto_vacuum = INCREMENTAL");
  raw.pragma("journal_mode = WAL");
  // better-sqlite3's default under WAL is synchronous=NORMAL: a power cut could lose the last
  // transaction, which may be a label already paid for.
  raw.pragma("synchronous = FULL");
  raw.pragma("foreign_keys = ON");
  raw.pragma("busy_timeout = 5000");
  raw.pragma(`wal_autocheckpoint = ${LATEST_CHECKPOINT_PAGES}`);
  raw.pragma(`journal_size_limit = ${KEPT_WAL_BYTES}`);
  migrate(raw, log, onUpgrade, (schema, isReadableAfter) =>
    copyBeforeUpgrade(raw, path, schema, isReadableAfter, log),
  );
  // After the upgrade, which changes many pages at once.
  raw.pragma(`cache_size = -${CACHE_KIB}`);
}
