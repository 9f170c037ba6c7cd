/** Moves and writes files in the watched folder. Runs in the folder's thread. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { SUBFOLDERS, type Claim, type FolderOperations, type Place } from "./folder-protocol.ts";

/** Returns the system's code of an error, such as ENOENT; "" without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Returns the folder of this station's claims. */
export function workingFolder({ folder, stationID }: Place): string {
  return join(folder, "working", stationID);
}

/** Returns the path of a claimed file. */
export function claimPath(place: Place, claim: Pick<Claim, "id" | "name">): string {
  return join(workingFolder(place), claim.id, claim.name);
}

/**
 * Makes the subfolders, and tries to write into them.
 *
 * @throws The system's error, ENOTDIR for a path that is a file.
 */
export function setUp(place: Place): void {
  statSync(place.folder); // The folder itself is never made: its share may not be connected.
  for (const name of SUBFOLDERS) mkdirSync(join(place.folder, name), { recursive: true });
  mkdirSync(workingFolder(place), { recursive: true });
  for (const name of SUBFOLDERS) {
    const probe = join(place.folder, name, `.packbench-${place.stationID}`);
    writeFileSync(probe, "packbench");
    unlinkSync(probe);
  }
}

/**
 * Writes a file that other programs may read, and never a part of it under its name.
 *
 * @throws The system's error; a draft, whose name begins with a dot, may stay on a full disk.
 */
export function writeWholeShared(path: string, content: Uint8Array): void {
  const draft = join(dirname(path), `.${basename(path)}.new`);
  rmSync(draft, { force: true });
  try {
    const file = openSync(draft, "wx");
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // The caller gets the error of the write.
    }
    throw error;
  }
}

/** Moves the file of a claim. */
export const endClaim: FolderOperations["endClaim"] = ({ claim, to, as, ...place }) => {
  const isMoved = tryRename(claimPath(place, claim), join(place.folder, to, as));
  removeEmpty(join(workingFolder(place), claim.id));
  return isMoved;
};

/** Moves a paper out of `papers`. */
export const endPaper: FolderOperations["endPaper"] = ({ folder, name, to }) =>
  tryRename(join(folder, "papers", name), join(folder, to, name));

/**
 * Renames a file.
 *
 * @returns False when the file is gone: another station was first.
 * @throws The system's error.
 */
export function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    // Without the target's folder the share is gone, not the file.
    statSync(dirname(to));
    return false;
  }
}

/** Removes a claim's folder if it is empty. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // An empty folder that stays is removed at a later look.
  }
}
