/**
 * Finds rows of a snapshot that also exist here with differences, and converts the differences to
 * changes with the stamps of their transactions.
 */
import { fieldOf } from "../column-names.ts";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { StampedChanges } from "../apply-remote.ts";
import type { Db, SqlRow, SqlValue } from "../database.ts";
import { columnList } from "../plain-names.ts";
import { INSERTED } from "../inserted-mark.ts";
import { parseClocks } from "../row-clocks.ts";
import { declarationOf, isSyncedColumn, type SyncedTable } from "../tables.ts";
import type { StationNames } from "./station-names.ts";

const valueSchema = z.union([z.string(), z.number(), z.null()]);

type Rows = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly same: string;
  readonly rowids: readonly number[];
};
type Found = SqlRow & {
  readonly id: string;
  readonly snapStamp: string;
  readonly hereStamp: string;
  readonly snapClocks: string | null;
  readonly hereClocks: string | null;
};

/**
 * Returns the changes that a snapshot's rows contain and this database lacks. A row with the same
 * stamps here gives only its columns that keep the larger value.
 *
 * @param rows.same Condition that `m` here and `s` in the snapshot are the same row.
 */
export function differingRows(
  db: Db,
  names: StationNames,
  { table, columns, same, rowids }: Rows,
): StampedChanges[] {
  const rows = db
    .sql<Found>(
      `SELECT ${columnList("s", columns)}, s.stamp AS snap_stamp, m.stamp AS here_stamp, c.clocks AS snap_clocks, h.clocks AS here_clocks
         FROM json_each(:rowids) AS n
         JOIN snap.${table} AS s ON s.rowid = n.value
         JOIN main.${table} AS m ON ${same}
         LEFT JOIN snap.clocks AS c ON c.row_id = s.id AND c.table_name = :table
         LEFT JOIN main.row_clocks AS h ON h.row_id = m.id AND h.table_name = :table`,
    )
    .all({ rowids: JSON.stringify(rowids), table });
  return rows
    .flatMap((row) =>
      stampedChangesOf({ table, declared: declarationOf(db, table) }, names, columns, row),
    )
    .sort((a, b) => (a.hlc < b.hlc ? -1 : 1));
}

function stampedChangesOf(
  { table, declared }: { readonly table: string; readonly declared: SyncedTable },
  names: StationNames,
  columns: readonly string[],
  row: Found,
): StampedChanges[] {
  const clocks = parseClocks(row.snapClocks);
  const isSame =
    names.shorten(row.snapStamp) === row.hereStamp &&
    canonical(localClocks(names, clocks)) === canonical(parseClocks(row.hereClocks));
  const { latest = [] } = declared;
  // A column that keeps the larger value has no stamp, so it can differ while all stamps are equal.
  if (isSame && latest.length === 0) return [];
  const travelling = columns.filter((column) => isSyncedColumn(declared, column));
  const later = new Map(
    Object.entries(clocks).flatMap(([stamp, fields]) =>
      fields.map((field): [string, string] => [field, stamp]),
    ),
  );
  const pick = (some: readonly string[]): SqlRow =>
    Object.fromEntries(some.map((column) => [column, row[fieldOf(column)] ?? null]));
  if (isSame)
    return [
      {
        hlc: names.whole(row.snapStamp),
        changes: [[table, row.id, pick(latest.filter((column) => travelling.includes(column)))]],
      },
    ];
  const whole: StampedChanges = {
    hlc: names.whole(row.snapStamp),
    changes: [[table, row.id, pick(travelling), 1]],
  };
  const changed = Object.keys(clocks).map((stamp): StampedChanges => ({
    hlc: names.whole(stamp),
    changes: [[table, row.id, pick(travelling.filter((column) => later.get(column) === stamp))]],
  }));
  return [whole, ...changed];
}

function localClocks(
  names: StationNames,
  clocks: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(clocks).map(([stamp, fields]) => [names.shorten(stamp), fields]),
  );
}

function canonical(clocks: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify(
    Object.entries(clocks)
      .map(([stamp, fields]) => [stamp, [...fields].sort()])
      .sort(),
  );
}

type Parked = {
  readonly rowID: string;
  readonly tableName: string;
  readonly field: string;
  readonly value: string;
  readonly stamp: string;
};

/** Lists the parked changes of the snapshot's creator, with the stamps of their transactions. */
export function listParked(db: Db, names: StationNames): StampedChanges[] {
  const rows = db
    .sql<Parked>(
      "SELECT row_id, table_name, field, value, stamp FROM snap.parked ORDER BY table_name, row_id, stamp",
    )
    .all();
  const byRow = new Map<string, Parked[]>();
  for (const row of rows)
    byRow.set(`${row.tableName} ${row.rowID}`, [
      ...(byRow.get(`${row.tableName} ${row.rowID}`) ?? []),
      row,
    ]);
  return [...byRow.values()].flatMap((some) => {
    const fields = some.filter(({ field }) => field !== INSERTED);
    const insertedAt = some.find(({ field }) => field === INSERTED)?.stamp;
    const { tableName: table, rowID: id } = some[0] ?? { tableName: "", rowID: "" };
    // A row's insert has all its fields; fields that were written later follow with their own
    // stamps.
    const whole: StampedChanges[] =
      insertedAt === undefined
        ? []
        : [{ hlc: names.whole(insertedAt), changes: [[table, id, valuesOf(fields), 1]] }];
    const stamps = [...new Set(fields.map(({ stamp }) => stamp))].filter(
      (stamp) => stamp !== insertedAt,
    );
    return [
      ...whole,
      ...stamps.map((stamp): StampedChanges => ({
        hlc: names.whole(stamp),
        changes: [[table, id, valuesOf(fields.filter((one) => one.stamp === stamp))]],
      })),
    ];
  });
}

function valuesOf(fields: readonly Parked[]): SqlRow {
  return Object.fromEntries(
    fields.map(({ field, value }): [string, SqlValue] => [
      field,
      parseJson(value, valueSchema, "a change that waits"),
    ]),
  );
}
