/** Size and checksum of a packed folder or file. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * Adds up the sizes of files.
 *
 * @param {string} place A file or folder.
 * @returns {number} Bytes of the file, or of all files in the folder.
 */
export function bytesOf(place) {
  return filesOf(place).reduce((sum, file) => sum + fs.lstatSync(file).size, 0);
}

/**
 * Computes the checksum of a file or folder.
 *
 * @param {string} place
 * @returns {string} SHA-256, hex: for a file, of its bytes; for a folder, of each file's path,
 *   executable bit and bytes, and of each link's target.
 */
export function checksumOf(place) {
  if (!fs.statSync(place).isDirectory())
    return createHash("sha256").update(fs.readFileSync(place)).digest("hex");
  const hash = createHash("sha256");
  for (const file of filesOf(place).sort()) {
    const state = fs.lstatSync(file);
    const what = state.isSymbolicLink()
      ? `link ${fs.readlinkSync(file)}`
      : createHash("sha256").update(fs.readFileSync(file)).digest("hex");
    hash.update(
      `${path.relative(place, file).replaceAll(path.sep, "/")}\0${state.mode & 0o111 ? "x" : "-"}\0${what}\n`,
    );
  }
  return hash.digest("hex");
}

/**
 * Lists the files of a folder; for a file, the file itself.
 *
 * @returns {string[]} Absolute paths, including links.
 */
function filesOf(place) {
  if (!fs.statSync(place).isDirectory()) return [place];
  const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Formats a size.
 *
 * @param {number} bytes
 * @returns {string} "98.3 MB"
 */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
