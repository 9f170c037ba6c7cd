/** Detects whether sources have changed since something was built from them. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./places.mjs";

/**
 * Computes a hash that changes when the sources change.
 *
 * @param {readonly string[]} folders Folders of the repository: names, sizes and times of their
 *   files count, except those of scripts (.mjs).
 * @param {readonly string[]} files Absolute paths of files whose contents count.
 * @returns {string} SHA-256, hex.
 */
export function stateOf(folders, files) {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const entry of fs.readdirSync(path.join(root, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile() || entry.name.endsWith(".mjs")) continue;
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = fs.statSync(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  for (const file of files) hash.update(fs.readFileSync(file));
  return hash.digest("hex");
}
