/**
 * The last part of a restore, which a crash may interrupt anywhere: the data folder's files are put
 * aside, and those of the backup take their places. `restore.json` is its journal. It is written
 * when the copy of the backup lies whole in the data folder; from then on the restore is finished,
 * at this start or the next. Without it the folder is as it was, and what was copied is removed.
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
/** Before the time, in the names of folders that take the old files. */
export const ASIDE = "before-restore-";
const DAY_MS = 24 * 3_600_000;
/** Names a folder in the data folder alone. */
const ASIDE_NAME = /^before-restore-\d{8}T\d{6}Z$/;
const ASIDE_KEPT_MS = 30 * DAY_MS;
/** The copy of the backup, in the data folder. */
export const STAGED = "restore.part";

const journalSchema = z.object({
  version: z.literal(1),
  /** `aside`: the old files go, one by one. `place`: the new ones come. */
  phase: z.enum(["aside", "place"]),
  /** Name of the folder that takes the old files. */
  aside: z.string().regex(ASIDE_NAME),
  /** The data was of the same station: the numbers that it has given stand beside it. */
  isSameStation: z.boolean(),
  /** The key files of now open the secrets of the backup. */
  keepsKeys: z.boolean(),
  became: becameSchema,
});
export type RestoreJournal = z.infer<typeof journalSchema>;

/** A journal is some lines. */
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

/** Points of a restore at which a fault run kills the process. */
export type RestorePoint =
  | "staged"
  | "journal written"
  | "one put aside"
  | "all put aside"
  | "one placed"
  | "all placed"
  | "numbers written"
  | "journal removed";

/** Durable when it returns: the restore takes place. */
export function writeJournal(folder: string, journal: RestoreJournal): void {
  writeWhole(join(folder, JOURNAL_FILE), `${JSON.stringify(journal, null, 2)}\n`);
}

/**
 * Finishes a restore that was begun, or removes what one has left that was not. Before anything in
 * the folder is opened, and under its lock.
 *
 * @param machine Of this computer, where it is known.
 * @param reached Called at each point. Does nothing in the product.
 * @returns Whether the folder holds another database than before.
 * @throws DataFolderError when the journal cannot be read; the system's error. The next start goes
 *   on.
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
    // Checks that the replacement is there before any of the data is moved.
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
  place(folder, journal, reached);
  if (journal.became === "copied") becomeCopy(join(folder, DATABASE_FILE), machine);
  else if (machine !== undefined) adoptMachine(join(folder, DATABASE_FILE), machine);
  // The database's own last: while the numbers are not in their place, the next start puts them
  // there.
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
 * Throws away what restores have put aside, 30 days later: the personal data in it would outlive
 * its time.
 * @param now ms since 1970.
 * @param atMostDays Of personal data, where that is shorter.
 * @returns False: there is no more to do.
 */
export function dropOldAside(
  folder: string,
  now: number,
  atMostDays = Number.POSITIVE_INFINITY,
): false {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(ASIDE))) {
    const place = join(folder, name);
    if (now - statSync(place).mtimeMs > Math.min(ASIDE_KEPT_MS, atMostDays * DAY_MS))
      rmSync(place, { recursive: true, force: true });
  }
  return false;
}

/** Files that are in their places already are not in the copy any more. */
function place(
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
  for (const name of keepsKeys ? KEYS : []) copyAgain(join(old, name), join(folder, name));
  reached("all placed");
}

/**
 * Numbers go on above all that were given: those of the same station stand in the files that were
 * put aside. Without them the next start passes over many.
 */
function placeNumbers(folder: string, aside: string, { isSameStation }: RestoreJournal): void {
  if (!isSameStation) return;
  for (const name of [NUMBERS_FILE, OUTBOX_FILE]) copyAgain(join(aside, name), join(folder, name));
  forceRestored(folder, join(folder, STAGED));
}

function copyAgain(from: string, to: string): void {
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
    `The file ${path} is damaged: it says how far a backup was put back. The data from before lies in a folder before-restore-… beside it. Ask for help before you go on. Nothing was changed.`,
  );
}

/** A link in their place would lead out of the data folder. @throws DataFolderError */
function requireOwnFolders(paths: readonly string[], folder: string): void {
  const isOther = (path: string): boolean =>
    lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  if (paths.some(isOther)) throw damagedJournal(join(folder, JOURNAL_FILE));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
