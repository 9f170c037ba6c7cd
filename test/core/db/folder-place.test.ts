import { join } from "node:path";
import { rmSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { isTooLong } from "../../../core/base/disk.ts";
import {
  readMacMounts,
  readMounts,
  requireLocalPlace,
  type Machine,
} from "../../../core/db/folder-place.ts";
import { makeWindowFolder } from "../../../electron/settings/data-folder.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

/**
 * Lines that Linux writes for an NFS share, an SMB share whose folder has a space, an sshfs mount,
 * and a local disk inside a share.
 */
const MOUNTS = readMounts(
  [
    "/dev/sda1 / ext4 rw,relatime 0 0",
    "filer:/desks /mnt/desks nfs4 rw,relatime,vers=4.2,addr=10.0.0.9 0 0",
    "//filer/my\\040share /mnt/my\\040share cifs rw,relatime,vers=3.1.1 0 0",
    "me@host:/srv /home/me/far fuse.sshfs rw,nosuid,nodev 0 0",
    "/dev/sdb1 /mnt/desks/local xfs rw 0 0",
  ].join("\n"),
);
const LINUX: Machine = { platform: "linux", env: {}, mounts: MOUNTS };

function whyNot(folder: string, machine: Machine): string {
  try {
    requireLocalPlace(folder, machine);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

it("folders on NFS, SMB and sshfs are rejected with the reason and what to do, and a local disk inside a share is accepted", () => {
  expect(whyNot("/mnt/desks/packbench", LINUX)).toMatch(
    /is on another machine \(nfs4 at \/mnt\/desks\).+Move the folder to a disk of this machine/,
  );
  expect(whyNot("/mnt/my share/packbench", LINUX)).toContain("cifs at /mnt/my share");
  expect(whyNot("/home/me/far", LINUX)).toContain("fuse.sshfs");
  expect([
    whyNot("/mnt/desks/local/packbench", LINUX),
    whyNot("/mnt/desks2", LINUX),
    whyNot("/srv/packbench", LINUX),
  ]).toEqual(["", "", ""]);
});

it("folders that a program copies to a cloud are rejected with its name, and folders with similar names are accepted", () => {
  expect(whyNot("/home/me/Dropbox/packbench", LINUX)).toContain("is copied by Dropbox");
  expect(whyNot("/Users/me/Library/Mobile Documents/packbench", LINUX)).toContain(
    "is copied by iCloud",
  );
  expect(whyNot("/home/me/OneDrive - Shop A.Ş./packbench", LINUX)).toContain(
    "is copied by OneDrive",
  );
  expect(whyNot("/home/me/dropbox-old/packbench", LINUX)).toBe("");
});

it("a path is checked after its links are followed", () => {
  const link = join(temporaryFolder(), "data");
  symlinkSync("/mnt", link);
  expect(whyNot(join(link, "desks", "packbench"), LINUX)).toContain("nfs4 at /mnt/desks");
});

it("macOS's list of mounts gives the path and kind of each mount", () => {
  expect(
    readMacMounts(
      "/dev/disk3s1 on / (apfs, sealed, local)\n//me@filer/share on /Volumes/my share (smbfs, nodev, nosuid, mounted by me)\n",
    ),
  ).toEqual([
    { at: "/", kind: "apfs" },
    { at: "/Volumes/my share", kind: "smbfs" },
  ]);
});

it("this machine's temporary folder is accepted", () => {
  expect(() => requireLocalPlace(temporaryFolder())).not.toThrow();
});

it("a path that leaves no room for file names is rejected with its length on Windows only, also behind the prefix for long paths", () => {
  const windows: Machine = { platform: "win32", env: {}, mounts: [] };
  const [fits, long] = [`/${"d".repeat(159)}`, `/${"d".repeat(160)}`];
  expect([
    whyNot(fits, windows),
    whyNot(long, LINUX),
    whyNot(long, { ...windows, platform: "darwin" }),
  ]).toEqual(["", "", ""]);
  expect(whyNot(long, windows)).toMatch(
    /has a path of 161 characters; on Windows it may have at most 160.+to a shorter path, and start with it there/,
  );
  expect([
    isTooLong(`\\\\?\\C:\\${"d".repeat(157)}`, "win32"),
    isTooLong(`\\\\?\\C:\\${"d".repeat(158)}`, "win32"),
  ]).toEqual([false, true]);
});

it("a start that fails because of the folder's place stores the window's files elsewhere, so that a window can show the error", () => {
  const long = join(temporaryFolder(), "d".repeat(200));
  const found = makeWindowFolder(long, "win32");
  expect([
    found.isTemporary,
    found.path.startsWith(long),
    makeWindowFolder(long, "linux").isTemporary,
  ]).toEqual([true, false, false]);
  rmSync(found.path, { recursive: true });
});
