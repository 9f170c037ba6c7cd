/** Whether the window runs in the stand-in runtime (see stand-in.mjs), which is older than what we ship on. */

const OLDEST_SHIPPED = 42;

export function isStandIn(version: string = process.versions.electron ?? "0"): boolean {
  return Number.parseInt(version, 10) < OLDEST_SHIPPED;
}
