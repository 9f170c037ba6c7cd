import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  folderOnDisk,
  RUN_FOLDER,
  RUN_FOLDER_ON_DISK,
  temporaryFolder,
} from "../helpers/folders.ts";
import setUpFolders from "../helpers/run-folders.ts";

it("temporary folders are inside the two folders of the test run, and the run's end deletes those", () => {
  const usual = [RUN_FOLDER, RUN_FOLDER_ON_DISK].map((name) => [name, process.env[name]] as const);
  onTestFinished(() => usual.forEach(([name, folder]) => (process.env[name] = folder)));
  const ofThisRun = [temporaryFolder(), folderOnDisk()].map((folder) => dirname(folder));
  expect(ofThisRun).toEqual(usual.map(([, folder]) => folder));

  const end = setUpFolders();
  const folders = [temporaryFolder(), folderOnDisk()];
  for (const folder of folders) writeFileSync(join(folder, "left"), "");
  expect(folders.map((folder) => ofThisRun.includes(dirname(folder)))).toEqual([false, false]);
  end();
  expect(folders.map((folder) => existsSync(dirname(folder)))).toEqual([false, false]);
});
