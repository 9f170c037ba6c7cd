/** Copies a database while it is being written; the copy has the state at the copy's start. */
import { renameSync, rmSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { openReader } from "./open-reader.ts";

/** The copy can be stopped between two batches of this size. */
const PAGES_AT_ONCE = 1_000;

/**
 * Copies the database into one file without a journal, and verifies the copy. The copy gets its
 * name when it is complete; a failed copy leaves no file.
 *
 * @param isWanted Called between batches: false stops the copy.
 * @param onProgress Called between batches with the share that is copied, 0 to 1.
 * @throws The system's or SQLite's error; Error when `isWanted` has stopped the copy, or when the
 *   copy is damaged.
 */
export async function copyDatabase(
  path: string,
  target: string,
  isWanted: () => boolean,
  onProgress: (copied: number) => void = () => {},
): Promise<void> {
  const draft = `${target}.part`;
  const source = openReader(path);
  try {
    // All pages are read as of this moment; later transactions neither enter the copy nor restart
    // it.
    source.raw.exec("BEGIN");
    source.raw.prepare("SELECT count(*) FROM station_meta").get();
    await source.raw.backup(draft, {
      progress({ totalPages, remainingPages }) {
        if (!isWanted()) throw new Error("the copy was stopped");
        if (totalPages > 0) onProgress(1 - remainingPages / totalPages);
        return PAGES_AT_ONCE;
      },
    });
    checkWhole(draft);
    renameSync(draft, target);
  } finally {
    source.close();
    for (const ending of ["", "-journal", "-wal", "-shm"])
      rmSync(`${draft}${ending}`, { force: true });
  }
}

/**
 * Verifies a whole database that no process has open. Afterwards the database is one file, without
 * a journal.
 *
 * @throws Error when it is damaged.
 */
export function checkWhole(path: string): void {
  const copy = new BetterSqlite3(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = DELETE");
    const found = copy.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw new Error(`the copy is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
}
