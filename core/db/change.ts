/**
 * Opens transactions, writes rows of synced tables with their clocks, and records facts.
 *
 * A transaction writes its rows, their changes for other stations, and its facts, or nothing.
 * Changes of other stations come in by `apply-remote.ts`, in the same kind of transaction.
 */
import { byColumn } from "./column-names.ts";
import { isDerived } from "../base/derived-id.ts";
import { asDiskFull } from "../base/disk.ts";
import type { Db, OpenTransaction, SqlRow, Writer } from "./database.ts";
import {
  afterCommit,
  commit,
  forget,
  noteWrite,
  runOpen,
  runNested,
  type Written,
} from "./open-transaction.ts";
import { writeClocks } from "./row-clocks.ts";
import { columnsOf } from "./columns.ts";
import { declarationOf, isSyncedColumn } from "./tables.ts";

/**
 * Runs `run` in one durable transaction. Inside another transaction, `run` gets a savepoint: if it
 * throws, its writes are undone, and the outer transaction can continue. After the outermost
 * COMMIT, listeners get the facts in the order of their numbers; a listener that throws affects
 * neither the transaction nor other listeners.
 *
 * @throws AppError E2036 when the disk is full or not writable; nothing of the transaction is kept.
 */
export function inTransaction<T>(writer: Writer, run: () => T): T {
  const { db } = writer;
  if (db.open !== null) return runNested(db, db.open, run);
  let written: Written<T> | undefined;
  try {
    db.sql("BEGIN IMMEDIATE").run();
    written = runOpen(writer, run);
    commit(writer);
  } catch (error) {
    if (db.raw.inTransaction) db.sql("ROLLBACK").run();
    forget(db, written?.tables ?? []);
    throw asDiskFull(error);
  }
  afterCommit(writer, written);
  return written.result;
}

/**
 * Inserts a row into a synced table.
 *
 * @param row All columns except `stamp`: other stations get the given columns, but no defaults.
 *   Columns that are not synced may be left to their defaults.
 * @returns The row's rowid, in a table that has one.
 */
export function insertRow(db: Db, table: string, row: SqlRow & { readonly id: string }): number {
  const open = opened(db);
  const columns = byColumn(row);
  // Columns added by a newer app keep their defaults; its min_reader allows this version to write
  // the tables.
  if (!db.isNewer)
    for (const column of columnsOf(db, table))
      if (!(column in columns)) throw new Error(`a row of ${table} without ${column}`);
  noteWrite(db, table);
  const { lastInsertRowid } = insertStatement(db, table, columns, open.stamp, "INSERT");
  open.inserted.set(keyOf(table, row.id), open.changes.length);
  open.changes.push({ table, id: row.id, fields: shared(db, table, columns), isInsert: true });
  if (db.joined !== null && (isDerived(row.id) || declarationOf(db, table).isFolded === true))
    open.made.push({ table, id: row.id, fields: columns });
  return Number(lastInsertRowid);
}

/**
 * Changes fields of a row of a synced table.
 *
 * @param from Values that the row must have now, for example the state from which a transition
 *   starts.
 * @returns Whether such a row exists. If not, nothing was written.
 */
export function updateRow(
  db: Db,
  table: string,
  id: string,
  fields: SqlRow,
  from: SqlRow = {},
): boolean {
  const open = opened(db);
  noteWrite(db, table);
  const { latest = [] } = declarationOf(db, table);
  const columns = byColumn(fields);
  const set = Object.keys(columns).map((c) =>
    latest.includes(c) ? `${c} = max(${c}, :${c})` : `${c} = :${c}`,
  );
  const wanted = Object.entries(byColumn(from));
  const where = wanted.map(([c]) => ` AND ${c} = :from_${c}`);
  const { changes } = db
    .sql(`UPDATE ${table} SET ${set.join(", ")} WHERE id = :id${where.join("")}`)
    .run({
      ...columns,
      id,
      ...Object.fromEntries(wanted.map(([c, value]) => [`from_${c}`, value])),
    });
  if (changes === 0) return false;
  const travelling = shared(db, table, columns);
  const names = Object.keys(travelling);
  if (names.length === 0) return true;
  const clocked = names.filter((name) => !latest.includes(name));
  if (clocked.length > 0 && !isInsertedNow(open, table, id))
    writeClocks(db, table, id, clocked, open.stamp);
  open.changes.push({ table, id, fields: travelling, isInsert: false });
  return true;
}

/**
 * Records a fact of this transaction. If several "….changed" facts concern one subject, only the
 * last is written.
 *
 * @param fact.id Id of a fact that several stations know, equal at each of them. A second fact with
 *   this id in the transaction is ignored.
 * @param fact.at Time of the fact, ISO 8601; default: now.
 * @param fact.payload The subject as it is now, for receivers that are called later.
 */
export function recordFact(
  writer: Writer,
  fact: {
    id?: string;
    at?: string;
    topic: string;
    organizationID: string | null;
    subjectID: string;
    visibleTo?: string | null;
    payload?: unknown;
  },
): void {
  const { facts } = opened(writer.db);
  if (fact.id !== undefined && facts.some(({ id }) => id === fact.id)) return;
  facts.push({
    id: fact.id ?? writer.newId(),
    organizationID: fact.organizationID,
    topic: fact.topic,
    subjectID: fact.subjectID,
    visibleTo: fact.visibleTo ?? null,
    payload: fact.payload ?? null,
    at: fact.at ?? writer.now(),
  });
}

/**
 * Inserts a row by a statement with the given verb.
 *
 * @param verb "INSERT OR IGNORE" for rows that several stations may insert; it changes nothing when
 *   the row exists.
 * @returns SQLite's result.
 */
export function insertStatement(
  db: Db,
  table: string,
  row: SqlRow,
  stamp: string,
  verb: "INSERT" | "INSERT OR IGNORE",
): { changes: number; lastInsertRowid: number | bigint } {
  const columns = Object.keys(row);
  return db
    .sql(
      `${verb} INTO ${table} (${columns.join(", ")}, stamp) VALUES (${columns.map((c) => `:${c}`).join(", ")}, :stamp)`,
    )
    .run({ ...row, stamp });
}

function opened(db: Db): OpenTransaction {
  if (db.open === null) throw new Error("a write was attempted outside a transaction");
  return db.open;
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`;
}

/**
 * Returns whether this transaction inserted the row, so that all its fields have the transaction's
 * stamp.
 */
function isInsertedNow(open: OpenTransaction, table: string, id: string): boolean {
  const at = open.inserted.get(keyOf(table, id));
  const change = at === undefined ? undefined : open.changes[at];
  // After the rollback of a savepoint the index stays, and may name another row's change.
  return change?.isInsert === true && change.table === table && change.id === id;
}

/** Selects the fields that are sent to other stations, without the id, which is sent separately. */
function shared(db: Db, table: string, fields: SqlRow): SqlRow {
  const declared = declarationOf(db, table);
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => isSyncedColumn(declared, field)),
  );
}
