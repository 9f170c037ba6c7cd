/** SQL for `row_clocks`: the stamp of each field that was changed after its row was inserted. */
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import type { Db } from "./database.ts";

const clocksSchema = z.record(z.string(), z.array(z.string()));

/** Stamp → the fields that were last written with it. */
export type RowClocks = Record<string, string[]>;

/**
 * Reads the stamps of a row's fields; an empty object for a row that was not changed since its
 * insert.
 */
export function readClocks(db: Pick<Db, "sql">, table: string, id: string): RowClocks {
  return parseClocks(
    db
      .sql<{ clocks: string }>(`SELECT clocks FROM row_clocks WHERE row_id = ? AND table_name = ?`)
      .get(id, table)?.clocks ?? null,
  );
}

/**
 * Parses the stamps of a row's fields.
 *
 * @param clocks The column's value; null: the row was not changed since its insert.
 */
export function parseClocks(clocks: string | null): RowClocks {
  return clocks === null ? {} : parseJson(clocks, clocksSchema, "the clocks of a row");
}

/** Gives `fields` the stamp, and removes them from their earlier stamps. */
export function writeClocks(
  db: Db,
  table: string,
  id: string,
  fields: readonly string[],
  stamp: string,
): void {
  const clocks: RowClocks = { [stamp]: [...fields].sort() };
  for (const [other, names] of Object.entries(readClocks(db, table, id))) {
    const kept = names.filter((name) => !fields.includes(name));
    if (kept.length > 0) clocks[other] = [...new Set([...(clocks[other] ?? []), ...kept])].sort();
  }
  db.sql(
    `INSERT INTO row_clocks (row_id, table_name, clocks) VALUES (:id, :table, :clocks)
     ON CONFLICT DO UPDATE SET clocks = excluded.clocks`,
  ).run({ id, table, clocks: JSON.stringify(clocks) });
}

/** Finds the stamp of one field; undefined when the field has its row's stamp. */
export function stampOf(clocks: RowClocks, field: string): string | undefined {
  return Object.entries(clocks).find(([, fields]) => fields.includes(field))?.[0];
}
