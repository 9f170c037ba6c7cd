/** Where things are, for tests and the programs they start. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const RESOURCES = join(ROOT, "resources");

const made: string[] = [];
process.once("exit", () => {
  for (const folder of made) remove(folder);
});

/** Removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "packbench-"));
  made.push(folder);
  return folder;
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // a program that a test started still writes there, or a disk is mounted on it
  }
}
