/** Bundles the programs that tests start, once before all tests, when a source has changed. */
import {
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "../../electron/scripts/build.mjs";
import { ROOT } from "./folders.ts";
import { listPrograms, PROGRAMS } from "./programs.ts";

export async function setup(): Promise<void> {
  const newest = Math.max(...["core", "test", "electron/scripts"].flatMap(timesBelow));
  if (existsSync(PROGRAMS) && statSync(PROGRAMS).mtimeMs > newest) return;
  // Another run may be starting the programs that are there.
  const [made, old] = [`${PROGRAMS}-made-${process.pid}`, `${PROGRAMS}-old-${process.pid}`];
  await bundle(listPrograms(), made);
  cpSync(join(ROOT, "core/db/migrations"), join(made, "migrations"), { recursive: true });
  // A bundle looks for the product's files in the folder above its own.
  for (const name of ["package.json", "resources", "dist"]) {
    const link = join(dirname(PROGRAMS), name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
  // A source that has changed meanwhile is newer.
  utimesSync(made, newest / 1_000 + 1, newest / 1_000 + 1);
  if (existsSync(PROGRAMS)) renameSync(PROGRAMS, old);
  renameSync(made, PROGRAMS);
  rmSync(old, { recursive: true, force: true });
}

/** When files and folders were changed, ms since the epoch. */
function timesBelow(folder: string): readonly number[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true });
  return names.map((name) => statSync(join(ROOT, folder, String(name))).mtimeMs);
}
