/**
 * Reading a file that is small when it is what it should be. A pipe would keep the reader waiting
 * for ever, and a file of gigabytes, or a device without an end, would take the memory: each is
 * refused before anything of it is read.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * @param atMostBytes A larger file is refused.
 * @returns Its text, UTF-8.
 * @throws the system's error; one with the code EISDIR for a folder, EINVAL for what is no file,
 *   EFBIG for a larger one
 */
export function readSmallFile(path: string, atMostBytes: number): string {
  // A pipe without a writer is opened at once. Windows has no such flag, and no pipes among its
  // files.
  const file = openSync(
    path,
    constants.O_RDONLY | (process.platform === "win32" ? 0 : constants.O_NONBLOCK),
  );
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) throw refused("EISDIR", path);
    if (!found.isFile()) throw refused("EINVAL", path);
    if (found.size > atMostBytes) throw refused("EFBIG", path);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function refused(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path} is not read`), { code });
}
