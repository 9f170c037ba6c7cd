/**
 * One process per data folder. The lock is an exclusive SQLite transaction on a file of its own: the kernel frees
 * it when its holder dies, however it dies, so no stale lock is ever left to clean up.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";

export type Holder = { readonly pid: number; readonly program: string; readonly since: string };

/** Another process has this data folder open. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly holder: Holder | null;

  constructor(folder: string, holder: Holder | null) {
    const who = holder === null ? "another process" : `${holder.program} (process ${holder.pid}, since ${holder.since})`;
    super(`The data folder ${folder} is in use by ${who}. Close it, or start with another folder (--data).`);
    this.holder = holder;
  }
}

/**
 * @returns Frees the lock.
 * @throws FolderInUseError
 */
export function lockFolder(folder: string, me: Holder): () => void {
  const about = join(folder, "lock.json");
  const lock = new BetterSqlite3(join(folder, "lock.db"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) throw new FolderInUseError(folder, readHolder(about));
    throw error;
  }
  writeFileSync(about, JSON.stringify(me), { mode: 0o600 });
  return () => void lock.close();
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null; // the holder is between taking the lock and writing who it is
  }
}
