/**
 * A real share that hangs: a FUSE file system whose server never answers, mounted over a folder.
 * Works only on Linux as root.
 */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";

/** Reason why no share can hang here, or undefined. */
export const NO_HANGING_SHARE =
  process.platform === "linux" && process.getuid?.() === 0 && existsSync("/dev/fuse")
    ? undefined
    : "only root on Linux with FUSE can mount a share that hangs";

/** Mounts the share over a folder. @returns A function that unmounts it, so that calls end. */
export function hangShare(folder: string): () => void {
  const server = openSync("/dev/fuse", "r+");
  const { status, stderr } = spawnSync(
    "mount",
    ["-i", "-t", "fuse", "hanging", folder, "-o", "fd=3,rootmode=40000,user_id=0,group_id=0"],
    { stdio: ["ignore", "ignore", "pipe", server], encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  let isMounted = true;
  return () => {
    if (!isMounted) return;
    isMounted = false;
    spawnSync("umount", ["-l", folder]);
    closeSync(server); // ends the calls that hang
  };
}
