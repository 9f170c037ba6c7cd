/**
 * Copies the database before an update changes it, into `before-upgrade/` of the data folder, and
 * restores the copy if the update cannot be used. The copy is restored only while the station has
 * not worked with the changed database. A later restore would lose purchases, prints and received
 * orders, and would print labels again.
 *
 * The copy is deleted by the next update, or after two weeks, or earlier if personal data is kept
 * for less time.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { DataFolderError } from "../base/disk.ts";
import type { Log } from "../base/log.ts";
import { writeWhole } from "../base/write-whole.ts";

export const BEFORE_UPGRADE = "before-upgrade";
/** Marker file: the station has started to work with the changed database. */
const USED = "used";
const COPY = /^packbench-schema-(\d+)\.db$/;
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 14 * DAY_MS;
/** Free space needed in addition to the copy, for what the migrations write. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Copies a database that migrations are about to change. Called before the first change, while no
 * other part of the station has the database open.
 *
 * @param schema The database's current schema.
 * @param mayBeLeftOut Whether the previous version can still read the file after the migrations, so
 *   that the copy is not the only way back. A copy for which there is no room is then left out with
 *   a warning.
 * @throws DataFolderError when there is no room for a copy that is needed; nothing was changed.
 */
export function copyBeforeUpgrade(
  raw: Database,
  path: string,
  schema: number,
  mayBeLeftOut: boolean,
  log: Pick<Log, "warn">,
): void {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  const target = join(folder, `packbench-schema-${schema}.db`);
  // An interrupted start has already made the copy.
  if (existsSync(target) && !existsSync(join(folder, USED))) return;
  rmSync(folder, { recursive: true, force: true });
  const isWhole = isAllInOneFile(raw);
  const bytes =
    statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < bytes + ROOM_BYTES) {
    if (!mayBeLeftOut)
      throw new DataFolderError(
        `This update changes the database, so it is copied first. The copy needs ${megabytes(bytes + ROOM_BYTES)} MB on the disk of ${dirname(path)}, and ${megabytes(bavail * bsize)} MB are free. Free some space, then start again. Nothing was changed.`,
      );
    log.warn(
      { needs: bytes, free: bavail * bsize },
      "there is no room for a copy of the database from before this update; the previous version can still read the database",
    );
    return;
  }
  mkdirSync(folder, { mode: 0o700 });
  const draft = `${target}.part`;
  // Where the file system can share blocks, the copy takes no time and no room. If a reader of
  // another program prevents emptying the journal, SQLite makes the copy.
  if (isWhole) copyFileSync(path, draft, constants.COPYFILE_FICLONE);
  else raw.prepare("VACUUM INTO ?").run(draft);
  sync(draft);
  renameSync(draft, target);
}

/**
 * Records that the station has started to work, so that the copy is never restored. Durable when it
 * returns.
 */
export function markUpgradeUsed(path: string): void {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  if (existsSync(folder) && !existsSync(join(folder, USED)))
    writeWhole(join(folder, USED), `${new Date().toISOString()}\n`);
}

/**
 * Restores the copy from before the update in place of a database that this version cannot read.
 * Keeps the replaced file in the same folder as the copy.
 *
 * @param knows The newest schema that this version can read.
 * @returns Whether the copy was restored. False when there is no copy, when the station has worked
 *   with the newer database, or when another connection has the database open.
 */
export function stepBack(
  path: string,
  raw: Database,
  knows: number,
  log: Pick<Log, "warn">,
): boolean {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  const copy = findCopy(folder, knows);
  if (copy === undefined || existsSync(join(folder, USED)) || !isAllInOneFile(raw)) return false;
  raw.close();
  const kept = join(folder, "newer.db");
  rmSync(kept, { force: true });
  try {
    linkSync(path, kept);
  } catch {
    copyFileSync(path, kept, constants.COPYFILE_FICLONE);
  }
  // A rename is one step: after a crash, either the newer database or the copy is there, complete.
  renameSync(copy, path);
  log.warn(
    { copy },
    "an update was undone: the database from before it was restored. Nothing had been bought, printed or received since",
  );
  return true;
}

/**
 * Returns whether a version that can read schema `knows` could step back: a copy exists, and the
 * station has not worked since the update.
 */
export function hasCopyFor(path: string, knows: number): boolean {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  return findCopy(folder, knows) !== undefined && !existsSync(join(folder, USED));
}

/**
 * Finds a copy of the database with a schema that this version can read.
 *
 * @returns The copy's path; undefined without such a copy.
 */
function findCopy(folder: string, knows: number): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find(
    (file) => Number(COPY.exec(file)?.[1] ?? Number.POSITIVE_INFINITY) <= knows,
  );
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Deletes the copy after two weeks, or after `atMostDays` if that is earlier, because personal data
 * in the copy would otherwise outlive its retention time.
 *
 * @param now ms since 1970.
 * @returns False: the task has no further work.
 */
export function dropOldCopy(
  path: string,
  now: number,
  atMostDays = Number.POSITIVE_INFINITY,
): false {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && now - made > Math.min(KEPT_MS, atMostDays * DAY_MS))
    rmSync(folder, { recursive: true, force: true });
  return false;
}

/**
 * Copies the journal into the database file. Returns whether the file then has all data, which
 * another connection can prevent.
 */
function isAllInOneFile(raw: Database): boolean {
  // The first column is `busy`.
  return Number(raw.pragma("wal_checkpoint(TRUNCATE)", { simple: true })) === 0;
}

function sync(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
