/**
 * The long part of a restore: copies the backup into the data folder and checks it, while the
 * station works. Runs in a thread.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { AppError, errors } from "../../base/errors.ts";
import { KEY_FILE, SEALED_KEY_FILE } from "../../base/key-file.ts";
import { checkWhole } from "../../db/copy-database.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { findFaultOf } from "../../db/check-restored.ts";
import { describeStation } from "../../db/describe-database.ts";
import { isOfTrial } from "../../db/format.ts";
import { isReadable } from "../../db/migrate.ts";
import type { BackupEntry } from "./backups.schema.ts";
import { digestFile, readManifest, readName, type Manifest } from "./manifest.ts";
import { STAGED } from "./restore-journal.ts";
import { readSettings } from "./restored-settings.ts";
import { SETTINGS_FILE } from "../settings.ts";

const MEGABYTE = 1_000_000;

/** The station that receives a restored backup. */
export type Target = {
  readonly dataDir: string;
  readonly stationID: string;
  readonly machine: string | undefined;
};

/**
 * Lists the backups in a folder, newest first.
 *
 * @throws AppError E2062 when the folder is missing.
 */
export function listBackups({
  folder,
  target,
}: {
  readonly folder: string;
  readonly target: Target;
}): BackupEntry[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw errors.fileNotSaved("The folder for backups is not there, or cannot be read.");
  }
  const own = names.flatMap((name) => {
    const read = readName(name);
    return read === undefined ? [] : [{ name, atMs: read.atMs }];
  });
  return own
    .sort((a, b) => b.atMs - a.atMs)
    .map(({ name }) => describeBackup(folder, name, target));
}

/**
 * Describes a backup; an unreadable backup is `damaged`.
 *
 * @param name Folder name of the backup.
 */
export function describeBackup(folder: string, name: string, target: Target): BackupEntry {
  let manifest: Manifest;
  try {
    manifest = readManifest(join(folder, name));
  } catch {
    return {
      name,
      madeAt: "",
      bytes: 0,
      madeBy: "",
      schema: 0,
      organizations: [],
      shipments: 0,
      purchases: 0,
      newestPurchaseAt: null,
      state: "damaged",
      isOwn: false,
      isFromHere: false,
    };
  }
  const { madeAt, madeBy, holds, files } = manifest;
  const { schema, organizations, shipments, purchases, newestPurchaseAt } = holds;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    name,
    madeAt,
    bytes,
    madeBy,
    schema,
    organizations,
    shipments,
    purchases,
    newestPurchaseAt,
    state: isOfTrial(holds.format) ? "trial" : isReadable(holds) ? "whole" : "newer",
    isOwn: holds.stationID === target.stationID,
    isFromHere: isFromHere(manifest, target),
  };
}

/**
 * Returns whether a backup was made on this computer. Compares station ids when either computer has
 * no identity.
 */
export function isFromHere({ machine, holds }: Manifest, target: Target): boolean {
  return machine === "" || target.machine === undefined
    ? holds.stationID === target.stationID
    : machine === target.machine;
}

/** Returns whether the keys in the data folder decrypt the secrets of a backup. */
export function keepsKeys({ holds }: Manifest, { dataDir }: Target): boolean {
  const path = join(dataDir, DATABASE_FILE);
  const hasKey = [KEY_FILE, SEALED_KEY_FILE].some((name) => existsSync(join(dataDir, name)));
  return (
    hasKey &&
    holds.secretsKey !== "" &&
    existsSync(path) &&
    describeStation(path).secretsKey === holds.secretsKey
  );
}

/**
 * Returns whether passwords in a backup stay readable at the target: there are none, the target's
 * key decrypts them, or the backup includes the sealed key of this computer.
 */
export function keepsSecrets(manifest: Manifest, target: Target): boolean {
  if (manifest.holds.secretsKey === "" || keepsKeys(manifest, target)) return true;
  return (
    isFromHere(manifest, target) && manifest.files.some(({ name }) => name === SEALED_KEY_FILE)
  );
}

/**
 * Copies a backup into the data folder for the next start. Compares each file with the manifest and
 * checks the database.
 *
 * @throws AppError E2101 for a damaged backup; E2102 for a backup that needs a newer Packbench;
 *   E2161 for a trial version's backup; E2062 without room; the system's error. An error deletes
 *   the copy.
 */
export function stageBackup(from: string, { dataDir }: Target, isWanted: () => boolean): Manifest {
  const manifest = readManifest(from);
  if (isOfTrial(manifest.holds.format)) throw errors.formatNotSupported();
  if (!isReadable(manifest.holds))
    throw errors.backupTooNew(
      `This backup was made by Packbench ${manifest.madeBy}, with schema ${manifest.holds.schema}. Update Packbench to restore it.`,
    );
  const disk = statfsSync(dataDir);
  const [needed, free] = [
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    disk.bavail * disk.bsize,
  ];
  if (free < needed)
    throw errors.fileNotSaved(
      `The backup needs ${Math.ceil(needed / MEGABYTE)} MB in the data folder, and ${Math.floor(free / MEGABYTE)} MB are free there. Nothing was changed.`,
    );
  const staged = join(dataDir, STAGED);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  try {
    for (const file of manifest.files) {
      const { name, sha256 } = file;
      const copied = digestFile(join(from, name), isWanted, join(staged, name), file);
      if (copied.sha256 !== sha256) throw damaged(`${name} of this backup is not what was written`);
    }
    requireUsableCopy(staged, manifest);
    return manifest;
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Checks the copy before the current data is replaced.
 * @throws AppError E2101 when a station could not start with the copy
 */
function requireUsableCopy(staged: string, { holds, files }: Manifest): void {
  const path = join(staged, DATABASE_FILE);
  const fault = findFaultOf(path);
  if (fault !== undefined) throw damaged(`the database of this backup cannot be used: ${fault}`);
  checkWhole(path);
  const { stationID, secretsKey, schema, isOfStation } = describeStation(path);
  const isStated = stationID === holds.stationID && secretsKey === holds.secretsKey;
  if (!isOfStation) throw damaged("its database lacks a valid station id, incarnation or clock");
  if (!isStated || schema !== holds.schema) {
    throw damaged("the database of this backup is not the one that its manifest describes");
  }
  if (!files.some(({ name }) => name === SETTINGS_FILE)) return;
  try {
    readSettings(join(staged, SETTINGS_FILE));
  } catch {
    throw damaged(`${SETTINGS_FILE} of this backup cannot be read`);
  }
}

function damaged(what: string): AppError {
  return errors.backupDamaged(
    `This backup is damaged: ${what}. Choose another one. Nothing was changed.`,
  );
}
