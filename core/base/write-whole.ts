/**
 * Replaces a small file atomically: after a crash at any moment, the file has the old content or
 * the new content.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a draft next to the file, mode 0600, and renames it. Deletes the draft on failure.
 *
 * @throws The system's error.
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
    // The draft cannot be deleted on a read-only disk. The caller gets the error of the write, and
    // the next write deletes the draft first.
  }
}

/**
 * Makes renames in a folder survive a power cut. Does nothing on Windows, which cannot open a
 * folder.
 *
 * @throws The system's error.
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
