/**
 * The data folder is its user's alone: addresses, phones and the keys to secrets lie in it. Done at
 * every start, because an earlier version, a restored backup or a copy may have left it open to
 * others.
 *
 * Only files with the station's own names are changed: the chosen folder may hold other files too.
 */
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What the station puts into its folder; "packbench.db-wal" and "station.json.new" begin with
 * these.
 */
const OWN_FILE =
  /^(packbench\.db|lock\.(db|json)|station\.json|secrets\.|api\.json|numbers\.json|outbox\.last)/;
const OWN_FOLDERS: readonly string[] = ["logs", "window", "printer", "crashes"];

/** For a process that is the station's own: what it makes from now on is its user's alone. */
export function keepNewFilesPrivate(): void {
  if (process.platform !== "win32") process.umask(0o077);
}

/**
 * Makes the folder 0700, and the station's files in it 0600. Follows no link. On Windows a user's
 * folders are the user's by the system's own rules, and modes mean nothing.
 */
export function makePrivate(folder: string): void {
  if (process.platform === "win32") return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  // A sticky folder, as /tmp is, belongs to all users: closing it would harm them.
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
 * A file that was deleted meanwhile, another user's file, a read-only disk: none of them prevents
 * the start.
 */
function chmodIfPossible(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // as above
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
