/**
 * One process per data folder. The lock is an exclusive SQLite transaction on a file of its own:
 * the kernel frees it when its holder ends, in any way, so that no stale lock remains.
 *
 * The lock file can be deleted while it is held, and another process can then lock a new one. So
 * the database stores the inode of the lock file that was locked last; while that file is open, its
 * inode is not used again. A process that has locked a file with another inode checks SQLite's own
 * locks on the database, which cannot be deleted without losing the data, and starts only when the
 * database is open nowhere. (Windows does not delete open files.)
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

/** Held locks stay referenced here: a collected connection would be closed, and its lock lost. */
const held = new Set<BetterSqlite3.Database>();

/**
 * @returns Frees the lock.
 * @throws FolderInUseError
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

/** Notes in the database which file is locked. Once it is open. */
export function noteLock(db: Pick<Db, "sql">, folder: string): void {
  const inode = inodeOf(join(folder, LOCK_FILE)) ?? "";
  if (findMeta(db, NOTE) !== inode) writeMeta(db, NOTE, inode);
}

/** Whether the lock's file is the one that the database's last station had. */
function isKnownLock(folder: string, database: string): boolean {
  let reader: BetterSqlite3.Database | undefined;
  try {
    reader = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
    return (
      reader.prepare("SELECT value FROM station_meta WHERE key = ?").pluck().get(NOTE) ===
      inodeOf(join(folder, LOCK_FILE))
    );
  } catch {
    return false; // missing, or unreadable: opening it fails with its own error
  } finally {
    reader?.close();
  }
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

/**
 * Only by `stat`: closing a file of ours that we opened besides SQLite would drop the locks SQLite
 * has on it.
 */
function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Whether another process, or another station of this one, has the database open. Its journal is
 * written back on the way.
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
    if (isNoDatabase(error)) return false; // opening it fails with its own error
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
    return null; // the holder is between taking the lock and writing who it is
  }
}
