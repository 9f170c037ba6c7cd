/**
 * Allows one process per data folder. The lock is an exclusive SQLite transaction on a separate
 * file: the kernel frees it when the holding process ends in any way, so that no stale lock
 * remains.
 *
 * The lock file can be deleted while it is locked, and another process can then lock a new file.
 * Therefore the database stores the inode of the file that was locked last; while that file is
 * open, the system gives its inode to no other file. A process that has locked a file with another
 * inode checks SQLite's own locks on the database, which cannot be deleted without losing the data,
 * and starts only when the database is open nowhere. (Windows does not delete open files.)
 */
import { statSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import { DATABASE_FILE, isNoDatabase } from "./data-folder.ts";
import type { Db } from "./database.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const LOCK_FILE = "lock.db";
const NOTE = "lock_file";

const holderSchema = z.object({ pid: z.number(), program: z.string(), since: z.string() });
export type Holder = Readonly<z.infer<typeof holderSchema>>;

/** Another process has this data folder open. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly holder: Holder | null;

  constructor(folder: string, holder: Holder | null) {
    const who =
      holder === null
        ? "another process"
        : `${holder.program} (process ${holder.pid}, since ${holder.since})`;
    super(
      `The data folder ${folder} is in use by ${who}. Close it, or start with another folder (--data).`,
    );
    this.holder = holder;
  }
}

/**
 * The held locks. Without this reference, garbage collection would close a connection and free its
 * lock.
 */
const held = new Set<BetterSqlite3.Database>();

/**
 * Locks a data folder for this process.
 *
 * @returns A function that frees the lock.
 * @throws FolderInUseError when another process has the folder.
 */
export function lockFolder(folder: string, me: Holder): () => void {
  const about = join(folder, "lock.json");
  const lock = takeLock(join(folder, LOCK_FILE));
  try {
    const database = join(folder, DATABASE_FILE);
    if (lock === undefined || (!isKnownLock(folder, database) && isOpenElsewhere(database)))
      throw new FolderInUseError(folder, readHolder(about));
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

/** Stores in the open database which lock file is locked. */
export function noteLock(db: Pick<Db, "sql">, folder: string): void {
  const inode = inodeOf(join(folder, LOCK_FILE)) ?? "";
  if (findMeta(db, NOTE) !== inode) writeMeta(db, NOTE, inode);
}

/** Returns whether the lock file is the one that the station recorded in the database. */
function isKnownLock(folder: string, database: string): boolean {
  let reader: BetterSqlite3.Database | undefined;
  try {
    reader = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
    return (
      reader.prepare("SELECT value FROM station_meta WHERE key = ?").pluck().get(NOTE) ===
      inodeOf(join(folder, LOCK_FILE))
    );
  } catch {
    return false; // The database is missing or unreadable; opening it fails with its own error.
  } finally {
    reader?.close();
  }
}

/**
 * Takes the lock on a file, if no other process holds it.
 *
 * @returns Undefined when another process holds the lock.
 */
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
  // The file was deleted meanwhile; the lock must be on the file that the path names.
  return takeLock(path);
}

/**
 * Identifies the file at a path. Uses only `stat`: closing a file that we opened outside SQLite
 * would drop SQLite's locks on it.
 */
function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Returns whether another process, or another station of this process, has the database open. Also
 * copies the WAL into the database.
 */
function isOpenElsewhere(path: string): boolean {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const probe = new BetterSqlite3(path, { timeout: 0, fileMustExist: true });
  try {
    probe.pragma("locking_mode = EXCLUSIVE");
    probe.exec("BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isNoDatabase(error)) return false; // Opening the database fails with its own error.
    throw error;
  } finally {
    probe.close();
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))
  );
}

function readHolder(file: string): Holder | null {
  try {
    return parseJson(readFileSync(file, "utf8"), holderSchema, "the holder of the lock");
  } catch {
    return null; // The holder has taken the lock but has not yet written who it is.
  }
}
