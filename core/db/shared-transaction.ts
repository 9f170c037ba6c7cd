/**
 * Group commit: the transactions of one turn of the event loop share one COMMIT, so they wait for
 * the disk once.
 *
 * Each member of the group is a savepoint of one open transaction, so a member that throws is
 * undone alone. Nothing of a group leaves the station before its COMMIT: a member gets its result
 * from a promise, and facts are delivered afterwards. Any other use of the connection
 * (`inTransaction`, a statement outside a transaction) commits the group first. So only the
 * members, and their reads through `readBefore`, see rows that are not yet durable. A full or
 * failing disk fails every member.
 */
import { asDiskFull, isDiskFault } from "../base/disk.ts";
import type { Db, Fact, Group, Writer } from "./database.ts";
import {
  afterCommit,
  commit,
  forget,
  inSavepoint,
  runOpen,
  type Written,
} from "./open-transaction.ts";

/**
 * Runs `run` now, as a transaction that shares its COMMIT with others of this turn. For callers
 * that await a result; other callers use `inTransaction`.
 *
 * @returns The result of `run`, once it is durable.
 * @throws AppError E2036 when the disk is full or not writable, even if only another member's write
 *   failed; nothing of the group is stored.
 */
export async function inSharedTransaction<T>(writer: Writer, run: () => T): Promise<T> {
  const { db } = writer;
  if (db.open !== null)
    throw new Error("a shared transaction was started inside another transaction");
  db.group ??= openGroup(writer);
  return db.group.join(run);
}

/**
 * Reads what a shared transaction of this turn needs, without committing the group first. `read`
 * sees the rows of the group's members, which are not durable yet, and must not write.
 */
export function readBefore<T>({ db }: Pick<Writer, "db">, read: () => T): T {
  const { group } = db;
  db.group = null;
  try {
    return read();
  } finally {
    db.group = group;
  }
}

function openGroup(writer: Writer): Group {
  const { db } = writer;
  const facts: Fact[] = [];
  const tables = new Set<string>();
  let lastSeq: number | undefined;
  const durable = Promise.withResolvers<void>();
  durable.promise.catch(() => {}); // Avoids an unhandled rejection if no member awaits.
  begin(db);

  const end = (): void => {
    clearImmediate(turn);
    db.group = null;
  };
  const fail = (error: unknown): void => {
    end();
    if (db.raw.inTransaction) db.sql("ROLLBACK").run();
    forget(db, tables);
    durable.reject(asDiskFull(error));
  };
  const flush = (): void => {
    end();
    try {
      commit(writer);
    } catch (error) {
      return fail(error);
    }
    durable.resolve();
    afterCommit(writer, { lastSeq, facts });
  };
  const turn = setImmediate(flush);

  const group: Group = {
    async join(run) {
      db.group = null; // While a member runs, its statements belong to the group.
      let written: Written<ReturnType<typeof run>>;
      try {
        written = inSavepoint(db, "member", () => runOpen(writer, run));
        db.group = group;
      } catch (error) {
        if (isDiskFault(error) || !db.raw.inTransaction) fail(error);
        else db.group = group;
        throw asDiskFull(error);
      }
      facts.push(...written.facts);
      lastSeq = written.lastSeq ?? lastSeq;
      for (const table of written.tables) tables.add(table);
      await durable.promise;
      return written.result;
    },
    flush,
  };
  return group;
}

function begin(db: Db): void {
  try {
    db.sql("BEGIN IMMEDIATE").run();
  } catch (error) {
    throw asDiskFull(error);
  }
}
