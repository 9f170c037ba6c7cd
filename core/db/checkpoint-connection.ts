/** Opens connections that copy the WAL into the database. */
import BetterSqlite3, { type Database } from "better-sqlite3";
import type { Db } from "./database.ts";
import { LATEST_CHECKPOINT_PAGES } from "./open-writer.ts";

/**
 * Opens a connection used only for checkpoints. It does not wait for locks.
 *
 * @throws SQLite's error when there is no file.
 */
export function openForCheckpoints(path: string): Database {
  const raw = new BetterSqlite3(path, { fileMustExist: true });
  raw.pragma("busy_timeout = 0");
  raw.pragma("synchronous = FULL");
  return raw;
}

/**
 * Sets whether a COMMIT that finds a very large WAL copies the WAL into the database. On at start.
 */
export function setWriterCopies(db: Pick<Db, "raw">, isCopying: boolean): void {
  db.raw.pragma(`wal_autocheckpoint = ${isCopying ? LATEST_CHECKPOINT_PAGES : 0}`);
}
