/** Decides which packages this machine can create, and why it cannot create the others. */
import { spawnSync } from "node:child_process";

/** Address from which electron-builder downloads its tools. */
const TOOLS = "https://github.com/electron-userland/electron-builder-binaries/releases";
const ANSWERS_WITHIN_MS = 8_000;

/** electron-builder's names of systems. */
export const SYSTEMS = /** @type {const} */ (["linux", "win", "mac"]);

/** All packages for distribution, in the order in which they are listed to the person. */
const PRODUCTS = {
  linux: ["deb", "AppImage", "tar.gz"],
  win: ["nsis", "msi"],
  mac: ["dmg", "zip"],
};

/** @typedef {{ target: string, why: string }} Skipped */

/**
 * Decides which packages of a system this machine can make.
 *
 * @param {"linux" | "win" | "mac"} system System to pack for.
 * @param {{ runtime: "own" | "fallback", hasTools: boolean }} machine `runtime`: whether Electron
 *   could be downloaded; `hasTools`: whether electron-builder can download its tools.
 * @param {NodeJS.Platform} [here]
 * @returns {{ made: string[], skipped: Skipped[] }}
 */
export function targetsFor(system, machine, here = process.platform) {
  const made = [];
  const skipped = [];
  for (const target of PRODUCTS[system]) {
    const why = obstacle(system, target, machine, here);
    if (why === undefined) made.push(target);
    else skipped.push({ target, why });
  }
  return { made, skipped };
}

function obstacle(system, target, { runtime, hasTools }, here) {
  if (system === "mac" && here !== "darwin") return "is made on macOS only";
  if (target === "msi" && here !== "win32") return "is made on Windows only";
  if (system === "linux" && here === "win32")
    return "is not made on Windows: links and executable bits are lost there";
  if (system !== "linux" && runtime === "fallback")
    return "needs Electron for that system, which cannot be fetched here";
  if (hasTools) return undefined;
  if (target === "tar.gz")
    return program("7za") ? undefined : "needs 7za (Debian: apt-get install p7zip-full)";
  if (target === "deb") return program("dpkg-deb") ? undefined : "needs dpkg-deb";
  return "needs a tool of electron-builder's, which cannot be fetched here";
}

/**
 * Searches the PATH for a program.
 *
 * @returns {string | undefined} The program's path.
 */
export function program(name) {
  const found = spawnSync(process.platform === "win32" ? "where" : "which", [name], {
    encoding: "utf8",
  });
  return found.status === 0 ? found.stdout.split("\n")[0]?.trim() : undefined;
}

/**
 * Tries to reach the address of electron-builder's tools.
 *
 * @returns {Promise<boolean>} Whether electron-builder can download its tools.
 */
export async function canFetchTools() {
  if (process.env.ELECTRON_BUILDER_BINARIES_MIRROR !== undefined) return true;
  try {
    const answer = await fetch(TOOLS, {
      method: "HEAD",
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
