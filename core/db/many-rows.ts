/**
 * Reads rows of many subjects by one statement, on the writer's connection or on the reader: a page
 * of fifty costs as many statements as a page of one.
 */
import type { Db } from "./database.ts";
import type { Read } from "./reader-protocol.ts";

declare const rowType: unique symbol;

/** A statement with one parameter, `:ids`, a JSON array. `Row` is the type of its rows. */
export type ManyRows<Row> = { readonly sql: string; readonly [rowType]?: Row };

/**
 * Reads the rows of many ids on the writer's connection.
 *
 * @returns Rows in no particular order. Runs no statement when `ids` is empty.
 */
export function readNow<Row>(
  db: Pick<Db, "sql">,
  { sql }: ManyRows<Row>,
  ids: readonly string[],
): Row[] {
  return ids.length === 0 ? [] : db.sql<Row>(sql).all({ ids: JSON.stringify(ids) });
}

/** Makes a read for the reader thread. */
export function readOf<Row>({ sql }: ManyRows<Row>, ids: readonly string[]): Read {
  return { sql, parameters: { ids: JSON.stringify(ids) } };
}
