/**
 * Runs once around all tests, of either runner: the folders below which their temporary ones are
 * made. The runners kill the processes of tests, which then remove nothing themselves.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IN_MEMORY_OR_ON_DISK, RUN_FOLDER, RUN_FOLDER_ON_DISK } from "./folders.ts";

/** @returns What removes them with everything in them. */
// oxlint-disable-next-line import/no-default-export -- what both runners call
export default function setup(): () => void {
  const folders = [
    [RUN_FOLDER, IN_MEMORY_OR_ON_DISK],
    [RUN_FOLDER_ON_DISK, tmpdir()],
  ] as const;
  const made = folders.map(([name, base]) => {
    const folder = mkdtempSync(join(base, "packbench-"));
    chmodSync(folder, 0o711); // some tests let another user into a folder below it
    process.env[name] = folder;
    return folder;
  });
  return () => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  };
}
