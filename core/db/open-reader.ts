/** Opens read-only connections. */
import BetterSqlite3 from "better-sqlite3";
import type { CachedDb, Db } from "./database.ts";
import { defineReadFunctions } from "./read-functions.ts";
import { createStatements } from "./statements.ts";
import type { Tables } from "./tables.ts";

/**
 * Pages that a reader keeps, KiB; the system keeps the others. At 1,000,000 shipments, lists,
 * searches and Today are as fast as with better-sqlite3's 16 MB, which would stay filled.
 */
const CACHE_KIB = 4_096;

/**
 * Opens a second, read-only connection for lists, exports and checks next to the writer.
 *
 * @param keepReading Called by statements that use `still_wanted()`; an error it throws ends the
 *   statement.
 */
export function openReader(
  path: string,
  keepReading: () => void = () => {},
): Pick<Db, "raw" | "sql" | "close"> {
  const raw = new BetterSqlite3(path, { readonly: true });
  raw.pragma("busy_timeout = 5000");
  raw.pragma(`cache_size = -${CACHE_KIB}`);
  defineReadFunctions(raw, keepReading);
  return { raw, sql: createStatements(raw), close: () => void raw.close() };
}

/**
 * Opens a read-only connection that shows one state of the database until it is closed, for a
 * thread that reads much.
 *
 * @param tables The declarations of all tables.
 */
export function openSnapshot(path: string, tables: Tables): CachedDb & Pick<Db, "close"> {
  const { raw, sql, close } = openReader(path);
  raw.exec("BEGIN");
  // Nothing is written while the connection is open, so cached reads stay valid.
  return { sql, tables, writes: new Map(), readCache: new Map(), close };
}
