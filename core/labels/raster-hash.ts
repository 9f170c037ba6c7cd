/** The hash by which a label's dots are compared with those of its first drawing. */
import { createHash } from "node:crypto";

/**
 * @param zpl The label as it was drawn: each text in it is a bitmap, so the same bytes print the same dots.
 * @returns SHA-256, hex.
 */
export function rasterHashOf(zpl: Uint8Array): string {
  return createHash("sha256").update(zpl).digest("hex");
}
