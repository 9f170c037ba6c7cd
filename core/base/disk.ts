/**
 * Recognizes disk errors in the data folder by the codes of Node and SQLite. While the station runs
 * they become E2036 and end nothing. At start they end the process with one sentence.
 */
import { AppError, errors } from "./errors.ts";

const FILE_CODES: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO"];
/** With their extended codes: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY. */
const SQLITE_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)(_|$)/;

/** The data folder cannot be used. The message says where, why and what to do. */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}

/** The data folder cannot be used because its disk is full, read-only or failing. */
class DiskFaultError extends DataFolderError {
  override readonly name = "DiskFaultError";
}

/** Returns whether the disk failed; also recognizes an E2036. */
export function isDiskFault(error: unknown): boolean {
  return diskCode(error) !== undefined || (error instanceof AppError && error.code === "E2036");
}

/** Returns the code of a full, read-only or failing disk; undefined for another error. */
function diskCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return FILE_CODES.includes(code) || SQLITE_CODES.test(code) ? code : undefined;
}

/**
 * The error to throw instead of `error` while the station runs: E2036 for a disk fault, else the
 * error itself.
 */
export function asDiskFull(error: unknown): unknown {
  const cause = diskCode(error);
  return cause === undefined ? error : errors.diskFull(undefined, { cause });
}

/**
 * Calls `run` during the start.
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
 * Longest path of a data folder on Windows. A path there has at most 260 characters unless a
 * program declares support for longer ones, and Chromium, whose files are in the data folder too,
 * does not (electron/electron#5815). Files of the station and the window take up to 100 of them.
 */
export const LONGEST_ON_WINDOWS = 160;

/** Returns whether a data folder's path leaves no room for the names of the files in it. */
export function isTooLong(path: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" && path.replace(/^\\\\\?\\/, "").length > LONGEST_ON_WINDOWS;
}
