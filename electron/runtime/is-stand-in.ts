/** Whether the window runs in the stand-in runtime (see stand-in.mjs), which is older than what we ship on. */

const OLDEST_SHIPPED = 42;

/** Whether this Electron is older than the one the product ships with. @param version As in `process.versions`; without one it counts as old. */
export function isStandIn(version: string = process.versions.electron ?? "0"): boolean {
  return Number.parseInt(version, 10) < OLDEST_SHIPPED;
}
