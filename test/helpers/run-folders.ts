/**
 * Runs once around all tests of either runner, and creates and removes the parents of temporary
 * folders. The runners kill test processes, which then remove nothing themselves.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IN_MEMORY_OR_ON_DISK, RUN_FOLDER, RUN_FOLDER_ON_DISK } from "./folders.ts";

/**
 * Creates the folders of a run.
 *
 * @returns A function that removes the folders with their contents.
 */
// oxlint-disable-next-line import/no-default-export -- both runners call the default export
export default function setup(): () => void {
  const folders = [
    [RUN_FOLDER, IN_MEMORY_OR_ON_DISK],
    [RUN_FOLDER_ON_DISK, tmpdir()],
  ] as const;
  const made = folders.map(([name, base]) => {
    const folder = mkdtempSync(join(base, "packbench-"));
    chmodSync(folder, 0o711); // Some tests let another user into a subfolder.
    process.env[name] = folder;
    return folder;
  });
  return () => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  };
}
