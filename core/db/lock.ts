/**
 * One process per data folder. The lock is an exclusive SQLite transaction on a file of its own: the kernel frees
 * it when its holder dies, however it dies, so no stale lock is ever left to clean up.
 *
 * That file can be deleted under its holder, and a new one be locked. So who has it also looks whether the database
 * itself, which nobody can delete and still share, is open in another process: its connections hold SQLite's own locks on
 * it, with POSIX and on Windows alike. (Windows lets nobody delete an open file in the first place.)
 */
import { statSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { DATABASE_FILE, isNoDatabase } from "./data-folder.ts";

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

/** Held locks stay referenced here: a collected connection would be closed, and its lock lost. */
const held = new Set<BetterSqlite3.Database>();

/**
 * @returns Frees the lock.
 * @throws FolderInUseError
 */
export function lockFolder(folder: string, me: Holder): () => void {
  const about = join(folder, "lock.json");
  const lock = takeLock(join(folder, "lock.db"));
  try {
    if (lock === undefined || isOpenElsewhere(join(folder, DATABASE_FILE))) throw new FolderInUseError(folder, readHolder(about));
    writeFileSync(about, JSON.stringify(me), { mode: 0o600 });
  } catch (error) {
    lock?.close();
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

/** @returns Undefined when another one has it. */
function takeLock(path: string): BetterSqlite3.Database | undefined {
  const lock = new BetterSqlite3(path, { timeout: 0 });
  try {
    const opened = inodeOf(path);
    lock.exec("BEGIN EXCLUSIVE");
    if (opened !== undefined && inodeOf(path) === opened) return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  lock.close();
  return takeLock(path); // it was deleted while we took it: what is locked is the file that the name means
}

/** Only by `stat`: closing a file of ours that we opened besides SQLite would drop the locks SQLite has on it. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Whether another process, or another station of this one, has the database open. Its journal is written back on the way. */
function isOpenElsewhere(path: string): boolean {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const probe = new BetterSqlite3(path, { timeout: 0, fileMustExist: true });
  try {
    probe.pragma("locking_mode = EXCLUSIVE");
    probe.exec("BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isNoDatabase(error)) return false; // told when it is opened
    throw error;
  } finally {
    probe.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code));
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null; // the holder is between taking the lock and writing who it is
  }
}
