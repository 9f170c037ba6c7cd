/**
 * SQL for merging a snapshot: the database `snap` is the snapshot's file, `main` the station's
 * database. Rows in each table of the snapshot are numbered from 1.
 */
import { byColumn } from "../../db/column-names.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { columnList } from "../../db/plain-names.ts";
import { QUARANTINED_COLUMNS, quarantinedSchema } from "../../db/snapshot/quarantined-shape.ts";
import { columnsInSnapshot } from "../../db/snapshot/snapshot-tables.ts";
import type { StationNames } from "../../db/snapshot/station-names.ts";
import { columnsOf } from "../../db/columns.ts";
import { declarationOf, type WithTables } from "../../db/tables.ts";
import type { Quarantined } from "../../db/quarantine.ts";
import type { InSnapshot, SnapshotScope } from "../../db/projection.ts";

type Read = Pick<Db, "sql">;
/** Rows of a table in the snapshot, by number. */
export type Slice = { readonly after: number; readonly to: number };
/** A row by its number in the snapshot. */
export type Numbered = { readonly n: number; readonly id: string };

const IN_SLICE = "s.rowid > :after AND s.rowid <= :to";

/** Attaches the snapshot's file. Must be called outside transactions. */
export function attach({ raw }: Pick<Db, "raw">, file: string): void {
  raw.prepare("ATTACH ? AS snap").run(file);
}

/** Detaches the snapshot's file. Must be called outside transactions. */
export function detach({ raw }: Pick<Db, "raw">): void {
  raw.prepare("DETACH snap").run();
}

/** Reads the snapshot's facts, JSON. */
export function readFacts(db: Read): string {
  return db.sql<{ body: string }>("SELECT body FROM snap.facts").get()?.body ?? "";
}

/** Finds the number of a table's last row in the snapshot; 0 for an empty or missing table. */
export function countRows(db: Read, table: string): number {
  const isThere =
    db.sql(`SELECT 1 FROM snap.sqlite_schema WHERE name = ?`).get(table) !== undefined;
  return isThere
    ? Number(
        db.sql<{ n: number | null }>(`SELECT max(rowid) AS n FROM snap.${table}`).get()?.n ?? 0,
      )
    : 0;
}

/** Finds the position of the last shipment here. */
export function lastShipment(db: Read): number {
  return Number(
    db.sql<{ seq: number | null }>("SELECT max(seq) AS seq FROM main.shipments").get()?.seq ?? 0,
  );
}

/** Returns whether the station has no row of a table. */
export function isEmpty(db: Read, table: string): boolean {
  return db.sql(`SELECT 1 FROM main.${table} LIMIT 1`).get() === undefined;
}

/** Lists the columns of a table that both the snapshot and this version know, the id first. */
export function listColumns(db: Db, table: string): string[] {
  const present = new Set(
    db
      .sql<{ name: string }>("SELECT name FROM pragma_table_info(?, 'snap')")
      .all(table)
      .map(({ name }) => name),
  );
  return columnsInSnapshot(db, table, columnsOf(db, table)).filter((column) => present.has(column));
}

/** Makes the SQL condition that `m` here is the row `s` of the snapshot. */
export function sameRow(of: WithTables, table: string): string {
  const { parent } = declarationOf(of, table);
  return `m.id = s.id${parent === undefined ? "" : ` AND m.${parent} = s.${parent}`}`;
}

/** Lists the numbers of the slice's rows that also exist here. */
export function listKnown(db: Pick<Db, "sql" | "tables">, table: string, of: Slice): number[] {
  return db
    .sql<{ n: number }>(
      `SELECT s.rowid AS n FROM snap.${table} AS s WHERE ${IN_SLICE} AND EXISTS (SELECT 1 FROM main.${table} AS m WHERE ${sameRow(db, table)})`,
    )
    .all(of)
    .map(({ n }) => n);
}

/**
 * Copies the rows that are missing here, with this database's station numbers in their stamps.
 * Columns that are not synced start with their initial values. Needs an open transaction.
 */
export function copyRows(
  db: Db,
  names: StationNames,
  table: string,
  columns: readonly string[],
  of: Slice,
): void {
  const initial = Object.entries(declarationOf(db, table).initial ?? {}).filter(
    ([column]) => !columns.includes(column),
  );
  const into = [...columns, ...initial.map(([column]) => column)].join(", ");
  const from = [columnList("s", columns), ...initial.map(([, value]) => `'${value}'`)].join(", ");
  db.sql(
    `WITH numbers AS MATERIALIZED (SELECT key AS there, value AS here FROM json_each(:numbers))
     INSERT OR IGNORE INTO main.${table} (stamp, ${into})
     SELECT substr(s.stamp, 1, 17) || n.here, ${from}
       FROM snap.${table} AS s CROSS JOIN numbers AS n ON n.there = substr(s.stamp, 18)
      WHERE ${IN_SLICE} ORDER BY s.rowid`,
  ).run({ ...of, numbers: names.numbers });
}

/** Lists the ends of stations in the snapshot. */
export function listEnds(db: Read): (Numbered & SqlRow & { readonly stamp: string })[] {
  const isThere =
    db.sql(`SELECT 1 FROM snap.sqlite_schema WHERE name = 'station_ends'`).get() !== undefined;
  return isThere
    ? db
        .sql<Numbered & SqlRow & { readonly stamp: string }>(
          `SELECT rowid AS n, * FROM snap.station_ends ORDER BY rowid`,
        )
        .all()
        .map((row) => ({ ...byColumn(row), n: row.n, id: row.id, stamp: row.stamp }))
    : [];
}

/** Deletes an end from the snapshot. Needs an open transaction. */
export function dropEnd(db: Read, n: number): void {
  db.sql(`DELETE FROM snap.station_ends WHERE rowid = ?`).run(n);
}

/** Rows of the quarantine that are read at once; each may be megabytes. */
const QUARANTINED_ROWS = 20;

/**
 * Yields the changes that the snapshot's creator had quarantined until they can be applied.
 *
 * @throws ZodError for a row in another shape.
 */
export function* quarantinedIn(db: Read): Generator<Quarantined> {
  if (db.sql(`SELECT 1 FROM snap.sqlite_schema WHERE name = 'aside'`).get() === undefined) return;
  const next = db.sql<{ n: number }>(
    `SELECT rowid AS n, ${QUARANTINED_COLUMNS} FROM snap.aside WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  );
  for (
    let rows = next.all(0, QUARANTINED_ROWS);
    rows.length > 0;
    rows = next.all(rows.at(-1)?.n, QUARANTINED_ROWS)
  ) {
    for (const row of rows) yield quarantinedSchema.parse(row);
  }
}

/** Finds the latest stamp in a slice before a limit, in the snapshot's form. */
export function latestStamp(
  db: Db,
  table: string,
  { limit, ...of }: Slice & { readonly limit: string },
): string | undefined {
  const found = db.sql<{ stamp: string | null }>(
    `SELECT max(stamp) AS stamp FROM (
       SELECT s.stamp FROM snap.${table} AS s WHERE ${IN_SLICE} AND s.stamp < :limit
        UNION ALL
       SELECT j.key
         FROM snap.${table} AS s
         JOIN snap.clocks AS c ON c.row_id = s.id AND c.table_name = :table
         JOIN json_each(c.clocks) AS j
        WHERE ${IN_SLICE} AND j.key < :limit)`,
  );
  return found.get({ ...of, table, limit })?.stamp ?? undefined;
}

/**
 * Lists the rows that were changed after their insert, with their clocks in the snapshot's form.
 */
export function listClocks(
  db: Read,
  table: string,
  of: Slice,
): (Numbered & { readonly clocks: string })[] {
  return db
    .sql<Numbered & { readonly clocks: string }>(
      `SELECT s.rowid AS n, s.id, c.clocks FROM snap.${table} AS s JOIN snap.clocks AS c ON c.row_id = s.id AND c.table_name = :table WHERE ${IN_SLICE}`,
    )
    .all({ ...of, table });
}

/** Stores the clocks of a copied row; needs the open transaction that copied the row. */
export function insertClocks(db: Db, table: string, id: string, clocks: string): void {
  db.sql(`INSERT OR IGNORE INTO row_clocks (row_id, table_name, clocks) VALUES (?, ?, ?)`).run(
    id,
    table,
    clocks,
  );
}

/** Lists rows of a slice that a projection needs, with the columns that the projection reads. */
export function listFor(
  db: Read,
  table: string,
  of: Slice,
  { where = "TRUE", reads = [], scope }: InSnapshot & { readonly scope: SnapshotScope },
): (Numbered & SqlRow)[] {
  return db
    .sql<Numbered & SqlRow>(
      `SELECT s.rowid AS n, ${columnList("s", ["id", ...reads])} FROM snap.${table} AS s WHERE ${IN_SLICE} AND (${where})`,
    )
    .all({ ...of, ...scope })
    .map((row) => ({ ...byColumn(row), n: row.n, id: row.id }));
}

/** Finds the position of the last of the next `atMost` shipments, and their count. */
export function nextShipments(
  db: Read,
  after: number,
  atMost: number,
): { readonly seq: number | null; readonly n: number } {
  return (
    db
      .sql<{ seq: number | null; n: number }>(
        `SELECT max(seq) AS seq, count(*) AS n FROM (SELECT seq FROM shipments WHERE seq > ? ORDER BY seq LIMIT ?)`,
      )
      .get(after, atMost) ?? { seq: null, n: 0 }
  );
}

/**
 * Adds parcels to the board, as the triggers would.
 *
 * @param of Shipments by position.
 * @param since Parcels that were delivered before this time are not shown.
 */
export function showParcels(db: Db, of: Slice, since: string): void {
  db.sql(
    `INSERT OR REPLACE INTO open_parcels
     SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
       FROM parcel_states
      WHERE seq > :after AND seq <= :to AND NOT (step = 'RETURNED' AND is_handled) AND NOT (step = 'DELIVERED' AND last_at < :since)`,
  ).run({ ...of, since });
}
