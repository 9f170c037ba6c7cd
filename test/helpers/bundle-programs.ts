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
  // Another run may be starting the existing programs, so they are replaced by a rename.
  const [made, old] = [`${PROGRAMS}-made-${process.pid}`, `${PROGRAMS}-old-${process.pid}`];
  await bundle(listPrograms(), made);
  cpSync(join(ROOT, "core/db/migrations"), join(made, "migrations"), { recursive: true });
  // A bundle looks for the product's files in its parent folder.
  for (const name of ["package.json", "resources", "dist"]) {
    const link = join(dirname(PROGRAMS), name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
  // The bundle is dated just after the newest source, so that a source changed meanwhile is newer.
  utimesSync(made, newest / 1_000 + 1, newest / 1_000 + 1);
  if (existsSync(PROGRAMS)) renameSync(PROGRAMS, old);
  renameSync(made, PROGRAMS);
  rmSync(old, { recursive: true, force: true });
}

/** Lists the change times of files and folders, ms since 1970. */
function timesBelow(folder: string): readonly number[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true });
  return names.map((name) => statSync(join(ROOT, folder, String(name))).mtimeMs);
}
