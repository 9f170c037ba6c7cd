/**
 * Applies changes of other stations. Single changes enter this database only in this way; whole
 * rows also come with a snapshot. A change may come twice, in any order, and before the rows that
 * it names. A change of a missing row, and a row that names a missing row, wait in `parked_changes`
 * and are applied when the missing row comes. Changes of tables and columns that this version does
 * not know stay parked until its upgrade.
 */
import { isDerived } from "../base/derived-id.ts";
import { inTransaction, insertStatement } from "./change.ts";
import type { Db, RowChange, SqlRow, Writer } from "./database.ts";
import { TIME_DIGITS } from "./hlc.ts";
import { INSERTED } from "./inserted-mark.ts";
import { isParkedFull } from "./kept-of-stations.ts";
import {
  type Applied,
  type Row,
  type Written,
  addFields,
  keyFields,
  keyOf,
  keepEarlier,
  mergeFields,
  baseOf,
  divide,
  type AppliedRow,
} from "./merge-fields.ts";
import { noteWrite } from "./open-transaction.ts";
import * as parked from "./parked.store.ts";
import { readClocks, stampOf, writeClocks } from "./row-clocks.ts";
import { findMeta, RECEIVED, writeMeta } from "./station-meta.ts";
import { columnsOf } from "./columns.ts";
import { declarationOf, isSynced, syncedTables } from "./tables.ts";

/**
 * The changes of one transaction of another station, with its stamp, as stored in that station's
 * outbox.
 */
export type StampedChanges = { readonly hlc: string; readonly changes: readonly RowChange[] };

/** Updates folded states, counts and indexes in the rows' transaction. */
export type Project = (rows: readonly AppliedRow[]) => void;

/**
 * Applies the changes of other stations' transactions, all of them or none.
 *
 * @throws ClockSkewError when a station's clock is more than five minutes ahead; nothing is
 *   applied.
 */
export function applyRemote(
  writer: Writer,
  received: readonly StampedChanges[],
  project: Project,
): void {
  const { db } = writer;
  join(db, project);
  const nowMs = Date.parse(writer.now());
  for (const { hlc } of received) db.clock.receive(hlc, nowMs);
  const latest = received.reduce((last, { hlc }) => (hlc > last ? hlc : last), "");
  inTransaction(writer, () => {
    const applied: Applied = { db, rows: [] };
    for (const { hlc, changes } of received) {
      const stamp = db.stamps.shorten(hlc);
      for (const change of changes) applyChange(applied, change, stamp);
    }
    project(applied.rows);
    noteReceived(writer, latest);
  });
}

/**
 * Stores the newest stamp received from other stations, and advances this station's clock past it.
 * Inside a transaction.
 */
export function noteReceived({ db, now }: Writer, latest: string): void {
  if (latest > (findMeta(db, RECEIVED) ?? "")) writeMeta(db, RECEIVED, latest);
  writeMeta(db, "clock", db.clock.next(Date.parse(now())));
}

/**
 * Sets `db.joined`: from then on, a row that is created here takes up the changes that other
 * stations sent about it earlier. For example, another station imported the same order and sent its
 * scan, or sent facts that are folded together with the row. Called at start if changes came
 * before, when the station connects to a hub, and when changes or a snapshot are applied.
 */
export function join(db: Db, project: Project): void {
  db.joined ??= {
    settle(made) {
      const applied: Applied = {
        db,
        rows: made.filter(
          (row) => declarationOf(db, row.table).isFolded !== true || isShared(db, row),
        ),
      };
      for (const row of made) {
        if (parked.hasAny(db, row.table, row.id)) applyParkedOf(applied, row);
        applyWaiting(applied, row);
      }
      project(applied.rows);
    },
  };
}

/** Returns whether rows of other stations are folded into the same parent as this row. */
function isShared(db: Db, { table, fields }: AppliedRow): boolean {
  const { parent = "id" } = declarationOf(db, table);
  const here = db.open?.stamp.slice(TIME_DIGITS);
  return db.tables.folded.some(
    (other) =>
      db
        .sql(
          `SELECT 1 FROM ${other} WHERE ${parent} = ? AND substr(stamp, ${TIME_DIGITS + 1}) <> ? LIMIT 1`,
        )
        .get(fields[parent], here) !== undefined,
  );
}

/**
 * Applies parked changes that have become applicable. Called after an upgrade that knows more
 * tables and columns, and after a snapshot has brought rows.
 */
export function applyParked(writer: Writer, project: Project): void {
  const { db } = writer;
  inTransaction(writer, () => {
    const applied: Applied = { db, rows: [] };
    for (const table of syncedTables(db)) {
      for (const id of parked.listRows(db, table)) applyParkedOf(applied, { table, id });
    }
    parked.dropIdleWaits(db);
    project(applied.rows);
  });
}

function applyChange(
  applied: Applied,
  [table, id, fields, isInsert]: RowChange,
  stamp: string,
): void {
  const { db } = applied;
  const row = { table, id };
  if (!isSynced(db, table)) return park(db, row, { fields, stamp }, isInsert === 1);
  const columns = columnsOf(db, table);
  const [known, unknown] = divide(fields, (field) => columns.has(field));
  const written = { fields: known, stamp };
  if (Object.keys(unknown).length > 0)
    park(db, row, { fields: { ...unknown, ...keyFields(db, table, fields) }, stamp }, false);
  if (isMissing(db, row, known)) return park(db, row, written, isInsert === 1);
  if (declarationOf(db, table).merge === "once") return insertOnce(applied, row, written);
  const base = baseOf(db, row);
  if (base !== undefined)
    return mergeFields(
      applied,
      row,
      written,
      isInsert === 1 ? keepEarlier(db, row, base, stamp) : base,
    );
  if (isInsert !== 1) return park(db, row, written, false);
  insertWhole(applied, row, written);
  if (parked.hasAny(db, table, id)) applyParkedOf(applied, row);
}

/**
 * Inserts a row of a table with `merge: "once"`. If two stations insert the same derived id, every
 * station keeps the earlier insert. A row with a random id keeps the content that arrived first,
 * with the earliest stamp of an insert with this content.
 */
function insertOnce(applied: Applied, row: Row, { fields, stamp }: Written): void {
  const { db } = applied;
  const { table, id } = row;
  noteWrite(db, table);
  if (insertStatement(db, table, { ...fields, id }, stamp, "INSERT OR IGNORE").changes === 0) {
    const key = `${keyOf(db, table, fields)}id = :id`;
    const known = db
      .sql<{ stamp: string }>(`SELECT stamp FROM ${table} WHERE ${key}`)
      .get({ ...fields, id })?.stamp;
    if (known === undefined || !db.stamps.isAfter(known, stamp)) return;
    const names = Object.keys(fields);
    // Two stations never choose the same random id. Different content under such an id is therefore
    // an error of its sender, and is ignored.
    const same = isDerived(id) ? [] : names.map((c) => ` AND ${c} IS :${c}`);
    const set = [...names.map((c) => `${c} = :${c}`), "stamp = :stamp"].join(", ");
    const { changes } = db
      .sql(`UPDATE ${table} SET ${set} WHERE ${key}${same.join("")}`)
      .run({ ...fields, id, stamp });
    if (changes === 0) return;
  }
  noteApplied(applied, { ...row, fields });
}

function insertWhole(applied: Applied, row: Row, { fields, stamp }: Written): void {
  noteWrite(applied.db, row.table);
  insertStatement(
    applied.db,
    row.table,
    { ...declarationOf(applied.db, row.table).initial, ...fields, id: row.id },
    stamp,
    "INSERT",
  );
  noteApplied(applied, { ...row, fields });
}

/** Applies the parked fields of a row that have become applicable. */
function applyParkedOf(applied: Applied, row: Row): void {
  const { db } = applied;
  const { table, id } = row;
  const { merge, parent, latest = [], isSealed } = declarationOf(db, table);
  const { fields: waiting, insertedAt } = parked.readRow(db, table, id);
  const columns = columnsOf(db, table);
  const known = waiting.filter(({ field }) => columns.has(field));
  const fields: SqlRow = Object.fromEntries(known.map(({ field, value }) => [field, value]));
  if (merge === "once") {
    const isKeyAlone = known.every(({ field }) => field === parent);
    if (insertedAt === undefined && (isKeyAlone || isSealed === true)) return;
    if (insertedAt === undefined) addFields(applied, row, fields);
    else insertOnce(applied, row, { fields, stamp: insertedAt });
  } else {
    const base = baseOf(db, row);
    if (isMissing(db, row, fields) || (base === undefined && insertedAt === undefined)) return;
    if (base !== undefined) {
      const counts = insertedAt === undefined ? base : keepEarlier(db, row, base, insertedAt);
      // `ofInsert`: fields of the row's insert, unknown here at that time and not written since.
      // They are set without comparing stamps.
      const clocks = readClocks(db, table, id);
      const [ofInsert, later] = [
        known.filter(
          ({ field, stamp }) => stamp === counts && stampOf(clocks, field) === undefined,
        ),
        known.filter(
          ({ field, stamp }) => stamp !== counts || stampOf(clocks, field) !== undefined,
        ),
      ];
      if (ofInsert.length > 0)
        addFields(
          applied,
          row,
          Object.fromEntries(ofInsert.map(({ field, value }) => [field, value])),
        );
      for (const { field, value, stamp } of later)
        mergeFields(applied, row, { fields: { [field]: value }, stamp }, counts);
    } else if (insertedAt !== undefined) {
      insertWhole(applied, row, { fields, stamp: insertedAt });
      for (const { field, stamp } of known)
        if (stamp !== insertedAt && !latest.includes(field))
          writeClocks(db, table, id, [field], stamp);
    }
  }
  const isAll = known.length === waiting.length;
  parked.remove(
    db,
    table,
    id,
    known.map(({ field }) => field).filter((field) => isAll || field !== parent),
  ); // The parent column stays parked, because the remaining fields are found by it.
}

/** Records an applied row and applies rows that waited for it. */
function noteApplied(applied: Applied, row: AppliedRow): void {
  applied.rows.push(row);
  applyWaiting(applied, row);
}

function applyWaiting(applied: Applied, row: Row): void {
  const { db } = applied;
  if (!db.tables.needed.has(row.table)) return;
  for (const waiting of parked.takeWaiting(db, row.id))
    if (isSynced(db, waiting.table)) applyParkedOf(applied, waiting);
}

/**
 * Returns whether a row that this row names is missing here. If so, records that this row waits for
 * the missing one.
 */
function isMissing(db: Db, { table, id }: Row, fields: SqlRow): boolean {
  let isAny = false;
  for (const [column, of] of Object.entries(declarationOf(db, table).needs ?? {})) {
    const needed = fields[column];
    if (
      needed === null ||
      needed === undefined ||
      db.sql(`SELECT 1 FROM ${of} WHERE id = ?`).get(needed) !== undefined
    )
      continue;
    parked.noteWaiting(db, String(needed), table, id);
    isAny = true;
  }
  return isAny;
}

/** Parks fields until their row, column or table exists; drops them at their station's limit. */
function park(
  db: Db,
  { table, id }: { readonly table: string; readonly id: string },
  { fields, stamp }: Written,
  isInsert: boolean,
): void {
  if (isParkedFull(db, stamp)) return;
  const latest = db.tables.synced.get(table)?.latest ?? [];
  for (const [field, value] of Object.entries(fields))
    parked.put(db, { table, id, field, value, stamp }, latest.includes(field));
  if (isInsert) parked.put(db, { table, id, field: INSERTED, value: null, stamp }, false);
}
