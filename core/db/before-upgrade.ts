/**
 * The copy of a database from before an update changed it: `before-upgrade/` in the data folder. It
 * is what a station goes back to when the update before it cannot be used, and only while nothing
 * was done with the changed database: a purchase, a print or a received order would be lost with
 * it, and a label that was printed would be printed again.
 *
 * The copy is thrown away two weeks after it was made, or by the next update.
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
/** There once the station has begun to work with the changed database. */
const USED = "used";
const COPY = /^packbench-schema-(\d+)\.db$/;
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 14 * DAY_MS;
/** Beside the copy: what the migrations themselves write. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Copies a database that migrations are about to change. Before its first change; nothing else has
 * it open.
 *
 * @param schema That it has. @param mayBeLeftOut The version before can read the file afterwards
 *   too: a copy is not the only way back.
 * @throws DataFolderError when there is no room for a copy that is needed; nothing was changed
 *   then.
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
  if (existsSync(target) && !existsSync(join(folder, USED))) return; // made by a start that was cut short
  rmSync(folder, { recursive: true, force: true });
  const isWhole = isAllInOneFile(raw);
  const bytes =
    statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < bytes + ROOM_BYTES) {
    if (!mayBeLeftOut)
      throw new DataFolderError(
        `This update changes the database, and a copy of it is made before. That needs ${megabytes(bytes + ROOM_BYTES)} MB on the disk of ${dirname(path)}, and ${megabytes(bavail * bsize)} MB are free. Free some space, then start again. Nothing was changed.`,
      );
    log.warn(
      { needs: bytes, free: bavail * bsize },
      "there is no room for a copy of the database from before this update; the version before can read it all the same",
    );
    return;
  }
  mkdirSync(folder, { mode: 0o700 });
  const draft = `${target}.part`;
  // Where the file system can share blocks, the copy takes no time and no room. Another program's
  // reader keeps the journal from being emptied: then SQLite copies.
  if (isWhole) copyFileSync(path, draft, constants.COPYFILE_FICLONE);
  else raw.prepare("VACUUM INTO ?").run(draft);
  sync(draft);
  renameSync(draft, target);
}

/**
 * The station begins to work: from now on the database is not taken back. Durable when it returns.
 */
export function markUpgradeUsed(path: string): void {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  if (existsSync(folder) && !existsSync(join(folder, USED)))
    writeWhole(join(folder, USED), `${new Date().toISOString()}\n`);
}

/**
 * Puts the copy from before the update in the place of a database that this version cannot read.
 * What is replaced is kept beside the copy.
 *
 * @param knows The newest schema that this version can read.
 * @returns Whether it was done. It is not when there is no copy, or when the station has worked
 *   with the newer database since.
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
  // One step: after a crash the newer one is there whole, or the copy.
  renameSync(copy, path);
  log.warn(
    { copy },
    "an update was taken back: the database is the one from before it. Nothing had been bought, printed or received since",
  );
  return true;
}

/**
 * Whether `stepBack` of a version that knows this schema would find its copy, and nothing written
 * since.
 */
export function hasCopyFor(path: string, knows: number): boolean {
  const folder = join(dirname(path), BEFORE_UPGRADE);
  return findCopy(folder, knows) !== undefined && !existsSync(join(folder, USED));
}

/** @returns Of the schema that this version knows, or of an older one. */
function findCopy(folder: string, knows: number): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find(
    (file) => Number(COPY.exec(file)?.[1] ?? Number.POSITIVE_INFINITY) <= knows,
  );
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Throws the copy away when it is two weeks old: the personal data in it would outlive its time.
 * @param now ms since 1970.
 * @returns False: there is no more to do.
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

/** @returns Whether everything is in the database's own file. Another connection may prevent it. */
function isAllInOneFile(raw: Database): boolean {
  return Number(raw.pragma("wal_checkpoint(TRUNCATE)", { simple: true })) === 0; // its first column: busy
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
