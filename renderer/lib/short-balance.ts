/** Computes how much a balance lacks for a price, in whole kuruş to avoid rounding of doubles. */

/**
 * Computes how much the balance lacks.
 *
 * @param price "118.40"
 * @param available "100.00"
 * @returns "18.40", or null when the balance suffices or a value cannot be read; the core decides
 *   then.
 */
export function missingFor(price: string, available: string): string | null {
  const [asked, there] = [minorOf(price), minorOf(available)];
  if (asked === undefined || there === undefined || asked <= there) return null;
  const missing = asked - there;
  return `${missing / 100n}.${String(missing % 100n).padStart(2, "0")}`;
}

function minorOf(text: string): bigint | undefined {
  return /^-?\d+\.\d{2}$/.test(text) ? BigInt(text.replace(".", "")) : undefined;
}
