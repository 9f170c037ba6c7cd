/**
 * Crash dumps of the desk's window and its processes: kept on this machine, never sent. A dump is a
 * picture of a process's memory and may hold names and addresses of what was on the screen; so few
 * are kept, for a short time, and only their names leave the folder.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** In the data folder. */
export const CRASH_FOLDER = "crashes";
const MOST_DUMPS = 10;
const KEPT_MS = 30 * 86_400_000;

export type CrashDump = {
  /** Within the folder of dumps, with its subfolder. */
  readonly name: string;
  readonly bytes: number;
  readonly atMs: number;
};

/** @returns Newest first; none where there is no such folder. */
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
 * Removes those older than 30 days, and of the others all but the newest ten. A file that cannot be
 * removed stays until the next time.
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
        // Open in another program, mostly.
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
