/**
 * Codes of carriers and services in input. Published programs still send older codes; input schemas
 * replace them here, so that all other code knows only current codes.
 */

/** Current codes by older codes. MNG Kargo became DHL eCommerce. */
const CURRENT: ReadonlyMap<string, string> = new Map([
  ["MNG", "DHL"],
  ["MNG_STANDART", "DHL_STANDART"],
]);

/** Returns the current code for an older code in upper or lower case; any other code unchanged. */
export function currentCode(code: string): string {
  return CURRENT.get(code.toUpperCase()) ?? code;
}
