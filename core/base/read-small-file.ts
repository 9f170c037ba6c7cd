/**
 * Reads a file that is expected to be small. A pipe would block the reader forever, and a huge file
 * or an endless device would exhaust the memory, so such files are rejected before reading.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * Reads a text file of limited size.
 *
 * @param atMostBytes Maximum size of the file.
 * @returns Its text, UTF-8.
 * @throws The system's error; an error with the code EISDIR for a folder, EINVAL for anything else
 *   that is not a file, EFBIG for a larger file.
 */
export function readSmallFile(path: string, atMostBytes: number): string {
  return readSmallBytes(path, atMostBytes).toString("utf8");
}

/**
 * Reads a file of limited size.
 *
 * @param atMostBytes Maximum size of the file.
 * @throws Errors of `readSmallFile`.
 */
export function readSmallBytes(path: string, atMostBytes: number): Buffer {
  // With this flag, opening a pipe that has no writer does not wait for one. Windows has neither
  // the flag nor pipes among its files.
  const file = openSync(
    path,
    constants.O_RDONLY | (process.platform === "win32" ? 0 : constants.O_NONBLOCK),
  );
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) throw refused("EISDIR", path);
    if (!found.isFile()) throw refused("EINVAL", path);
    if (found.size > atMostBytes) throw refused("EFBIG", path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refused(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path} is not read`), { code });
}
