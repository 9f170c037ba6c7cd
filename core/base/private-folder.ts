/**
 * Makes the data folder accessible only to its user: the folder contains addresses, phones and the
 * keys to secrets. Runs at every start, because an earlier version, a restored backup or a copy may
 * have opened it to others.
 *
 * In the folder, changes only files and folders with the station's own names, because the chosen
 * folder may hold other files too.
 */
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Matches the start of names of files that the station creates, such as "packbench.db-wal" and
 * "station.json.new".
 */
const OWN_FILE =
  /^(packbench\.db|lock\.(db|json)|station\.json|secrets\.|api\.json|numbers\.json|outbox\.last)/;
const OWN_FOLDERS: readonly string[] = ["logs", "window", "printer", "crashes"];

/**
 * Makes all files that this process creates accessible only to its user. Only a process of the
 * station may call this function.
 */
export function keepNewFilesPrivate(): void {
  if (process.platform !== "win32") process.umask(0o077);
}

/**
 * Sets the folder and the station's subfolders to mode 0700, and the station's files to 0600.
 * Follows no link in the folder. Does nothing on Windows, where the system protects users' folders
 * and modes have no effect.
 */
export function makePrivate(folder: string): void {
  if (process.platform === "win32") return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  // A sticky folder like /tmp belongs to all users; closing it would harm them.
  if ((found.mode & 0o1000) === 0) chmodIfPossible(folder, 0o700);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (OWN_FOLDERS.includes(name)) closeTree(path);
    else if (OWN_FILE.test(name) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
      chmodIfPossible(path, 0o600);
  }
}

function closeTree(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) chmodIfPossible(path, 0o600);
  if (found?.isDirectory() !== true) return;
  chmodIfPossible(path, 0o700);
  for (const name of namesIn(path)) closeTree(join(path, name));
}

/**
 * Changes a mode if possible. Ignores errors: a deleted file, another user's file or a read-only
 * disk must not prevent the start.
 */
function chmodIfPossible(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // The error is ignored as described above.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
