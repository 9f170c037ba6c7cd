/**
 * The one way to write: a transaction, and in it rows of synced tables with their clocks, and
 * facts.
 *
 * A transaction writes the rows, what changed in them for other stations, and its facts, or none of
 * it. Changes of other stations come in by `apply-remote.ts`, in a transaction of the same kind.
 */
import { isDerived } from "../base/derived-id.ts";
import { asDiskFull } from "../base/disk.ts";
import type { Db, OpenTransaction, SqlRow } from "./database.ts";
import {
  afterCommit,
  commit,
  forget,
  noteWrite,
  runOpen,
  runPart,
  type Writer,
  type Written,
} from "./open-transaction.ts";
import { writeClocks } from "./row-clocks.ts";
import { columnsOf, ruleOf, type SyncedTable } from "./tables.ts";

/**
 * Runs `run` in one durable transaction. Inside another one it is a part of that: when it throws,
 * what it wrote is undone and the outer transaction goes on.
 * Listeners get the facts after the outermost COMMIT, in the order of their numbers; one that
 * throws harms neither the transaction nor the others.
 *
 * @throws AppError E2036 when the disk is full or not writable; nothing of the transaction is kept.
 */
export function inTransaction<T>(writer: Writer, run: () => T): T {
  const { db } = writer;
  if (db.open !== null) return runPart(db, db.open, run);
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
 * A row of a synced table, new.
 * @param row All its columns but `stamp`: what a default would fill in does not travel. Local
 *   columns may be left to theirs.
 * @returns Its rowid, in a table that has one.
 */
export function insertRow(
  db: Db,
  table: SyncedTable,
  row: SqlRow & { readonly id: string },
): number {
  const open = opened(db);
  // Columns that a newer app has added keep their defaults: its min_reader allows this version to
  // write its tables.
  if (!db.isNewer)
    for (const column of columnsOf(db, table))
      if (!(column in row)) throw new Error(`a row of ${table} without ${column}`);
  noteWrite(db, table);
  const { lastInsertRowid } = insertStatement(db, table, row, open.stamp, "INSERT");
  open.inserted.set(keyOf(table, row.id), open.changes.length);
  open.changes.push({ table, id: row.id, fields: shared(table, row), isInsert: true });
  if (db.joined !== null && (isDerived(row.id) || ruleOf(table).isFolded === true))
    open.made.push({ table, id: row.id, fields: row });
  return Number(lastInsertRowid);
}

/**
 * Changes fields of a row of a synced table.
 *
 * @param from Values that the row must have now: the state that a change of state comes from.
 * @returns Whether such a row is there. If not, nothing was written.
 */
export function updateRow(
  db: Db,
  table: SyncedTable,
  id: string,
  fields: SqlRow,
  from: SqlRow = {},
): boolean {
  const open = opened(db);
  noteWrite(db, table);
  const { latest = [] } = ruleOf(table);
  const set = Object.keys(fields).map((c) =>
    latest.includes(c) ? `${c} = max(${c}, :${c})` : `${c} = :${c}`,
  );
  const where = Object.keys(from).map((c) => ` AND ${c} = :from_${c}`);
  const { changes } = db
    .sql(`UPDATE ${table} SET ${set.join(", ")} WHERE id = :id${where.join("")}`)
    .run({
      ...fields,
      id,
      ...Object.fromEntries(Object.entries(from).map(([c, value]) => [`from_${c}`, value])),
    });
  if (changes === 0) return false;
  const travelling = shared(table, fields);
  const names = Object.keys(travelling);
  if (names.length === 0) return true;
  const clocked = names.filter((name) => !latest.includes(name));
  if (clocked.length > 0 && !isInsertedNow(open, table, id))
    writeClocks(db, table, id, clocked, open.stamp);
  open.changes.push({ table, id, fields: travelling, isInsert: false });
  return true;
}

/**
 * Records a fact of this transaction. Of several "….changed" about one subject only the last is
 * written.
 *
 * @param fact.id Of a fact that several stations know: the same at each. A second one of this
 *   transaction is left out.
 * @param fact.at When it was, ISO 8601; absent: now.
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
 * @param verb "INSERT OR IGNORE" for rows that are inserted once, wherever they come from.
 * @returns SQLite's answer: no change when the row is known.
 */
export function insertStatement(
  db: Db,
  table: SyncedTable,
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
  if (db.open === null) throw new Error("a write outside a transaction()");
  return db.open;
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`;
}

/** Whether this transaction inserted the row: all its fields have the transaction's stamp then. */
function isInsertedNow(open: OpenTransaction, table: string, id: string): boolean {
  const at = open.inserted.get(keyOf(table, id));
  const change = at === undefined ? undefined : open.changes[at];
  return change?.isInsert === true && change.table === table && change.id === id; // a part that was undone leaves its index behind
}

/** The fields that travel to other stations; the id stands beside them. */
function shared(table: SyncedTable, fields: SqlRow): SqlRow {
  const { local = [] } = ruleOf(table);
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field !== "id" && !local.includes(field)),
  );
}
