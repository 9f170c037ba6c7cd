/**
 * Format of a backup: a folder with the database, its companion files from the data folder, and a
 * manifest with the size and SHA-256 of each file. A backup is a folder and not an archive, so that
 * it can be checked in place, needs no second copy, and can be restored by hand. The name of an
 * unfinished backup ends in `.part`.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fsyncSync, lstatSync, openSync, readSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { SEALED_KEY_FILE } from "../../base/key-file.ts";
import { parseJson } from "../../base/json.ts";
import { readSmallFile } from "../../base/read-small-file.ts";
import { NUMBERS_FILE, OUTBOX_FILE } from "../../db/ceilings.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { describedSchema } from "../../db/describe-database.ts";
import { SETTINGS_FILE } from "../settings.ts";

export const MANIFEST_FILE = "manifest.json";
export const PART = ".part";
/** Largest accepted manifest, bytes. */
const MOST_BYTES = 256 * 1024;

/**
 * Companion files that a backup includes with the database. The unencrypted key file of a station
 * without a key store is excluded, because it would reveal the stored passwords.
 */
export const COMPANIONS: readonly string[] = [
  SETTINGS_FILE,
  NUMBERS_FILE,
  OUTBOX_FILE,
  SEALED_KEY_FILE,
];

const fileSchema = z.object({
  name: z.enum([DATABASE_FILE, ...COMPANIONS]),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupFile = z.infer<typeof fileSchema>;

const manifestSchema = z.object({
  version: z.literal(1),
  madeAt: z.string().max(40),
  /** Version of Packbench. */
  madeBy: z.string().max(100),
  /** Hash of the computer's identity; "" when the computer has none. */
  machine: z.string().max(200),
  holds: describedSchema,
  files: z
    .array(fileSchema)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length),
});
export type Manifest = z.infer<typeof manifestSchema>;

const NAME = /^packbench-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})$/;

/**
 * Makes the name of a backup.
 * @param stationID The name ends with a hash of this id, because several stations may back up into
 *   one share.
 */
export function backupName(at: string, stationID: string): string {
  return `packbench-${at.slice(0, 19).replaceAll(/[:-]/g, "")}Z-${markOf(stationID)}`;
}

/** Computes the mark of a station, a hash of its id with which the names of its backups end. */
export function markOf(stationID: string): string {
  return createHash("sha256").update(stationID).digest("hex").slice(0, 8);
}

/**
 * Reads the facts in a backup's name.
 *
 * @returns Time of the backup, ms since 1970, and the mark of its station; undefined when the name
 *   is not a backup's name.
 */
export function readName(
  name: string,
): { readonly atMs: number; readonly mark: string } | undefined {
  const [, year, month, day, hour, minute, second, mark = ""] = NAME.exec(name) ?? [];
  return year === undefined
    ? undefined
    : { atMs: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), mark };
}

/**
 * Reads a backup's manifest, and requires that every file in it exists with the stated size.
 *
 * @param folder Folder of one backup.
 * @throws AppError E2101 when the folder is not a complete backup.
 */
export function readManifest(folder: string): Manifest {
  let manifest: Manifest;
  try {
    requireReal(folder, [MANIFEST_FILE]);
    manifest = parseJson(
      readSmallFile(join(folder, MANIFEST_FILE), MOST_BYTES),
      manifestSchema,
      "the manifest of a backup",
    );
  } catch {
    throw errors.backupDamaged(
      `${basename(folder)} is not a backup, or its ${MANIFEST_FILE} cannot be read.`,
    );
  }
  for (const { name, bytes } of manifest.files) {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size !== bytes)
      throw errors.backupDamaged(
        `${name} of the backup ${basename(folder)} is missing or has another size.`,
      );
  }
  if (!manifest.files.some(({ name }) => name === DATABASE_FILE))
    throw errors.backupDamaged(`The backup ${basename(folder)} has no database.`);
  return manifest;
}

/**
 * Requires that a folder and its files are real, not links.
 *
 * @throws Error when the folder is not a real directory, or one of the files is a link or not a
 *   regular file.
 */
function requireReal(folder: string, names: readonly string[]): void {
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  const other = names.find((name) => !lstatSync(join(folder, name)).isFile());
  if (other !== undefined) throw new Error(`${other} is not a file`);
}

const PIECE_BYTES = 1 << 20;
/** Flags that open no symbolic link and do not wait for a pipe; Windows has neither flag. */
const STRICT_FLAGS =
  process.platform === "win32"
    ? constants.O_RDONLY
    : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Hashes a file and optionally copies it; the copy is durable when the function returns.
 *
 * @param isWanted Called between pieces; false stops the copy with an Error.
 * @param stated Stated size of a backup's file: a larger file stops the copy with an Error, and
 *   links are not followed, except on Windows.
 * @throws Error when the copy is stopped; the system's error.
 */
export function digestFile(
  from: string,
  isWanted: () => boolean,
  to?: string,
  stated?: Pick<BackupFile, "bytes">,
): { readonly bytes: number; readonly sha256: string } {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const source = openSync(from, stated === undefined ? "r" : STRICT_FLAGS);
  try {
    const target = to === undefined ? undefined : openSync(to, "wx", 0o600);
    try {
      let bytes = 0;
      for (;;) {
        if (!isWanted()) throw new Error("the copy was stopped");
        const read = readSync(source, piece, 0, piece.length, null);
        if (read === 0) break;
        const part = piece.subarray(0, read);
        hash.update(part);
        if (target !== undefined) for (let at = 0; at < read;) at += writeSync(target, part, at);
        bytes += read;
        if (stated !== undefined && bytes > stated.bytes)
          throw new Error(`${basename(from)} is larger than the manifest states`);
      }
      if (target !== undefined) fsyncSync(target);
      return { bytes, sha256: hash.digest("hex") };
    } finally {
      if (target !== undefined) closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
