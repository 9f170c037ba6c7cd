/**
 * Writes and checks one backup. Runs in a thread, because the folder may be on a slow disk or on a
 * share that does not answer.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { errors } from "../../base/errors.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { copyDatabase } from "../../db/copy-database.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { describeDatabase } from "../../db/describe-database.ts";
import type { BackupKeep } from "./backups.schema.ts";
import {
  COMPANIONS,
  digestFile,
  MANIFEST_FILE,
  markOf,
  PART,
  readManifest,
  readName,
  type BackupFile,
  type Manifest,
} from "./manifest.ts";
import { expiredBackups } from "./rotation.ts";

const MEGABYTE = 1_000_000;

export type BackupPlan = {
  /** Data folder. */
  readonly from: string;
  /** Folder that collects backups. */
  readonly folder: string;
  /** Name of this backup. */
  readonly name: string;
  readonly stationID: string;
  readonly about: Pick<Manifest, "madeAt" | "madeBy" | "machine">;
  /** Rule for keeping the station's earlier backups; null: keep all. */
  readonly keep: BackupKeep | null;
  /**
   * Days after which an earlier backup is deleted although `keep` would keep it; undefined: no
   * limit. Ignored when `keep` is null.
   */
  readonly keepDays?: number | undefined;
};

/**
 * Requires enough room in the folder for a backup.
 *
 * @throws AppError E2062 when the folder is missing or has too little room.
 */
export function checkRoom({
  folder,
  bytes,
}: {
  readonly folder: string;
  readonly bytes: number;
}): void {
  let free: number;
  try {
    if (!statSync(folder).isDirectory()) throw new Error("it is a file");
    const disk = statfsSync(folder);
    free = disk.bavail * disk.bsize;
  } catch {
    throw errors.fileNotSaved("The folder for backups is not there, or cannot be read.");
  }
  if (free < bytes)
    throw errors.fileNotSaved(
      `The backup needs ${Math.ceil(bytes / MEGABYTE)} MB, and ${Math.floor(free / MEGABYTE)} MB are free there. Choose another disk.`,
    );
}

/**
 * Copies one consistent state of the database and its companion files, reads the copies again to
 * write their sizes and hashes into the manifest, renames the finished backup, and deletes expired
 * backups if `plan.keep` is set. A backup that fails before it is renamed is deleted, and earlier
 * backups are kept. An earlier backup that cannot be deleted does not fail this backup; the next
 * backup tries again.
 *
 * @param onProgress Receives the copied share of the database, 0 to 1.
 * @returns The total size of the backup's files; `notDeleted`: why earlier backups could not be
 *   deleted, one reason for each.
 * @throws the system's or SQLite's error; Error when the backup was stopped.
 */
export async function writeBackup(
  plan: BackupPlan,
  isWanted: () => boolean,
  onProgress: (copied: number) => void,
): Promise<{ readonly bytes: number; readonly notDeleted: readonly string[] }> {
  const { from, folder, name } = plan;
  const part = join(folder, `${name}${PART}`);
  const unfinished = removeUnfinished(plan);
  mkdirSync(part, { mode: 0o700 });
  try {
    const database = join(part, DATABASE_FILE);
    // The companions are copied before the database: a number that is used during the copy is then
    // in the copy of the database or in no copy, but never only in a companion.
    const beside = COMPANIONS.filter((companion) => existsSync(join(from, companion)));
    for (const companion of beside)
      digestFile(join(from, companion), isWanted, join(part, companion));
    await copyDatabase(join(from, DATABASE_FILE), database, isWanted, onProgress);
    const holds = describeDatabase(database);
    const files = [DATABASE_FILE, ...beside].map((file): BackupFile => ({
      name: file,
      ...digestFile(join(part, file), isWanted),
    }));
    writeWhole(
      join(part, MANIFEST_FILE),
      `${JSON.stringify({ version: 1, ...plan.about, holds, files } satisfies Manifest, null, 2)}\n`,
    );
    readManifest(part);
    renameSync(part, join(folder, name));
    return {
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      notDeleted: [...unfinished, ...rotate(plan)],
    };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes unfinished backups that a crash of this station left. Returns why deletions failed. */
function removeUnfinished({ folder, stationID }: BackupPlan): string[] {
  const left = readdirSync(folder).filter(
    (name) =>
      name.endsWith(PART) && readName(name.slice(0, -PART.length))?.mark === markOf(stationID),
  );
  return left.flatMap((name) =>
    failureOf(() => rmSync(join(folder, name), { recursive: true, force: true })),
  );
}

const DAY_MS = 86_400_000;

/**
 * Deletes expired backups. Renames a backup before deleting it, so that a partly deleted folder
 * does not look like a backup. Returns why deletions failed.
 */
function rotate({ folder, stationID, keep, keepDays, about }: BackupPlan): string[] {
  if (keep === null) return [];
  const oldestMs =
    keepDays === undefined ? undefined : Date.parse(about.madeAt) - keepDays * DAY_MS;
  const expired = expiredBackups(readdirSync(folder), markOf(stationID), keep, oldestMs);
  return expired.flatMap((name) =>
    failureOf(() => {
      renameSync(join(folder, name), join(folder, `${name}${PART}`));
      rmSync(join(folder, `${name}${PART}`), { recursive: true, force: true });
    }),
  );
}

/** Runs a deletion. Returns why it failed; nothing after a success. */
function failureOf(remove: () => void): string[] {
  try {
    remove();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
