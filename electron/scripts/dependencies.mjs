/**
 * node_modules as the lock file says, and Node 24 in it.
 *
 * Packages' own install scripts are never run, whatever the npm: npm 11 asks `allowScripts`, npm 10
 * does not know it. The one script we need is run here by name.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { npm, run } from "./child.mjs";
import { alone } from "./lock.mjs";
import { modules, node24, root } from "./places.mjs";
import { SetUpError, step } from "./say.mjs";

export async function ensureDependencies() {
  if (areInstalled() && hasNode24()) return;
  await alone(modules, async () => {
    if (!areInstalled()) {
      if (fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new SetUpError(
          "node_modules is a link and differs from the lock file; run npm ci where it points to",
        );
      }
      // What npm has in its cache is checked against the lock file's hashes, and not asked for
      // again.
      await step("installing dependencies from the lock file (npm ci)", () =>
        npm(["ci", "--ignore-scripts", "--prefer-offline"], { cwd: root }),
      );
    }
    if (!hasNode24()) {
      const folder = path.join(modules, "node");
      // The Node that runs this may have been the one that npm ci has just removed; the next one on
      // the PATH goes on then.
      const node = fs.existsSync(process.execPath) ? process.execPath : "node";
      await step(`fetching Node ${wantedNode()}`, () =>
        run(node, ["installArchSpecificPackage.js"], { cwd: folder }),
      );
      if (!hasNode24())
        throw new SetUpError(`Node ${wantedNode()} was fetched and does not run on this machine`);
    }
  });
}

/**
 * npm writes its own lock file into node_modules last, so an install cut short does not look whole.
 */
function areInstalled() {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const present = readPackages(path.join(modules, ".package-lock.json"));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === "") return true;
    const found = present[folder];
    if (found === undefined) return entry.optional === true && !isForThisMachine(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * An optional package of another system is rightly absent; one that names no system is there for
 * such a package.
 */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  if (
    libc !== undefined &&
    !libc.includes(process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl")
  )
    return false;
  return (
    (os ?? [process.platform]).includes(process.platform) &&
    (cpu ?? [process.arch]).includes(process.arch)
  );
}

function wantedNode() {
  return JSON.parse(fs.readFileSync(path.join(modules, "node", "package.json"), "utf8")).version;
}

function hasNode24() {
  if (!fs.existsSync(node24)) return false;
  try {
    return execFileSync(node24, ["--version"], { encoding: "utf8" }).trim() === `v${wantedNode()}`;
  } catch {
    return false;
  }
}
