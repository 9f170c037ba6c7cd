/**
 * The one way to write: a transaction, and in it rows of synced tables with their clocks, and facts.
 *
 * A transaction writes the rows, what changed in them for other stations, and its facts, or none of it. Changes of other
 * stations come in by `apply-remote.ts`, in a transaction of the same kind.
 */
import { AppError } from "../base/errors.ts";
import { isDerived } from "../base/derived-id.ts";
import { asDiskFull } from "../base/disk.ts";
import { guarded } from "../base/guarded.ts";
import { silentLog, type Log } from "../base/log.ts";
import type { Db, Fact, NewFact, OpenCommit, RowChange, SqlRow } from "./database.ts";
import { writeOnce } from "./done-once.ts";
import { packChanges } from "./packed-changes.ts";
import { writeClocks } from "./row-clocks.ts";
import { columnsOf, ruleOf, type SyncedTable } from "./tables.ts";

export type Writer = { readonly db: Db; readonly now: () => string; readonly newId: () => string; readonly log?: Log };

/**
 * Runs `run` in one durable transaction. Inside another one it is a part of that: when it throws, what it wrote is undone
 * and the outer transaction goes on.
 * Listeners get the facts after the outermost COMMIT, in the order of their numbers; one that throws harms neither the
 * transaction nor the others.
 *
 * @throws AppError E2036 when the disk is full or not writable; nothing of the transaction is kept.
 */
export function commit<T>(writer: Writer, run: () => T): T {
  const { db } = writer;
  if (db.open !== null) return runPart(db, db.open, run);
  const hlc = db.clock.next(Date.parse(writer.now()));
  let result: T;
  let facts: Fact[];
  let open: OpenCommit | undefined;
  try {
    db.sql("BEGIN IMMEDIATE").run();
    open = { hlc, stamp: db.stamps.shorten(hlc), changes: [], inserted: new Map(), made: [], once: [], facts: [], tables: new Set() };
    db.open = open;
    result = run();
    if (open.made.length > 0) db.joined?.settle(open.made);
    if (open.once.length > 0) writeOnce(db, open.once);
    // After a full disk SQLite may have ended the transaction by itself, also when `run` took the error for a row's.
    if (!db.raw.inTransaction) throw new AppError("E2036");
    facts = writeFacts(writer, open);
    db.sql("COMMIT").run();
    db.open = null;
  } catch (error) {
    db.open = null;
    if (db.raw.inTransaction) db.sql("ROLLBACK").run();
    db.stamps.forget();
    for (const table of open?.tables ?? []) noteWrite(db, table); // what was read in between is not so
    throw asDiskFull(error);
  }
  const { lastSeq } = open;
  if (lastSeq !== undefined) guarded(writer.log ?? silentLog, "how far the outbox has come could not be noted beside the database", () => db.ceilings.note(lastSeq));
  deliver(writer, facts);
  return result;
}

/** Outbox rows of one statement. */
const MOST_AT_ONCE = 16;

/** A part of an open transaction: undone alone when it throws. */
function runPart<T>(db: Db, open: OpenCommit, run: () => T): T {
  if (!db.raw.inTransaction) throw new AppError("E2036");
  const [changes, facts, made, once] = [open.changes.length, open.facts.length, open.made.length, open.once.length];
  db.sql("SAVEPOINT part").run();
  try {
    const result = run();
    if (!db.raw.inTransaction) throw new AppError("E2036");
    db.sql("RELEASE part").run();
    return result;
  } catch (error) {
    if (db.raw.inTransaction) {
      db.sql("ROLLBACK TO part").run();
      db.sql("RELEASE part").run();
    }
    db.stamps.forget();
    open.changes.length = changes;
    open.facts.length = facts;
    open.made.length = made;
    open.once.length = once;
    for (const table of open.tables) noteWrite(db, table);
    throw error;
  }
}

/** Facts of a transaction that a listener makes are delivered after those that are being delivered. */
function deliver({ db, log }: Writer, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  db.undelivered.push(facts);
  if (db.undelivered.length > 1) return;
  for (let next = db.undelivered[0]; next !== undefined; next = db.undelivered[0]) {
    for (const listen of db.listeners) guarded(log ?? silentLog, "a listener failed at the facts of a transaction", () => listen(next ?? []));
    db.undelivered.shift();
  }
}

/** A row of a synced table, new. @param row All its columns but `stamp`: what a default would fill in does not travel. Local columns may be left to theirs. @returns Its rowid, in a table that has one. */
export function insertRow(db: Db, table: SyncedTable, row: SqlRow & { readonly id: string }): number {
  const open = opened(db);
  for (const column of columnsOf(db, table)) if (!(column in row)) throw new Error(`a row of ${table} without ${column}`);
  noteWrite(db, table);
  const { lastInsertRowid } = insertStatement(db, table, row, open.stamp, "INSERT");
  open.inserted.set(keyOf(table, row.id), open.changes.length);
  open.changes.push({ table, id: row.id, fields: shared(table, row), isInsert: true });
  if (db.joined !== null && (isDerived(row.id) || ruleOf(table).isFolded === true)) open.made.push({ table, id: row.id, fields: row });
  return Number(lastInsertRowid);
}

/**
 * Changes fields of a row of a synced table.
 *
 * @param from Values that the row must have now: the state that a change of state comes from.
 * @returns Whether such a row is there. If not, nothing was written.
 */
export function updateRow(db: Db, table: SyncedTable, id: string, fields: SqlRow, from: SqlRow = {}): boolean {
  const open = opened(db);
  noteWrite(db, table);
  const { latest = [] } = ruleOf(table);
  const set = Object.keys(fields).map((c) => (latest.includes(c) ? `${c} = max(${c}, :${c})` : `${c} = :${c}`));
  const where = Object.keys(from).map((c) => ` AND ${c} = :from_${c}`);
  const { changes } = db
    .sql(`UPDATE ${table} SET ${set.join(", ")} WHERE id = :id${where.join("")}`)
    .run({ ...fields, id, ...Object.fromEntries(Object.entries(from).map(([c, value]) => [`from_${c}`, value])) });
  if (changes === 0) return false;
  const travelling = shared(table, fields);
  const names = Object.keys(travelling);
  if (names.length === 0) return true;
  const clocked = names.filter((name) => !latest.includes(name));
  if (clocked.length > 0 && !isInsertedNow(open, table, id)) writeClocks(db, table, id, clocked, open.stamp);
  open.changes.push({ table, id, fields: travelling, isInsert: false });
  return true;
}

/**
 * Records a fact of this transaction. Of several "….changed" about one subject only the last is written.
 *
 * @param payload The subject as it is now, for receivers that are called later.
 */
export function recordFact(
  writer: Writer,
  fact: { topic: string; organizationID: string | null; subjectID: string; visibleTo?: string | null; payload?: unknown },
): void {
  opened(writer.db).facts.push({
    id: writer.newId(),
    organizationID: fact.organizationID,
    topic: fact.topic,
    subjectID: fact.subjectID,
    visibleTo: fact.visibleTo ?? null,
    payload: fact.payload ?? null,
    at: writer.now(),
  });
}

/** @param verb "INSERT OR IGNORE" for rows that are inserted once, wherever they come from. @returns SQLite's answer: no change when the row is known. */
export function insertStatement(db: Db, table: SyncedTable, row: SqlRow, stamp: string, verb: "INSERT" | "INSERT OR IGNORE"): { changes: number; lastInsertRowid: number | bigint } {
  const columns = Object.keys(row);
  return db.sql(`${verb} INTO ${table} (${columns.join(", ")}, stamp) VALUES (${columns.map((c) => `:${c}`).join(", ")}, :stamp)`).run({ ...row, stamp });
}

/** Cached reads of the table are read anew. */
export function noteWrite(db: Db, table: string): void {
  db.open?.tables.add(table);
  db.writes.set(table, (db.writes.get(table) ?? 0) + 1);
}

function opened(db: Db): OpenCommit {
  if (db.open === null) throw new Error("a write outside commit()");
  return db.open;
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`;
}

/** Whether this transaction inserted the row: all its fields have the transaction's stamp then. */
function isInsertedNow(open: OpenCommit, table: string, id: string): boolean {
  const at = open.inserted.get(keyOf(table, id));
  const change = at === undefined ? undefined : open.changes[at];
  return change?.isInsert === true && change.table === table && change.id === id; // a part that was undone leaves its index behind
}

/** Writes the facts, numbered in their order, and what changed for other stations. @returns The facts, for the listeners. */
function writeFacts(writer: Writer, open: OpenCommit): Fact[] {
  const facts = lastOfEach(open.facts);
  const rows = facts.map(({ payload, ...fact }): OutboxRow => ({ ...fact, payload: JSON.stringify(payload) }));
  const all = changesOf(open);
  if (all.length > 0) rows.push({ id: writer.newId(), organizationID: null, topic: "commit", subjectID: "", visibleTo: null, payload: packChanges(all), at: writer.now() });
  if (rows.length === 0) return [];
  const last = insertOutbox(writer.db, open.hlc, rows);
  open.lastSeq = last;
  return facts.map(({ payload: _, ...fact }, i) => ({ ...fact, seq: last - rows.length + 1 + i }));
}

/** Several "….changed" facts about one subject are one: the last. */
function lastOfEach(facts: readonly NewFact[]): NewFact[] {
  if (facts.length < 2) return [...facts];
  const last = new Map(facts.map((fact, i) => [`${fact.topic} ${fact.subjectID}`, i]));
  return facts.filter((fact, i) => !fact.topic.endsWith(".changed") || last.get(`${fact.topic} ${fact.subjectID}`) === i);
}

/** Several writes to one row are one change of it. */
function changesOf({ changes }: OpenCommit): RowChange[] {
  const rows = new Map<string, { table: string; id: string; fields: SqlRow; isInsert: boolean }>();
  for (const change of changes) {
    const key = keyOf(change.table, change.id);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { ...change });
    else known.fields = { ...known.fields, ...change.fields };
  }
  return [...rows.values()].map(({ table, id, fields, isInsert }): RowChange => (isInsert ? [table, id, fields, 1] : [table, id, fields]));
}

type OutboxRow = Omit<NewFact, "payload"> & { readonly payload: string | Buffer };

/** All rows of a transaction, mostly by one statement. @returns The number of the last; the others are those before it. */
function insertOutbox(db: Db, hlc: string, rows: readonly OutboxRow[]): number {
  let last = 0;
  for (let at = 0; at < rows.length; at += MOST_AT_ONCE) {
    const some = rows.slice(at, at + MOST_AT_ONCE);
    const { lastInsertRowid } = db
      .sql(`INSERT INTO outbox (id, hlc, organization_id, topic, subject_id, visible_to, payload, created_at) VALUES ${some.map(() => "(?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}`)
      .run(...some.flatMap((row) => [row.id, hlc, row.organizationID, row.topic, row.subjectID, row.visibleTo, row.payload, row.at]));
    last = Number(lastInsertRowid);
  }
  return last;
}

/** The fields that travel to other stations; the id stands beside them. */
function shared(table: SyncedTable, fields: SqlRow): SqlRow {
  const { local = [] } = ruleOf(table);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== "id" && !local.includes(field)));
}
