/** Writing a small file so that its place holds the old content or the new one, whatever stops us in between. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** For the user alone (0600). Through a draft beside it, which is removed when it cannot be finished. @throws the system's error */
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
    // On a read-only disk: what could not be written is told, and the next write removes it first.
  }
}

/** Makes the rename last. Windows cannot open a folder, and needs none of it. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
