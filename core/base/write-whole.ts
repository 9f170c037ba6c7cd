/**
 * Atomic replacement of a small file: after a crash at any moment it has the old content or the new
 * one.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Mode 0600. Writes a draft beside the file and renames it; the draft is removed on failure.
 * @throws the system's error
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
  syncFolder(dirname(path));
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // On a read-only disk. The caller gets the write's own error, and the next write removes the
    // draft first.
  }
}

/**
 * Makes renames in a folder last over a power cut. Windows cannot open a folder, and needs none of
 * it.
 * @throws the system's error
 */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
