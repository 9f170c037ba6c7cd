/** Detects the fallback runtime (see fallback.mjs), which is older than the shipped runtime. */

const OLDEST_SHIPPED = 42;

/**
 * Returns whether this Electron is older than every Electron that the product ships with.
 *
 * @param version Version in the format of `process.versions`; a missing version counts as old.
 */
export function isFallback(version: string = process.versions.electron ?? "0"): boolean {
  return Number.parseInt(version, 10) < OLDEST_SHIPPED;
}
