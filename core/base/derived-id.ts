/**
 * Derives ids from content, so that stations that create the same thing while disconnected create
 * the same row.
 */
import { createHash } from "node:crypto";

/**
 * Returns a UUID (version 8) that is equal for equal parts.
 *
 * @param parts Values that identify the row, starting with its kind.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns whether the id is a UUID of version 8: derived from the row's content, so equal at each
 * station.
 */
export function isDerived(id: string): boolean {
  return id[14] === "8";
}
