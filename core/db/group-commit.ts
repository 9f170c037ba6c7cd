/**
 * Group commit: transactions of one turn of the event loop share one COMMIT, and so one wait for the disk.
 *
 * Each is a savepoint of one open transaction, so one that throws is undone alone. Nothing of a group leaves the station
 * before its COMMIT: a member gets its result from a promise, facts are delivered after it, and whatever else uses the
 * connection (`commit`, a statement outside of any transaction) ends the group first, so that only its members ever see
 * what is not durable yet. A full or failing disk fails every member.
 */
import { AppError } from "../base/errors.ts";
import { asDiskFull, isDiskFault } from "../base/disk.ts";
import type { Db, Fact } from "./database.ts";
import { afterCommit, forget, runOpen, type Writer, type Written } from "./open-commit.ts";

/** Transactions that wait for the same COMMIT. */
export type Group = {
  join<T>(run: () => T): Promise<T>;
  /** Commits now instead of at the end of the turn. Never throws: each member's promise says how it went. */
  flush(): void;
};

/**
 * Runs `run` now, as a transaction that shares its COMMIT with others of this turn. For what is awaited anyway; `commit` is
 * for the rest.
 *
 * @returns What `run` gave, once it is durable.
 * @throws AppError E2036 when the disk is full or not writable, also by another member: nothing of the group is kept then.
 */
export async function commitTogether<T>(writer: Writer, run: () => T): Promise<T> {
  const { db } = writer;
  if (db.open !== null) throw new Error("a transaction that is awaited, inside another");
  db.group ??= openGroup(writer);
  return db.group.join(run);
}

function openGroup(writer: Writer): Group {
  const { db } = writer;
  const facts: Fact[] = [];
  const tables = new Set<string>();
  let lastSeq: number | undefined;
  const durable = Promise.withResolvers<void>();
  durable.promise.catch(() => {}); // also when no member is left that awaits it
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
      db.sql("COMMIT").run();
    } catch (error) {
      return fail(error);
    }
    durable.resolve();
    afterCommit(writer, { lastSeq, facts });
  };
  const turn = setImmediate(flush);

  const group: Group = {
    async join(run) {
      db.group = null; // while a member runs, its statements are the group's
      let written: Written<ReturnType<typeof run>>;
      try {
        written = runMember(writer, run);
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

/** @throws what `run` throws; its savepoint is undone then, if SQLite has not ended the whole transaction by itself. */
function runMember<T>(writer: Writer, run: () => T): Written<T> {
  const { db } = writer;
  if (!db.raw.inTransaction) throw new AppError("E2036");
  db.sql("SAVEPOINT member").run();
  try {
    const written = runOpen(writer, run);
    db.sql("RELEASE member").run();
    return written;
  } catch (error) {
    if (db.raw.inTransaction) {
      db.sql("ROLLBACK TO member").run();
      db.sql("RELEASE member").run();
    }
    throw error;
  }
}
