/**
 * Recognizes disk errors in the data folder by the codes of Node and SQLite. While the station
 * runs, such an error becomes E2036 and does not end the process. At start it ends the process with
 * one sentence.
 */
import { AppError, errors } from "./errors.ts";

const FILE_CODES: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO"];
/** SQLite's codes with their extended forms: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY. */
const SQLITE_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)(_|$)/;

/** The data folder cannot be used. The message says where, why and what to do. */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}

/** The data folder cannot be used because its database is damaged or is not a database. */
export class DamagedDatabaseError extends DataFolderError {
  override readonly name = "DamagedDatabaseError";
}

/** The data folder cannot be used because its disk is full, read-only or failing. */
class DiskFaultError extends DataFolderError {
  override readonly name = "DiskFaultError";
}

/** Returns whether an error, also an E2036, means that the disk is full, read-only or failing. */
export function isDiskFault(error: unknown): boolean {
  return diskCode(error) !== undefined || (error instanceof AppError && error.code === "E2036");
}

/** Returns the code of a full, read-only or failing disk; undefined for another error. */
function diskCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return FILE_CODES.includes(code) || SQLITE_CODES.test(code) ? code : undefined;
}

/**
 * Converts a disk fault to E2036, the error to throw while the station runs; returns any other
 * error unchanged.
 */
export function asDiskFull(error: unknown): unknown {
  const cause = diskCode(error);
  return cause === undefined ? error : errors.diskFull(undefined, { cause });
}

/**
 * Calls `run` during the start, and explains a disk error.
 *
 * @throws DataFolderError for every disk error, including an E2036.
 */
export function inDataFolder<T>(folder: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const cause =
      error instanceof AppError && error.code === "E2036"
        ? String(error.details["cause"])
        : diskCode(error);
    if (cause === undefined) throw error;
    throw new DiskFaultError(
      `The data folder ${folder} cannot be written: its disk is full, read-only or failing (${cause}). Free some space or make the folder writable, then start again.`,
    );
  }
}

/**
 * Longest path of a data folder on Windows, in characters. Windows limits the path of a file to 260
 * characters unless the program declares support for longer paths. Chromium, which keeps files in
 * the data folder too, declares no such support (electron/electron#5815). A file's path within the
 * data folder has up to 100 characters.
 */
export const LONGEST_ON_WINDOWS = 160;

/** Returns whether a data folder's path leaves no room for the names of the files in it. */
export function isTooLong(path: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" && path.replace(/^\\\\\?\\/, "").length > LONGEST_ON_WINDOWS;
}
