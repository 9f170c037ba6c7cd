/** The form in which scanned codes are compared. Pure. */

/**
 * Normalizes a code: upper case, and article numbers of 12, 13 or 14 digits (UPC-A, EAN-13,
 * GTIN-14) padded with zeros.
 */
export function scanKey(code: string): string {
  const text = code.trim().toUpperCase();
  return /^\d{12,14}$/.test(text) ? text.padStart(14, "0") : text;
}
