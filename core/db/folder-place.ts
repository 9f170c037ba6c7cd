/**
 * Checks that a data folder is on a local disk. SQLite's locks do not work over a network, and a
 * program that copies files to a cloud may copy the database in the middle of a write; either would
 * lose purchases.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DataFolderError, isTooLong, LONGEST_ON_WINDOWS } from "../base/disk.ts";
import { trimEndOf } from "../base/text.ts";

/** File systems whose files are on another machine, by the names of Linux and macOS. */
const NETWORK_KINDS =
  /^(nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|davfs|afs|ceph|glusterfs|9p|lustre|fuse\.(sshfs|rclone|davfs2?|glusterfs|cephfs|s3fs|gvfsd-fuse|curlftpfs))$/;

/** Usual names of folders that a program copies to a cloud. */
const SYNCED_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^onedrive( - .+)?$/i, "OneDrive"],
  [/^dropbox( \(.+\))?$/i, "Dropbox"],
  [/^(mobile documents|icloud drive|iclouddrive)$/i, "iCloud"],
  [/^(google drive|googledrive)$/i, "Google Drive"],
  [/^cloudstorage$/i, "a cloud's program"],
];

export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Mount points with the kind of their file system. */
  readonly mounts: readonly { readonly at: string; readonly kind: string }[];
};

/**
 * Requires that the data folder is on a disk of this machine.
 *
 * @throws DataFolderError, with the reason and what to do, for a folder on another machine, one
 *   that is copied to a cloud or to other machines, or one whose path is too long for Windows.
 */
export function requireLocalPlace(folder: string, machine: Machine = thisMachine()): void {
  const place = realPlace(folder);
  const why = whyNot(place, machine);
  if (why !== undefined)
    throw new DataFolderError(
      `The data folder ${folder} ${why} Move the folder to a disk of this machine${why.includes(" characters") ? ", to a shorter path" : ""}, and start with it there (--data). Nothing was changed.`,
    );
}

function whyNot(place: string, { platform, env, mounts }: Machine): string | undefined {
  // The real path of a network drive letter shows its server.
  if (/^[\\/]{2}(?![?.][\\/])/.test(place) || /^[\\/]{2}\?[\\/]UNC[\\/]/i.test(place))
    return "is on another machine (a network folder): a database there is damaged when the connection breaks.";
  if (isTooLong(place, platform))
    return `has a path of ${place.length} characters; on Windows it may have at most ${LONGEST_ON_WINDOWS}.`;
  const mount = mounts
    .filter(({ at }) => isBelow(place, at))
    .reduce<Machine["mounts"][number] | undefined>(
      (longest, one) =>
        longest !== undefined && longest.at.length > one.at.length ? longest : one,
      undefined,
    );
  if (mount !== undefined && NETWORK_KINDS.test(mount.kind))
    return `is on another machine (${mount.kind} at ${mount.at}): a database there is damaged when the connection breaks.`;
  const parts = place.split(/[\\/]/);
  const synced = SYNCED_NAMES.find(([name]) => parts.some((part) => name.test(part)))?.[1];
  if (synced !== undefined)
    return `is copied by ${synced}: this damages a database while it is written.`;
  const roaming = env["APPDATA"];
  if (
    platform === "win32" &&
    roaming !== undefined &&
    isBelow(place.toLowerCase(), roaming.toLowerCase())
  )
    return "is in a roaming profile (AppData\\Roaming), which Windows copies to other machines.";
  return undefined;
}

/**
 * Returns whether a place is a folder or is below it, also for a folder that ends with a separator,
 * such as the root.
 */
function isBelow(place: string, folder: string): boolean {
  const above = trimEndOf(folder, /[\\/]/);
  return place === above || (place.startsWith(above) && /^[\\/]/.test(place.slice(above.length)));
}

/** Resolves the links of the part of the path that exists. */
function realPlace(path: string): string {
  const place = resolve(path);
  if (existsSync(place)) return realpathSync.native(place);
  return dirname(place) === place ? place : join(realPlace(dirname(place)), basename(place));
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, mounts: listMounts(process.platform) };
}

/** Lists mount points. If they cannot be listed, no folder is rejected because of them. */
function listMounts(platform: NodeJS.Platform): Machine["mounts"] {
  try {
    if (platform === "linux") return readMounts(readFileSync("/proc/mounts", "utf8"));
    if (platform === "darwin")
      return readMacMounts(execFileSync("/sbin/mount", { encoding: "utf8", timeout: 2_000 }));
  } catch {
    // The file or program does not exist.
  }
  return [];
}

/**
 * Reads Linux's list of mounted file systems.
 *
 * @param text Content of /proc/mounts: "server:/share /mnt/my\040share nfs4 rw,relatime 0 0".
 */
export function readMounts(text: string): Machine["mounts"] {
  return text.split("\n").flatMap((line) => {
    const [, at, kind] = line.split(" ");
    return at === undefined || kind === undefined
      ? []
      : [
          {
            at: at.replace(/\\([0-7]{3})/g, (_all, octal: string) =>
              String.fromCharCode(Number.parseInt(octal, 8)),
            ),
            kind,
          },
        ];
  });
}

/**
 * Reads macOS's list of mounted file systems.
 *
 * @param text Output of macOS's mount: "//me@server/share on /Volumes/share (smbfs, nodev,
 *   nosuid)".
 */
export function readMacMounts(text: string): Machine["mounts"] {
  return [...text.matchAll(/^.+ on (.+) \((\w+)[,)]/gm)].map(([, at = "", kind = ""]) => ({
    at,
    kind,
  }));
}
