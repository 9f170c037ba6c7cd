/**
 * Whether the window runs in the fallback runtime (see fallback.mjs), which is older than what we
 * ship on.
 */

const OLDEST_SHIPPED = 42;

/**
 * Whether this Electron is older than the one the product ships with.
 * @param version As in `process.versions`; without one it counts as old.
 */
export function isFallback(version: string = process.versions.electron ?? "0"): boolean {
  return Number.parseInt(version, 10) < OLDEST_SHIPPED;
}
