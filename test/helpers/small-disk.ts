/**
 * A real disk of a few megabytes on a separate tmpfs, so that filling it causes a real ENOSPC.
 * Works only on Linux as root.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

export type SmallDisk = {
  readonly folder: string;
  /** Fills all free blocks. */
  fill(): void;
  /** Frees the blocks. */
  free(): void;
  makeReadOnly(): void;
};

const mounted = new Set<string>();

/** Unmounts all small disks. test/helpers/set-up.ts calls it after each test. */
export function unmountSmallDisks(): void {
  for (const folder of mounted) {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  mounted.clear();
}

/** Reason why no disk can be mounted here, or undefined if a disk can be mounted. */
export function whyNoDisk(): string | undefined {
  if (process.platform !== "linux") return "a small disk is mounted on Linux only";
  if (process.getuid?.() !== 0) return "only root can mount a small disk";
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return undefined;
  } catch {
    return "this system does not allow mounting a small disk";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a disk, unmounted after the test. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = temporaryFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  mounted.add(folder);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { recursive: true, force: true }),
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
  };
}

function fill(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, "blocks"), "a");
  const piece = Buffer.alloc(4_096);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
