/** Where things are, for tests and the programs they start. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const RESOURCES = join(ROOT, "resources");

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "packbench-"));
}
