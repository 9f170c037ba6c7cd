/** The folder that holds all a station keeps, before anything in it is opened. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError } from "../base/disk.ts";

export const DATABASE_FILE = "packbench.db";

/** A purchase with its label takes some 60 KiB of the database and its journal. */
const ROOM_BYTES = 256 * 1024;

/**
 * Makes the folder when it is not there, and tries whether it takes a few writes: a station that can write nothing can
 * buy and print nothing, and that is better known before its window opens than at the first label.
 *
 * @throws the system's error: ENOSPC, EROFS, EACCES and the like.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
 * A database that is empty, or gone while its journal is there, was lost: a new one in its place would hide that.
 *
 * @returns Whether there is one.
 * @throws DataFolderError
 */
export function hasDatabase(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && existsSync(`${path}-wal`)) {
    throw new DataFolderError(`The database ${path} is missing, though its journal is there. Put the database back, or start with another folder (--data). Nothing was changed.`);
  }
  if (found?.size === 0) {
    throw new DataFolderError(`The database ${path} is empty: what it held is lost. Put a copy of it back; if this folder never held anything, delete the file; then start again. Nothing was changed.`);
  }
  return found !== undefined;
}

export function noDatabase(path: string): DataFolderError {
  return new DataFolderError(`The file ${path} is damaged, or is no database of Packbench. Put a good copy of it back, or start with another folder (--data). Nothing was changed.`);
}

/** SQLite's word for a file that it cannot take for a database. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code));
}
