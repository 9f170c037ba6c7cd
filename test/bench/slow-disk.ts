/**
 * Simulates a disk whose fsync takes at least 2 ms, for programs that a bench starts: a small
 * library that is loaded before the system's library.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Builds the library.
 * @param folder Where to build it.
 * @returns Variables for the program's environment; undefined on systems other than Linux, and
 *   without a C compiler.
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
