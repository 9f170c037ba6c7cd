/**
 * Installs node_modules as the lock file says, including Node 24.
 *
 * npm runs no install script of a package: npm 11 could allow single scripts by `allowScripts`, npm
 * 10 could not. The one script that is needed is run here by name.
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
          "node_modules is a link and differs from the lock file; run npm ci in the folder that it points to",
        );
      }
      // npm checks its cache against the lock file's hashes and downloads nothing that it has.
      await step("installing dependencies from the lock file (npm ci)", () =>
        npm(["ci", "--ignore-scripts", "--prefer-offline"], { cwd: root }),
      );
    }
    if (!hasNode24()) {
      const folder = path.join(modules, "node");
      // npm ci may have removed the Node that runs this script; then the next one on the PATH is
      // used.
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
 * Returns whether the installation is complete: npm writes its own lock file into node_modules
 * last.
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
 * Returns whether an optional package is for this machine. A package for another system is rightly
 * missing; an optional package that names no system is a part of a package for another system.
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
