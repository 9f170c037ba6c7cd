/**
 * A real disk of a few megabytes in memory, for tests of a full or read-only disk. Needs root on
 * Linux.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

export type TinyDisk = {
  readonly folder: string;
  /** Fills all free bytes. */
  fill(): void;
  /** Makes files until no other file or folder can be made. */
  fillWithFiles(): void;
  /** Removes what filled the disk. */
  free(): void;
  setReadOnly(readOnly: boolean): void;
  remove(): void;
};

export const NO_TINY_DISK =
  process.platform === "linux" && process.getuid?.() === 0 && canMount()
    ? undefined
    : "only root on Linux may mount a separate disk here";

/** Mounts a disk. @param files Most files and folders on it. */
export function tinyDisk(megabytes: number, files = 10_000): TinyDisk {
  const folder = temporaryFolder();
  run(
    "mount",
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,nr_inodes=${files},mode=700`,
    "packbench-test",
    folder,
  );
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      try {
        for (const size of [65_536, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    fillWithFiles() {
      mkdirSync(filler);
      try {
        for (let i = 0; ; i++) writeFileSync(join(filler, String(i)), "");
      } catch {
        // No other file can be made.
      }
    },
    free: () => rmSync(filler, { recursive: true, force: true }),
    setReadOnly: (readOnly) => run("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, folder),
    remove() {
      run("umount", "-l", folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch {
    // The disk is full.
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}

function canMount(): boolean {
  const folder = temporaryFolder();
  const isMounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "packbench-test", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}
