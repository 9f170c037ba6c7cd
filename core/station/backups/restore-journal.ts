/**
 * The last part of a restore, which survives a crash at any point: the data folder's files move
 * into a `before-restore-…` folder, and the staged files replace them. The journal `restore.json`
 * is written once the data folder holds a complete copy of the backup. With a journal, this start
 * or the next completes the restore; without a journal, the next start deletes the staged files and
 * the data stays unchanged.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DataFolderError } from "../../base/disk.ts";
import { KEY_FILE, SEALED_KEY_FILE } from "../../base/key-file.ts";
import { parseJson } from "../../base/json.ts";
import { readSmallFile } from "../../base/read-small-file.ts";
import { syncFolder, writeWhole } from "../../base/write-whole.ts";
import { BEFORE_UPGRADE } from "../../db/before-upgrade.ts";
import { becomeCopy } from "../../db/become-copy.ts";
import { forceRestored, NUMBERS_FILE, OUTBOX_FILE } from "../../db/ceilings.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { adoptMachine } from "../../db/machine.ts";
import { becameSchema } from "../../db/machine.schema.ts";
import { SETTINGS_FILE } from "../settings.ts";
import { digestFile } from "./manifest.ts";
import { placeSettings } from "./restored-settings.ts";

const JOURNAL_FILE = "restore.json";
/** Name prefix, before the time, of folders for the old files. */
export const ASIDE = "before-restore-";
const DAY_MS = 24 * 3_600_000;
/** Matches only the name of a folder directly in the data folder. */
const ASIDE_NAME = /^before-restore-\d{8}T\d{6}Z$/;
const ASIDE_KEPT_MS = 30 * DAY_MS;
/** Folder of the staged copy, in the data folder. */
export const STAGED = "restore.part";

const journalSchema = z.object({
  version: z.literal(1),
  /** `aside`: the old files are moved away one by one. `place`: the new files are moved in. */
  phase: z.enum(["aside", "place"]),
  /** Name of the folder for the old files. */
  aside: z.string().regex(ASIDE_NAME),
  /** The old data belonged to the same station, so its number files are kept. */
  isSameStation: z.boolean(),
  /** The current key files decrypt the secrets of the backup. */
  keepsKeys: z.boolean(),
  became: becameSchema,
});
export type RestoreJournal = z.infer<typeof journalSchema>;

/** Largest accepted journal, bytes. */
const MOST_JOURNAL_BYTES = 16 * 1024;

const DATA_FILES = [
  DATABASE_FILE,
  ...["-wal", "-shm", "-journal"].map((ending) => `${DATABASE_FILE}${ending}`),
  SETTINGS_FILE,
  NUMBERS_FILE,
  OUTBOX_FILE,
  KEY_FILE,
  SEALED_KEY_FILE,
  BEFORE_UPGRADE,
];
const KEYS = [KEY_FILE, SEALED_KEY_FILE];

/** Points of a restore at which the fault tests kill the process. */
export type RestorePoint =
  | "staged"
  | "journal written"
  | "one put aside"
  | "all put aside"
  | "one placed"
  | "all placed"
  | "numbers written"
  | "journal removed";

/** Writes the journal durably; from then on the restore will be completed. */
export function writeJournal(folder: string, journal: RestoreJournal): void {
  writeWhole(join(folder, JOURNAL_FILE), `${JSON.stringify(journal, null, 2)}\n`);
}

/**
 * Completes a restore that has a journal, or deletes the staging files of a restore without a
 * journal. Runs under the folder's lock, before anything in the folder is opened.
 *
 * @param machine Identity of this computer, if known.
 * @param reached Called at each point; only tests pass it.
 * @returns Whether the database was replaced.
 * @throws DataFolderError when the journal cannot be read, the staged database is missing, or a
 *   folder is replaced by a link; the system's error, after which the next start continues.
 */
export function finishRestore(
  folder: string,
  machine: string | undefined,
  reached: (point: RestorePoint) => void = () => {},
): boolean {
  const journal = readJournal(folder);
  const staged = join(folder, STAGED);
  if (journal === undefined) {
    rmSync(staged, { recursive: true, force: true });
    return false;
  }
  const aside = join(folder, journal.aside);
  requireOwnFolders([staged, aside], folder);
  if (journal.phase === "aside") {
    // Checks that the replacement exists before any data is moved.
    if (!isFile(join(staged, DATABASE_FILE))) throw damagedJournal(join(folder, JOURNAL_FILE));
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const name of DATA_FILES) {
      if (!existsSync(join(folder, name))) continue;
      renameSync(join(folder, name), join(aside, name));
      reached("one put aside");
    }
    syncFolder(aside);
    writeJournal(folder, { ...journal, phase: "place" });
    reached("all put aside");
  }
  moveIntoPlace(folder, journal, reached);
  if (journal.became === "copied") becomeCopy(join(folder, DATABASE_FILE), machine);
  else if (machine !== undefined) adoptMachine(join(folder, DATABASE_FILE), machine);
  // Number files come last: until they are in place the journal stays, and the next start repeats
  // this step.
  placeNumbers(folder, aside, journal);
  reached("numbers written");
  syncFolder(folder);
  rmSync(join(folder, JOURNAL_FILE));
  syncFolder(folder);
  reached("journal removed");
  rmSync(staged, { recursive: true, force: true });
  return true;
}

/**
 * Deletes the folders of old files 30 days after a restore, because they hold personal data.
 * @param now ms since 1970.
 * @param atMostDays Retention of personal data in days; applies if it is shorter.
 * @returns False: one call deletes everything that is due.
 */
export function dropOldAside(
  folder: string,
  now: number,
  atMostDays = Number.POSITIVE_INFINITY,
): false {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(ASIDE))) {
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > Math.min(ASIDE_KEPT_MS, atMostDays * DAY_MS))
      rmSync(path, { recursive: true, force: true });
  }
  return false;
}

/**
 * Moves the staged files into the data folder, and copies the old key files back if they are kept.
 * After a crash, the staged copy lacks the files that were moved already, and they are skipped.
 */
function moveIntoPlace(
  folder: string,
  { aside, keepsKeys, isSameStation }: RestoreJournal,
  reached: (point: RestorePoint) => void,
): void {
  const staged = join(folder, STAGED);
  const old = join(folder, aside);
  for (const name of [DATABASE_FILE, ...(keepsKeys ? [] : [SEALED_KEY_FILE])]) {
    if (!isFile(join(staged, name))) continue;
    renameSync(join(staged, name), join(folder, name));
    reached("one placed");
  }
  placeSettings({ folder, staged, aside: old }, isSameStation);
  reached("one placed");
  for (const name of keepsKeys ? KEYS : []) replaceWithCopy(join(old, name), join(folder, name));
  reached("all placed");
}

/**
 * Copies the number files of the same station back, so that new numbers follow the numbers already
 * used. Without these files the next start skips many numbers.
 */
function placeNumbers(folder: string, aside: string, { isSameStation }: RestoreJournal): void {
  if (!isSameStation) return;
  for (const name of [NUMBERS_FILE, OUTBOX_FILE])
    replaceWithCopy(join(aside, name), join(folder, name));
  forceRestored(folder, join(folder, STAGED));
}

function replaceWithCopy(from: string, to: string): void {
  if (!existsSync(from)) return;
  rmSync(to, { force: true });
  digestFile(from, () => true, to);
}

function readJournal(folder: string): RestoreJournal | undefined {
  const path = join(folder, JOURNAL_FILE);
  if (!existsSync(path)) return undefined;
  try {
    return parseJson(readSmallFile(path, MOST_JOURNAL_BYTES), journalSchema, JOURNAL_FILE);
  } catch {
    throw damagedJournal(path);
  }
}

function damagedJournal(path: string): DataFolderError {
  return new DataFolderError(
    `The file ${path} is damaged. The file records how far a restore has come. If the restore had begun to replace the data, the old data is in a folder before-restore-… next to the file. Ask for help before you go on. This start has changed nothing.`,
  );
}

/**
 * Rejects existing paths that are not directories, such as links out of the data folder.
 *
 * @throws DataFolderError
 */
function requireOwnFolders(paths: readonly string[], folder: string): void {
  const isOther = (path: string): boolean =>
    lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  if (paths.some(isOther)) throw damagedJournal(join(folder, JOURNAL_FILE));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
