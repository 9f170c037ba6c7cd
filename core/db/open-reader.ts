/** Opens read-only connections. */
import BetterSqlite3 from "better-sqlite3";
import type { Db } from "./database.ts";
import { defineReadFunctions } from "./read-functions.ts";
import { createStatements } from "./statements.ts";

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
  defineReadFunctions(raw, keepReading);
  return { raw, sql: createStatements(raw), close: () => void raw.close() };
}
