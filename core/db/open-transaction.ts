/**
 * Steps of every transaction, whether it has a COMMIT or shares one: its rows, their changes for
 * other stations, and its facts.
 */
import { errors } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { silentLog } from "../base/log.ts";
import type { Db, Fact, OpenTransaction, Writer } from "./database.ts";
import { writeOnce } from "./done-once.ts";
import { writeFacts } from "./write-facts.ts";

/** Result of a transaction before its COMMIT. */
export type Written<T> = {
  readonly result: T;
  readonly facts: readonly Fact[];
  readonly lastSeq: number | undefined;
  readonly tables: ReadonlySet<string>;
};

/**
 * Runs `run` inside SQLite's open transaction and writes the changes and facts that it has
 * gathered. The caller starts and ends that transaction, and rolls it back when this throws.
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
    // After a full disk SQLite may have ended the transaction by itself, even if `run` handled the
    // error as a row's.
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

/** Runs a nested transaction, which alone is undone when it throws. */
export function runPart<T>(db: Db, open: OpenTransaction, run: () => T): T {
  const [changes, facts, made, once] = [
    open.changes.length,
    open.facts.length,
    open.made.length,
    open.once.length,
  ];
  try {
    return inSavepoint(db, "part", run);
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
 * Runs `run` inside SQLite's open transaction, in a savepoint that is undone when it throws.
 *
 * @throws AppError E2036 when SQLite has ended the whole transaction by itself, as on a full disk.
 */
export function inSavepoint<T>(db: Db, name: "part" | "member", run: () => T): T {
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
 * Ends SQLite's transaction durably, and adds how long the disk took.
 *
 * @throws SQLite's error when it cannot.
 */
export function commit({ db }: Writer): void {
  const startedAt = performance.now();
  db.sql("COMMIT").run();
  db.commits.ms += performance.now() - startedAt;
}

/** Invalidates cached reads of the table. */
export function noteWrite(db: Db, table: string): void {
  db.open?.tables.add(table);
  db.writes.set(table, (db.writes.get(table) ?? 0) + 1);
}

/** Invalidates what an undone transaction has read or cached of these tables. */
export function forget(db: Db, tables: Iterable<string>): void {
  db.stamps.forget();
  for (const table of tables) noteWrite(db, table);
}

/**
 * After COMMIT: records the newest outbox row next to the database, and delivers the facts to the
 * listeners. Never throws.
 */
export function afterCommit(
  writer: Writer,
  { lastSeq, facts }: { readonly lastSeq: number | undefined; readonly facts: readonly Fact[] },
): void {
  const { db, log } = writer;
  if (lastSeq !== undefined)
    guarded(
      log ?? silentLog,
      "the newest outbox row could not be recorded next to the database",
      () => db.ceilings.note(lastSeq),
    );
  deliver(writer, facts);
  if (lastSeq !== undefined)
    for (const wake of db.onWritten)
      guarded(log ?? silentLog, "a waiter for this station's changes was not woken", wake);
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
