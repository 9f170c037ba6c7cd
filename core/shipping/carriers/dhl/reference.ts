/** Makes DHL's reference of an order from the key of its purchase. */
import { createHash } from "node:crypto";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BYTES = 16;
/** Digits and letters of base 32 for 128 bits. */
const LENGTH = 26;

/**
 * Returns the reference, always the same for a key: DHL accepts 30 characters A–Z, 0–9, - and _,
 * and never takes a reference twice, so that a repeated order is refused.
 */
export function referenceOf(key: string): string {
  const hex = UUID.test(key)
    ? key.replaceAll("-", "")
    : createHash("sha256")
        .update(key)
        .digest("hex")
        .slice(0, 2 * BYTES);
  return `PB${BigInt(`0x${hex}`).toString(32).toUpperCase().padStart(LENGTH, "0")}`;
}

/** Returns the barcode of an order's one piece, which must be unique at DHL. */
export function pieceBarcodeOf(reference: string): string {
  return `${reference}P1`;
}
