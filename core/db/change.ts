/**
 * The one way to write: a commit, and in it rows of synced tables with their field clocks, and facts.
 *
 * A commit writes the rows, what changed in them for other stations, and its facts, or none of it. Changes from
 * other stations come in by `applyRemoteChange` and end in the same statements.
 */
import { asDiskFull } from "../base/disk.ts";
import { guarded } from "../base/guarded.ts";
import { silentLog, type Log } from "../base/log.ts";
import type { Db, Fact, NewFact, OpenCommit, RowChange, SqlRow, SqlValue } from "./database.ts";
import { LOCAL_COLUMNS, SYNCED_TABLES, type SyncedTable } from "./tables.ts";

type Writer = { readonly db: Db; readonly now: () => string; readonly newId: () => string; readonly log?: Log };

/**
 * Runs `run` in one durable transaction. Inside another commit it joins that one.
 * Listeners hear the facts after the commit, never before; one that throws harms neither the commit nor the others.
 *
 * @throws AppError E2036 when the disk is full or not writable; nothing of the commit is kept.
 */
export function commit<T>(writer: Writer, run: () => T): T {
  const { db } = writer;
  if (db.open !== null) return run();
  const open: OpenCommit = { hlc: db.clock.next(Date.parse(writer.now())), changes: new Map(), facts: [] };
  let result: T;
  let told: Fact[];
  try {
    db.sql("BEGIN IMMEDIATE").run();
    db.open = open;
    result = run();
    told = writeFacts(writer, open);
    db.open = null;
    db.sql("COMMIT").run();
  } catch (error) {
    db.open = null;
    if (db.raw.inTransaction) db.sql("ROLLBACK").run();
    for (const { table } of open.changes.values()) noteWrite(db, table); // what was read in between is not so
    throw asDiskFull(error);
  }
  if (told.length > 0) for (const listen of db.listeners) guarded(writer.log ?? silentLog, "a listener failed at what was told after a commit", () => listen(told));
  return result;
}

/** A row of a synced table, new. @param row All its columns but `clocks`. */
export function insertRow(db: Db, table: SyncedTable, row: SqlRow & { readonly id: string }): void {
  const { hlc, changes } = opened(db);
  insertStatement(db, table, row, JSON.stringify({ "": hlc }));
  changes.set(`${table} ${row.id}`, { table, id: row.id, fields: shared(table, row) });
}

/** Changes fields of a row of a synced table. @returns Whether the row is there. */
export function updateRow(db: Db, table: SyncedTable, id: string, fields: SqlRow): boolean {
  const { hlc, changes } = opened(db);
  const told = shared(table, fields);
  const known = changes.get(`${table} ${id}`);
  const clocks = Object.fromEntries(Object.keys(told).map((field) => [field, hlc]));
  const found = updateStatement(db, table, id, fields, JSON.stringify(clocks));
  if (!found || Object.keys(told).length === 0) return found;
  if (known === undefined) changes.set(`${table} ${id}`, { table, id, fields: told });
  else known.fields = { ...known.fields, ...told };
  return true;
}

/**
 * Records a fact of this commit. Of several "….changed" about one subject only the last is written.
 *
 * @param payload The subject as it is now, for receivers that are called later.
 */
export function recordFact(
  writer: Writer,
  fact: { topic: string; organizationID: string | null; subjectID: string; visibleTo?: string | null; payload?: unknown },
): void {
  const { facts } = opened(writer.db);
  const row: NewFact = {
    id: writer.newId(),
    organizationID: fact.organizationID,
    topic: fact.topic,
    subjectID: fact.subjectID,
    visibleTo: fact.visibleTo ?? null,
    payload: fact.payload ?? null,
    at: writer.now(),
  };
  const before = fact.topic.endsWith(".changed") ? facts.findIndex((f) => f.topic === fact.topic && f.subjectID === fact.subjectID) : -1;
  if (before !== -1) facts.splice(before, 1);
  facts.push(row);
}

/**
 * Applies one row change of another station: last writer wins per field. Known older values change nothing, so a
 * change may come twice and in any order. What this app does not know is parked until it does.
 */
export function applyRemoteChange(db: Db, [table, id, fields]: RowChange, hlc: string): void {
  const synced = SYNCED_TABLES.find((name) => name === table);
  const known = synced === undefined ? new Set<string>() : columnsOf(db, synced);
  const entries = Object.entries(fields);
  for (const [field, value] of entries.filter(([field]) => !known.has(field))) park(db, { table, id, field, value, hlc });
  const apply = Object.fromEntries(entries.filter(([field]) => known.has(field)));
  if (synced === undefined || Object.keys(apply).length === 0) return;
  const row = db.sql(`SELECT clocks FROM ${synced} WHERE id = ?`).get(id);
  if (row === undefined) return insertStatement(db, synced, { ...apply, id }, JSON.stringify({ "": hlc }));
  const clocks = JSON.parse(String(row["clocks"])) as Record<string, string>;
  const newer = Object.fromEntries(Object.entries(apply).filter(([field]) => hlc > (clocks[field] ?? clocks[""] ?? "")));
  const stamps = Object.fromEntries(Object.keys(newer).map((field) => [field, hlc]));
  if (Object.keys(newer).length > 0) updateStatement(db, synced, id, newer, JSON.stringify(stamps));
}

function opened(db: Db): NonNullable<Db["open"]> {
  if (db.open === null) throw new Error("a write outside commit()");
  return db.open;
}

/** Numbers the facts and writes them, and what changed for other stations. @returns The facts, for the listeners after the commit. */
function writeFacts(writer: Writer, { hlc, changes, facts }: OpenCommit): Fact[] {
  const told = facts.map(({ payload, ...fact }) => ({ ...fact, seq: insertOutbox(writer.db, { ...fact, hlc, payload: JSON.stringify(payload) }) }));
  if (changes.size > 0) {
    const all: RowChange[] = [...changes.values()].map(({ table, id, fields }) => [table, id, fields]);
    insertOutbox(writer.db, { id: writer.newId(), hlc, organizationID: null, topic: "commit", subjectID: "", visibleTo: null, payload: JSON.stringify(all), at: writer.now() });
  }
  return told;
}

function insertOutbox(db: Db, row: Omit<NewFact, "payload"> & { hlc: string; payload: string }): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO outbox (id, hlc, organization_id, topic, subject_id, visible_to, payload, created_at)
       VALUES (:id, :hlc, :organizationID, :topic, :subjectID, :visibleTo, :payload, :at)`,
    )
    .run(row);
  return Number(lastInsertRowid);
}

function noteWrite(db: Db, table: string): void {
  db.writes.set(table, (db.writes.get(table) ?? 0) + 1);
}

function insertStatement(db: Db, table: SyncedTable, row: SqlRow, clocks: string): void {
  noteWrite(db, table);
  const columns = Object.keys(row);
  db.sql(`INSERT INTO ${table} (${columns.join(", ")}, clocks) VALUES (${columns.map((c) => `:${c}`).join(", ")}, :clocks)`).run({ ...row, clocks });
}

function updateStatement(db: Db, table: SyncedTable, id: string, fields: SqlRow, clocks: string): boolean {
  noteWrite(db, table);
  const set = Object.keys(fields).map((c) => `${c} = :${c}`);
  const { changes } = db
    .sql(`UPDATE ${table} SET ${[...set, "clocks = json_patch(clocks, :clocks)"].join(", ")} WHERE id = :id`)
    .run({ ...fields, id, clocks });
  return changes > 0;
}

function park(db: Db, change: { table: string; id: string; field: string; value: SqlValue; hlc: string }): void {
  db.sql(
    `INSERT INTO parked_changes (table_name, row_id, field, value, hlc)
     VALUES (:table, :id, :field, :value, :hlc)
     ON CONFLICT DO UPDATE SET value = excluded.value, hlc = excluded.hlc WHERE excluded.hlc > hlc`,
  ).run({ ...change, value: JSON.stringify(change.value) });
}

function columnsOf(db: Db, table: SyncedTable): Set<string> {
  const rows = db.sql(`SELECT name FROM pragma_table_info(?)`).all(table);
  const own = LOCAL_COLUMNS[table] ?? [];
  return new Set(rows.map((r) => String(r["name"])).filter((name) => name !== "clocks" && !own.includes(name)));
}

function shared(table: SyncedTable, fields: SqlRow): SqlRow {
  const own = LOCAL_COLUMNS[table];
  if (own === undefined) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !own.includes(field)));
}
