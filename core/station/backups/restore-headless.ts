/**
 * `npm run serve -- --restore FOLDER`: restores a backup without a window, while no station uses
 * the data folder.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DataFolderError, inDataFolder } from "../../base/disk.ts";
import { isAppError } from "../../base/errors.ts";
import { DATABASE_FILE, prepareFolder } from "../../db/data-folder.ts";
import { describeStation } from "../../db/describe-database.ts";
import { lockFolder } from "../../db/lock.ts";
import { readMachine } from "../../db/machine.ts";
import type { Became } from "../../db/machine.schema.ts";
import type { BackupEntry } from "./backups.schema.ts";
import { asideName } from "./restore.ts";
import { finishRestore, writeJournal } from "./restore-journal.ts";
import {
  describeBackup,
  isFromHere,
  keepsKeys,
  stageBackup,
  type Target,
} from "./stage-restore.ts";

type HeadlessRestore = {
  readonly dataDir: string;
  /** Folder of one backup. */
  readonly from: string;
  readonly became: Became | undefined;
  /** False: describe the backup and change nothing. */
  readonly isConfirmed: boolean;
};

/**
 * Describes a backup, and restores it when the caller has confirmed this.
 *
 * @param print Receives one line at a time.
 * @throws FolderInUseError while a station runs; DataFolderError with the reason when the backup
 *   cannot be restored.
 */
export async function restoreHeadless(
  { dataDir, from, became, isConfirmed }: HeadlessRestore,
  print: (line: string) => void,
): Promise<void> {
  const machine = await readMachine();
  inDataFolder(dataDir, () => prepareFolder(dataDir));
  const now = new Date().toISOString();
  const unlock = inDataFolder(dataDir, () =>
    lockFolder(dataDir, { pid: process.pid, program: "Packbench's restore", since: now }),
  );
  try {
    finishRestore(dataDir, machine);
    const path = join(dataDir, DATABASE_FILE);
    const target: Target = {
      dataDir,
      stationID: existsSync(path) ? describeStation(path).stationID : "",
      machine,
    };
    const entry = describeBackup(dirname(resolve(from)), basename(resolve(from)), target);
    for (const line of linesOf(entry)) print(line);
    if (entry.state !== "whole")
      throw new DataFolderError(
        `This backup cannot be restored: it is ${UNUSABLE[entry.state]}. Nothing was changed.`,
      );
    if (!entry.isFromHere && became === undefined)
      throw new DataFolderError(
        "This backup is from another computer. Add --moved if that computer is no longer used, or --copied if it stays in use: this computer then becomes a separate station. Nothing was changed.",
      );
    if (!isConfirmed)
      return print(
        "Nothing was changed. To restore this backup, add --yes; the present data moves to a subfolder of the data folder.",
      );
    const manifest = stageBackup(from, target, () => true);
    const aside = asideName(now);
    writeJournal(dataDir, {
      version: 1,
      phase: "aside",
      aside,
      isSameStation: manifest.holds.stationID === target.stationID,
      keepsKeys: keepsKeys(manifest, target),
      became: isFromHere(manifest, target) ? "moved" : (became ?? "copied"),
    });
    finishRestore(dataDir, machine);
    print(
      `The backup was restored. The old data is in ${join(dataDir, aside)}. Start the station again.`,
    );
  } catch (error) {
    throw isAppError(error) ? new DataFolderError(error.message) : error;
  } finally {
    unlock();
  }
}

const UNUSABLE: Readonly<Record<Exclude<BackupEntry["state"], "whole">, string>> = {
  damaged: "damaged, incomplete or not a backup",
  newer: "from a newer Packbench; update this one",
  trial: "from a trial version of Packbench, whose format is no longer supported",
};

function linesOf(entry: BackupEntry): string[] {
  if (entry.state === "damaged") return [];
  return [
    `backup         ${entry.name}`,
    `made           ${entry.madeAt} by Packbench ${entry.madeBy}, schema ${entry.schema}${entry.isFromHere ? "" : ", on another computer"}`,
    `organizations  ${entry.organizations.join(", ")}`,
    `shipments      ${entry.shipments}`,
    `purchases      ${entry.purchases}, the newest ${entry.newestPurchaseAt ?? "none"}: what was bought, printed or entered later is not in it`,
    "left out       printers, folders, ports, programs and allowed web pages: those of this computer stay",
    `size           ${Math.ceil(entry.bytes / 1_000_000)} MB`,
  ];
}
