/**
 * The steps that every transaction has, with its own COMMIT or a shared one: write the rows, then
 * the facts and, for other stations, the changes of the rows.
 */
import { errors } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { silentLog } from "../base/log.ts";
import type { Db, Fact, OpenTransaction, Writer } from "./database.ts";
import { writeOnce } from "./done-once.ts";
import { writeFacts } from "./write-facts.ts";

/** The result of a transaction before its COMMIT. `lastSeq`: its newest outbox row. */
export type Written<T> = {
  readonly result: T;
  readonly facts: readonly Fact[];
  readonly lastSeq: number | undefined;
  readonly tables: ReadonlySet<string>;
};

/**
 * Runs `run` inside SQLite's open transaction, then writes the changes and facts that `run` added.
 * The caller begins the transaction, commits it, and rolls it back when this function throws.
 */
export function runOpen<T>(writer: Writer, run: () => T): Written<T> {
  const { db } = writer;
  let open: OpenTransaction | undefined;
  try {
    const hlc = db.clock.next(Date.parse(writer.now()));
    open = {
      hlc,
      stamp: db.stamps.shorten(hlc),
      changes: [],
      inserted: new Map(),
      made: [],
      once: [],
      facts: [],
      tables: new Set(),
    };
    db.open = open;
    const result = run();
    if (open.made.length > 0) db.joined?.settle(open.made);
    if (open.once.length > 0) writeOnce(db, open.once);
    // On a full disk SQLite may end the transaction by itself. `run` may have caught that error and
    // continued, as if only one row had failed.
    if (!db.raw.inTransaction) throw errors.diskFull();
    const facts = writeFacts(writer, open);
    return { result, facts, lastSeq: open.lastSeq, tables: open.tables };
  } catch (error) {
    forget(db, open?.tables ?? []);
    throw error;
  } finally {
    db.open = null;
  }
}

/**
 * Runs a nested transaction. When `run` throws, only the nested transaction's writes, changes and
 * facts are undone.
 */
export function runNested<T>(db: Db, open: OpenTransaction, run: () => T): T {
  const [changes, facts, made, once] = [
    open.changes.length,
    open.facts.length,
    open.made.length,
    open.once.length,
  ];
  try {
    return inSavepoint(db, "nested", run);
  } catch (error) {
    open.changes.length = changes;
    open.facts.length = facts;
    open.made.length = made;
    open.once.length = once;
    forget(db, open.tables);
    throw error;
  }
}

/**
 * Runs `run` in a savepoint of SQLite's open transaction. When `run` throws, the savepoint is
 * undone.
 *
 * @param name "member": a transaction that shares its COMMIT with others.
 * @throws AppError E2036 when SQLite has ended the whole transaction by itself, as on a full disk.
 */
export function inSavepoint<T>(db: Db, name: "nested" | "member", run: () => T): T {
  if (!db.raw.inTransaction) throw errors.diskFull();
  db.sql(`SAVEPOINT ${name}`).run();
  try {
    const result = run();
    if (!db.raw.inTransaction) throw errors.diskFull();
    db.sql(`RELEASE ${name}`).run();
    return result;
  } catch (error) {
    if (db.raw.inTransaction) {
      db.sql(`ROLLBACK TO ${name}`).run();
      db.sql(`RELEASE ${name}`).run();
    }
    throw error;
  }
}

/**
 * Commits SQLite's transaction durably, and adds the duration to `db.commits`.
 *
 * @throws SQLite's error when the COMMIT fails.
 */
export function commit({ db }: Writer): void {
  const startedAt = performance.now();
  db.sql("COMMIT").run();
  db.commits.ms += performance.now() - startedAt;
}

/** Records a write to the table, which invalidates cached reads of it. */
export function noteWrite(db: Db, table: string): void {
  db.open?.tables.add(table);
  db.writes.set(table, (db.writes.get(table) ?? 0) + 1);
}

/**
 * Invalidates what was cached during a transaction that is now undone. `tables`: the tables that it
 * wrote.
 */
export function forget(db: Db, tables: Iterable<string>): void {
  db.stamps.forget();
  for (const table of tables) noteWrite(db, table);
}

/**
 * Runs after COMMIT: records the newest outbox row in the files next to the database, delivers the
 * facts to the listeners, and wakes the publisher of changes and the checkpoints. Never throws.
 */
export function afterCommit(
  writer: Writer,
  { lastSeq, facts }: { readonly lastSeq: number | undefined; readonly facts: readonly Fact[] },
): void {
  const { db, log } = writer;
  if (lastSeq !== undefined)
    guarded(
      log ?? silentLog,
      "the number of the newest outbox row could not be saved next to the database",
      () => db.ceilings.note(lastSeq),
    );
  deliver(writer, facts);
  if (lastSeq !== undefined)
    for (const wake of db.onWritten)
      guarded(log ?? silentLog, "a listener for new outbox rows failed", wake);
  for (const tell of db.onCommitted)
    guarded(log ?? silentLog, "a listener for COMMITs failed", tell);
}

/**
 * Delivers facts to the listeners. If a listener's transaction adds facts, they are delivered after
 * the current ones.
 */
function deliver({ db, log }: Writer, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  db.undelivered.push(facts);
  if (db.undelivered.length > 1) return;
  for (let next = db.undelivered[0]; next !== undefined; next = db.undelivered[0]) {
    for (const listen of db.listeners)
      guarded(log ?? silentLog, "a listener failed on the facts of a transaction", () =>
        listen(next ?? []),
      );
    db.undelivered.shift();
  }
}
