/** Folders of the repository and temporary folders, for tests and the programs that they start. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const RESOURCES = join(ROOT, "resources");

/**
 * File system in memory on Linux. Files behave as on a disk, and a commit does not wait for a disk.
 */
const IN_MEMORY = "/dev/shm";
/** Free space that tests running at once may need. */
const ROOM_BYTES = 2 * 1024 ** 3;
export const IN_MEMORY_OR_ON_DISK = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
/**
 * Environment variables that name the folders of a whole run, in memory and on the disk;
 * run-folders.ts creates and removes these folders.
 */
export const RUN_FOLDER = "PACKBENCH_RUN_FOLDER";
export const RUN_FOLDER_ON_DISK = "PACKBENCH_RUN_FOLDER_ON_DISK";

const made: string[] = [];
process.once("exit", () => {
  for (const folder of made) remove(folder);
});

/**
 * Creates an empty folder that is removed when this process or its test run ends. The folder is in
 * memory if there is room, because most tests do not concern a disk.
 */
export function temporaryFolder(): string {
  return newFolder(process.env[RUN_FOLDER] ?? IN_MEMORY_OR_ON_DISK);
}

/**
 * Creates a temporary folder on the disk, for measurements, because a real commit waits for the
 * disk.
 */
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
    // A program of a test still writes there, or a disk is mounted there.
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false; // The folder does not exist, or this user must not write there.
  }
}
