/** Declarations of tables agree with the schema and with each other. */
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { ALL_TABLES } from "../../core/all-tables.ts";
import { migrate } from "../../core/db/migrate.ts";
import { tablesInOrder } from "../../core/db/snapshot/snapshot-tables.ts";
import { collectTables, declarationOf, type SyncedTable } from "../../core/db/tables.ts";
import { PROJECTIONS } from "../../core/sync/projections.ts";

const OF = { tables: ALL_TABLES };

const db = new BetterSqlite3(":memory:");
migrate(db);

const columnsOf = (table: string): ReadonlyMap<string, { readonly isNullable: number }> =>
  new Map(
    db
      .prepare<[string], { name: string; isNullable: number }>(
        `SELECT name, 1 - "notnull" AS isNullable FROM pragma_table_info(?)`,
      )
      .all(table)
      .map((column) => [column.name, column]),
  );

/** Columns that a declaration names, each with its table. */
function namedColumns(table: string, declared: SyncedTable): [table: string, column: string][] {
  const { owner, parent, exported } = declared;
  const own = [
    declared.local,
    declared.foldedColumns,
    declared.latest,
    declared.personalByRow,
    exported?.leaves,
    [parent, declared.writer].flatMap((column) => column ?? []),
    Object.keys({ ...declared.needs, ...declared.initial, ...declared.personal }),
    typeof owner === "object" && "of" in owner ? [owner.by] : [],
  ].flatMap((some) => some ?? []);
  return [
    ...own.map((column): [string, string] => [table, column]),
    ...(typeof owner === "object" && "sharedIn" in owner
      ? [[owner.sharedIn, owner.by] satisfies [string, string]]
      : []),
  ];
}

describe("declarations of tables", () => {
  it("table declarations name only existing columns", () => {
    const missing = [...ALL_TABLES.synced]
      .flatMap(([table, declared]) => namedColumns(table, declared))
      .filter(([table, column]) => !columnsOf(table).has(column));
    const inAny = new Set([...ALL_TABLES.synced.keys()].flatMap((t) => [...columnsOf(t).keys()]));
    const unused = ALL_TABLES.naming.filter(([column]) => !inAny.has(column));
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
  });

  it("table declarations name only synced tables, each after the tables it needs", () => {
    const order = tablesInOrder(OF);
    const others = [...ALL_TABLES.synced].flatMap(([, { needs = {}, owner }]) => [
      ...Object.values(needs),
      ...(typeof owner === "object" ? ["of" in owner ? owner.of : owner.sharedIn] : []),
    ]);
    const early = [...ALL_TABLES.synced].filter(
      ([table, { needs = {}, isMergedFirst }]) =>
        isMergedFirst !== true &&
        Object.values(needs).some((needed) => order.indexOf(needed) > order.indexOf(table)),
    );
    expect({ unknown: others.filter((name) => !order.includes(name)), early }).toEqual({
      unknown: [],
      early: [],
    });
  });

  it("each table and column that a projection reads exists", () => {
    const reads = PROJECTIONS.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([table, { reads: columns = [] }]) =>
        ["id", ...columns].map((column) => ({ table, column })),
      ),
    );
    const missing = reads.filter(
      ({ table, column }) => !ALL_TABLES.synced.has(table) || !columnsOf(table).has(column),
    );
    expect(missing).toEqual([]);
  });

  it("no declaration erases a personal column with null where the column is NOT NULL", () => {
    const bad = [...ALL_TABLES.synced].flatMap(([table, { personal = {} }]) =>
      Object.entries(personal).filter(
        ([column, value]) => value === null && columnsOf(table).get(column)?.isNullable !== 1,
      ),
    );
    expect(bad).toEqual([]);
  });

  it("a second declaration of a table throws, and so does a lookup of an undeclared table", () => {
    const twice = { synced: { notes: { merge: "once" } } } as const;
    expect(() => collectTables([twice, twice])).toThrow("the table notes is declared twice");
    expect(() => declarationOf(OF, "notes")).toThrow("the synced table notes is not declared");
  });
});
