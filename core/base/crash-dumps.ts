/**
 * Lists and prunes crash dumps of the desk's window and its processes. Dumps stay on this machine.
 * A dump contains a process's memory, possibly names and addresses from the screen. So only a few
 * dumps are kept, for a short time, and only their names, sizes and times are listed.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Name of the folder within the data folder. */
export const CRASH_FOLDER = "crashes";
const MOST_DUMPS = 10;
const KEPT_MS = 30 * 86_400_000;

export type CrashDump = {
  /** Path within the folder of dumps. */
  readonly name: string;
  readonly bytes: number;
  readonly atMs: number;
};

/**
 * Lists the crash dumps of a data folder.
 *
 * @returns Newest first; empty when the folder of dumps does not exist or cannot be read.
 */
export function listCrashDumps(dataDir: string): readonly CrashDump[] {
  const folder = join(dataDir, CRASH_FOLDER);
  return filesIn(folder)
    .filter((name) => name.endsWith(".dmp"))
    .flatMap((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found?.isFile() === true
        ? [{ name: name.replaceAll("\\", "/"), bytes: found.size, atMs: Math.round(found.mtimeMs) }]
        : [];
    })
    .sort((a, b) => b.atMs - a.atMs);
}

/**
 * Deletes dumps older than 30 days, and all but the newest ten. A file that cannot be deleted stays
 * until the next call.
 */
export function pruneCrashDumps(dataDir: string, nowMs: number): void {
  const folder = join(dataDir, CRASH_FOLDER);
  const gone = listCrashDumps(dataDir).filter(
    ({ atMs }, i) => i >= MOST_DUMPS || nowMs - atMs > KEPT_MS,
  );
  for (const { name } of gone) {
    for (const file of [name, name.replace(/\.dmp$/, ".meta")]) {
      try {
        rmSync(join(folder, file), { force: true });
      } catch {
        // The file is usually open in another program.
      }
    }
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}
