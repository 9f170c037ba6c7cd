/** Opens read-only connections, and prepares the statements of every connection. */
import BetterSqlite3, { type Database, type Statement } from "better-sqlite3";
import type { Db } from "./database.ts";
import { defineReadFunctions } from "./read-functions.ts";

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
  return { raw, sql: statements(raw), close: () => void raw.close() };
}

/** Prepares each statement of a connection once. */
export function statements(raw: Database): Db["sql"] {
  const kept = new Map<string, Statement<unknown[], unknown>>();
  return <Row>(text: string) => {
    let statement = kept.get(text);
    if (statement === undefined) {
      statement = raw.prepare<unknown[], unknown>(text);
      kept.set(text, statement);
    }
    // A store declares its row type next to its columns.
    return statement as Statement<unknown[], Row>;
  };
}
