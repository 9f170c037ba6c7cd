/** Where things are, for tests and the programs they start. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const RESOURCES = join(ROOT, "resources");

/**
 * Memory as a file system, where Linux has one. The station's files there are as real as elsewhere,
 * and a commit does not wait for a disk.
 */
const IN_MEMORY = "/dev/shm";
/** More than all tests that run at once leave there. */
const ROOM_BYTES = 2 * 1024 ** 3;
export const IN_MEMORY_OR_ON_DISK = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
/**
 * Entries of the environment with the folders of a whole run, in memory and on the disk, which
 * run-folders.ts makes and removes.
 */
export const RUN_FOLDER = "PACKBENCH_RUN_FOLDER";
export const RUN_FOLDER_ON_DISK = "PACKBENCH_RUN_FOLDER_ON_DISK";

const made: string[] = [];
process.once("exit", () => {
  for (const folder of made) remove(folder);
});

/**
 * A new folder, empty, that is removed when this process ends, or when the run does that it is a
 * part of. It is in memory where there is room, as most tests are not about a disk.
 */
export function temporaryFolder(): string {
  return newFolder(process.env[RUN_FOLDER] ?? IN_MEMORY_OR_ON_DISK);
}

/** As `temporaryFolder`, on the disk: for what is measured, since a commit waits for one. */
export function folderOnDisk(): string {
  return newFolder(process.env[RUN_FOLDER_ON_DISK] ?? tmpdir());
}

function newFolder(base: string): string {
  const folder = mkdtempSync(join(base, "packbench-"));
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

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false; // no Linux
  }
}
