/** Checks the data folder before any file in it is opened. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DamagedDatabaseError, DataFolderError } from "../base/disk.ts";
import { requireLocalPlace } from "./folder-place.ts";
import { NUMBERS_FILE } from "./ceilings.ts";
import { KEY_FILE, SEALED_KEY_FILE } from "../base/key-file.ts";

export const DATABASE_FILE = "packbench.db";

/**
 * Files that are made together with the database or later, so only a folder with a database has
 * such files.
 */
const KEY_FILES: readonly string[] = [KEY_FILE, SEALED_KEY_FILE, NUMBERS_FILE];

/**
 * Size of the trial write: enough for some purchases. A purchase with its label takes about 60 KiB
 * in the database and its journal.
 */
const ROOM_BYTES = 256 * 1024;

/**
 * Makes the folder if it is missing, and tests whether it accepts a few writes. A station that
 * cannot write can neither buy nor print; its user should learn this before the window opens, not
 * at the first label.
 *
 * @throws DataFolderError for a folder that must not hold a database; the system's error: ENOSPC,
 *   EROFS, EACCES and similar.
 */
export function prepareFolder(folder: string): void {
  requireLocalPlace(folder);
  makeFolder(folder);
  const trial = join(folder, "trial.tmp");
  try {
    const file = openSync(trial, "w", 0o600);
    try {
      writeSync(file, Buffer.alloc(ROOM_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(trial, { force: true });
  }
}

/**
 * Makes a folder. On a read-only disk `mkdirSync` of several levels fails with ENOENT; then this
 * throws the error of the nearest folder above that exists, which is the real cause.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let above = dirname(resolve(folder));
    while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
    accessSync(above, constants.W_OK);
    throw error;
  }
}

/**
 * Returns whether the folder has a database. If the database is empty, or is missing while its
 * journal, a key to its secrets or `numbers.json` is there, it was lost, and a new one would hide
 * the loss.
 * @throws DataFolderError when the database was lost.
 */
export function hasDatabase(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && existsSync(`${path}-wal`)) {
    throw new DataFolderError(
      `The database ${path} is missing, though its journal is there. Put the database back, or start with another folder (--data). Nothing was changed.`,
    );
  }
  const key =
    found === undefined
      ? KEY_FILES.find((name) => existsSync(join(dirname(path), name)))
      : undefined;
  if (key !== undefined) {
    throw new DataFolderError(
      `The database ${path} is missing, though ${key} shows that this folder was used. Put the database back, start with another folder (--data), or move ${key} away to start with a new database. Nothing was changed.`,
    );
  }
  if (found?.size === 0) {
    throw new DataFolderError(
      `The database ${path} is empty: what it held is lost. Put a copy of it back; if this folder never held anything, delete the file; then start again. Nothing was changed.`,
    );
  }
  return found !== undefined;
}

/**
 * Makes the error of a database that cannot be read; its message says what to do.
 *
 * @param path A file that SQLite cannot read as a Packbench database.
 */
export function noDatabase(path: string): DamagedDatabaseError {
  return new DamagedDatabaseError(
    `The file ${path} is damaged, or is not a Packbench database. Put a good copy of it back, or start with another folder (--data). Nothing was changed.`,
  );
}

/** Returns whether SQLite reports that a file is damaged or not a database. */
export function isNoDatabase(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))
  );
}
