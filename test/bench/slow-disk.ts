/**
 * A disk whose fsync takes 2 ms, for programs that a bench starts: a small library that is loaded
 * before the system's.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * @param folder Where the library is built.
 * @returns What to add to a program's environment; undefined where there is no C compiler, or no
 *   such way.
 */
export function slowDisk(folder: string): Readonly<Record<string, string>> | undefined {
  if (process.platform !== "linux") return undefined;
  const library = join(folder, "slow-fsync.so");
  const { status } = spawnSync(
    "cc",
    ["-shared", "-fPIC", "-O2", "-o", library, join(import.meta.dirname, "slow-fsync.c")],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  return status === 0 ? { LD_PRELOAD: library } : undefined;
}
