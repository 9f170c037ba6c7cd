/** Runs once before all tests: bundles the programs that tests start, when a source is newer than the bundles. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "../../electron/scripts/build.mjs";
import { ROOT } from "./folders.ts";
import { listPrograms, PROGRAMS } from "./programs.ts";

const STAMP = join(PROGRAMS, "built");

export async function setup(): Promise<void> {
  const newest = Math.max(...["core", "test", "electron/scripts"].flatMap(timesBelow));
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs > newest) return;
  rmSync(PROGRAMS, { recursive: true, force: true });
  mkdirSync(PROGRAMS, { recursive: true });
  await bundle(listPrograms(), PROGRAMS);
  cpSync(join(ROOT, "core/db/migrations"), join(PROGRAMS, "migrations"), { recursive: true });
  // A bundle looks for the product's files in the folder above its own.
  for (const name of ["package.json", "resources"]) {
    const link = join(dirname(PROGRAMS), name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
  writeFileSync(STAMP, "");
}

/** When files and folders were changed, ms since the epoch. */
function timesBelow(folder: string): readonly number[] {
  return readdirSync(join(ROOT, folder), { recursive: true }).map((name) => statSync(join(ROOT, folder, String(name))).mtimeMs);
}
