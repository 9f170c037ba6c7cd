/**
 * Fetches single packages of the npm registry that `npm ci` leaves out because they are for another
 * system.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { npm, run } from "./child.mjs";
import { cacheFolder, root } from "./places.mjs";
import { step } from "./say.mjs";

/**
 * @typedef {{ name: string, version: string, integrity: string | undefined }} Package `integrity`:
 *   the hash in the lock file; undefined: only npm checks the package.
 */

/**
 * Finds a package in the lock file.
 *
 * @param {string} name
 * @returns {Package} The package's entry in the lock file.
 * @throws Error when the lock file does not have it.
 */
export function lockedPackage(name) {
  const entry = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages[
    `node_modules/${name}`
  ];
  if (entry === undefined) throw new Error(`the lock file has no ${name}`);
  return { name, version: entry.version, integrity: entry.integrity };
}

/**
 * Fetches a package into the cache, unless the cache has it.
 *
 * @param {Package} wanted
 * @returns {Promise<string>} Its folder, in the cache.
 * @throws Error when the package cannot be fetched, or differs from the lock file's hash.
 */
export async function fetchPackage({ name, version, integrity }) {
  const place = path.join(
    cacheFolder(),
    `${name.replace(/[@/]/g, "-").replace(/^-/, "")}-${version}`,
  );
  if (fs.existsSync(place)) return place;
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder(), `unpacking-${process.pid}-`));
  try {
    await step(`fetching ${name}@${version} from the npm registry`, async () => {
      await npm(["pack", `${name}@${version}`, "--prefer-offline", "--pack-destination", work], {
        cwd: work,
        quiet: true,
      });
      const archive = path.join(work, fs.readdirSync(work)[0] ?? "");
      const hash = `sha512-${createHash("sha512").update(fs.readFileSync(archive)).digest("base64")}`;
      if (integrity !== undefined && hash !== integrity)
        throw new Error(`${name}@${version} is not the package of the lock file`);
      await run("tar", ["xzf", archive, "-C", work]);
    });
    fs.renameSync(path.join(work, "package"), place);
  } catch (error) {
    // Another run may have put the package there in the meantime.
    if (!fs.existsSync(place)) throw error;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return place;
}
