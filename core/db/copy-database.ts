/** A copy of a database that is being written, as it is at one moment. */
import { renameSync, rmSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { openReader } from "./database.ts";

/** Between two of them it may be stopped. */
const PAGES_AT_ONCE = 1_000;

/**
 * Copies it into one file without a journal beside it, and reads the copy through. The file has its
 * name once it is whole; of a copy that fails nothing stays.
 *
 * @param isWanted Asked between the parts: false stops the copy.
 * @param onProgress Gets the share that is copied, 0 to 1.
 * @throws the system's or SQLite's error; Error when it was stopped.
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
    // All pages are read as of this moment: what is committed meanwhile neither gets in nor makes
    // it begin again.
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
 * Reads a database through that is open nowhere; afterwards it is one file.
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
