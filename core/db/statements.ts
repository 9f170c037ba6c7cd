/**
 * Prepares statements and caches them per connection, because preparing costs more than running.
 * Rows leave a statement with camelCase names (`column-names.ts`).
 */
import type { Database, RunResult, Statement } from "better-sqlite3";
import { fieldOf } from "./column-names.ts";

/** A prepared statement. Its parameters are positional, or one object for named ones. */
export type SqlStatement<Row> = {
  run(...parameters: unknown[]): RunResult;
  get(...parameters: unknown[]): Row | undefined;
  all(...parameters: unknown[]): Row[];
  iterate(...parameters: unknown[]): IterableIterator<Row>;
};

/** Returns the function that prepares a statement of this connection, or finds it prepared. */
export function createStatements(raw: Database): <Row>(text: string) => SqlStatement<Row> {
  const prepared = new Map<string, SqlStatement<unknown>>();
  return <Row>(text: string) => {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = withFieldNames(raw.prepare<unknown[], unknown>(text));
      prepared.set(text, statement);
    }
    // A store declares its row type next to its columns.
    return statement as SqlStatement<Row>;
  };
}

function withFieldNames(statement: Statement<unknown[], unknown>): SqlStatement<unknown> {
  if (!statement.reader) return statement;
  const columns = statement.columns().map(({ name }) => name);
  const fields = columns.map(fieldOf);
  if (fields.every((field, i) => field === columns[i])) return statement;
  const values = statement.raw(true) as Statement<unknown[], unknown[]>;
  // Copying an object that has all fields is as fast as SQLite's own rows; adding the fields one by
  // one takes twice as long.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(
    fields.map((field) => [field, null]),
  );
  const rowOf = (row: unknown[]): Record<string, unknown> => {
    const found = { ...empty };
    for (const [i, field] of fields.entries()) found[field] = row[i];
    return found;
  };
  return {
    run: (...parameters) => values.run(...parameters),
    get(...parameters) {
      const row = values.get(...parameters);
      return row === undefined ? undefined : rowOf(row);
    },
    all: (...parameters) => values.all(...parameters).map(rowOf),
    *iterate(...parameters) {
      for (const row of values.iterate(...parameters)) yield rowOf(row);
    },
  };
}
