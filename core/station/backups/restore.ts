/**
 * Restores a backup while the station runs: previews the backup, then copies it into the data
 * folder. The station's next start replaces the data with the copy.
 */
import { dirname, resolve } from "node:path";
import type { ReadDeps } from "../../db/deps.ts";
import { AppError, errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import { openBackupThread, type BackupOperations } from "./backup-thread.ts";
import type { BackupEntry, BackupPreview, NewRestore } from "./backups.schema.ts";
import { countSince, findMachine } from "./backups.store.ts";
import { readName } from "./manifest.ts";
import { ASIDE, writeJournal } from "./restore-journal.ts";
import type { Target } from "./stage-restore.ts";
import type { ThreadCalls } from "../../base/threads/thread-calls.ts";

const FOLDER_TIMEOUT_MS = 20_000;

/**
 * Lists the backups of all stations in a folder, newest first.
 *
 * @throws AppError E1055 when the call does not come from the desk's window; E2062 when the folder
 *   is missing or does not answer.
 */
export function listBackups(
  deps: ReadDeps,
  actor: Pick<Actor, "via">,
  folder: string,
): Promise<BackupEntry[]> {
  requireDesk(actor);
  return callWithTimeout((thread, signal) =>
    thread.call("list", { folder, target: targetOf(deps) }, { signal }),
  );
}

/**
 * Shows the contents of a backup, and how many purchases and prints this station made after the
 * backup; 0 for the backup of another station.
 *
 * @throws AppError E1055 when the call does not come from the desk's window; E2062 when the folder
 * does not answer; E2101 when `name` is not a backup's name.
 */
export async function previewBackup(
  deps: Pick<StationDeps, "db" | "reader">,
  actor: Pick<Actor, "via">,
  folder: string,
  name: string,
): Promise<BackupPreview> {
  requireDesk(actor);
  requireName(name);
  const { entry, keepsSecrets, newest } = await callWithTimeout((thread, signal) =>
    thread.call("preview", { folder, name, target: targetOf(deps) }, { signal }),
  );
  const lost =
    newest === null || !entry.isOwn
      ? { purchases: 0, printJobs: 0 }
      : await countSince(deps.reader, newest);
  return { ...entry, lost, keepsSecrets };
}

/**
 * Copies a backup into the data folder and writes the journal with which the next start replaces
 * the data. The caller must restart the station at once: the restart moves the old data away, with
 * all work done until then.
 *
 * @throws AppError E1055 when the call does not come from the desk's window; E2101 for a damaged
 *   backup; E2102 for a backup of a newer Packbench; E2103 for a backup from another computer when
 *   `became` is missing; E2161 for a backup of a trial version; E2062 when the disk is full or the
 * folder does not answer. An error changes nothing.
 */
export async function restoreBackup(
  deps: Pick<StationDeps, "db" | "reader" | "now" | "log">,
  actor: Pick<Actor, "via">,
  { folder, name, became }: NewRestore,
): Promise<{ readonly name: string; readonly aside: string }> {
  requireDesk(actor);
  requireName(name);
  const target = targetOf(deps);
  const preview = await previewBackup(deps, actor, folder, name);
  if (preview.state === "damaged") throw errors.backupDamaged();
  if (preview.state === "newer") throw errors.backupTooNew();
  if (preview.state === "trial") throw errors.formatNotSupported();
  if (!preview.isFromHere && became === undefined) throw errors.backupOfOtherStation();
  const thread = openBackupThread();
  try {
    const { isSameStation, keepsKeys } = await thread.call("stage", { folder, name, target });
    const aside = asideName(deps.now());
    writeJournal(target.dataDir, {
      version: 1,
      phase: "aside",
      aside,
      isSameStation,
      keepsKeys,
      became: preview.isFromHere ? "moved" : (became ?? "copied"),
    });
    deps.log.warn(
      { backup: name, aside },
      "a backup was copied; the station restarts and restores it",
    );
    return { name, aside };
  } finally {
    await thread.close(new Error("the backup has been copied"));
  }
}

/** Describes this station as the target of a restore. */
function targetOf(deps: ReadDeps): Target {
  return {
    dataDir: dirname(resolve(deps.db.raw.name)),
    stationID: deps.db.stationID,
    machine: findMachine(deps.db),
  };
}

/** Names the folder into which the station's replaced data is moved. */
export function asideName(now: string): string {
  return `${ASIDE}${now.slice(0, 19).replaceAll(/[:-]/g, "")}Z`;
}

function requireDesk({ via }: Pick<Actor, "via">): void {
  if (via !== "desk")
    throw errors.notAuthorised(
      "Backups are restored at the desk, or by `npm run serve -- --restore`.",
    );
}

/** Rejects anything but a backup's name, since a path could lead out of the folder. */
function requireName(name: string): void {
  if (readName(name) === undefined)
    throw errors.backupDamaged("There is no backup with this name.");
}

async function callWithTimeout<T>(
  run: (thread: ThreadCalls<BackupOperations>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const thread = openBackupThread();
  try {
    return await run(thread, AbortSignal.timeout(FOLDER_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw errors.fileNotSaved("The folder for backups does not answer, or cannot be read.");
  } finally {
    void thread.close(new Error("the folder was read"));
  }
}
