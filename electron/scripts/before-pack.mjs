/**
 * Run by electron-builder before each package: for Windows, fetches koffi's binary for the target
 * processor, also when the packing machine runs Linux or macOS.
 */
import fs from "node:fs";
import path from "node:path";
import { fetchPackage, lockedPackage } from "./fetch-package.mjs";
import { modules } from "./places.mjs";

/** electron-builder's numbers of processors. */
const PROCESSORS = { 1: "x64", 3: "arm64" };

/**
 * Fetches koffi's binary for one Windows package; does nothing for other systems.
 *
 * @param {{ electronPlatformName: string, arch: number }} context
 * @param {{ folder?: string }} [places] `folder`: where packages are put; by default node_modules.
 */
export async function beforePack({ electronPlatformName, arch }, { folder = modules } = {}) {
  if (electronPlatformName !== "win32") return;
  const processor = PROCESSORS[arch];
  if (processor === undefined)
    throw new Error(
      `Packbench is not made for Windows on this processor (${arch}); choose x64 or arm64`,
    );
  const name = `@koromix/koffi-win32-${processor}`;
  const place = path.join(folder, name);
  if (fs.existsSync(place)) return;
  fs.cpSync(await fetchPackage(lockedPackage(name)), place, { recursive: true });
}
