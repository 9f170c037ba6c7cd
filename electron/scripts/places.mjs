/**
 * Paths: the repository, what set-up puts into it, and the cache outside it. This file runs on
 * plain Node 20, before anything is installed.
 */
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/* `import.meta.dirname` is not used, because Node 20.0 to 20.10 lack it. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
export const modules = path.join(root, "node_modules");

/** Node 24, from the npm package `node`. */
export const node24 = path.join(
  modules,
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** Returns the folder of downloads and builds, which all clones share. */
export function cacheFolder() {
  if (process.platform === "win32")
    return path.join(
      process.env.LOCALAPPDATA ?? path.join(os.homedir(), "AppData", "Local"),
      "packbench",
      "cache",
    );
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "packbench");
}

/** Reports and pictures of tests and `npm start`. Ignored by git. */
export const results = path.join(root, "test-results");
