/**
 * Number of a badge: 42 digits, of which 39 are 128 random bits and the last two are a checksum.
 * Only digits, because every scanner and keyboard layout sends them alike, and Code 128 packs two
 * of them into one character.
 */

/** First digit of each badge, before its random bits. */
const PREFIX = "8";
const RANDOM_DIGITS = 39;
const PATTERN = /^8\d{41}$/;
/**
 * A badge of which the scanner lost some digits, at either end, or two badges in one scan. Barcodes
 * of carriers have at most 34 digits.
 */
const LIKE_BADGE = /^\d{38,}$/;

/** Makes the number of a badge from 16 random bytes. */
export function badgeNumberOf(random: Uint8Array): string {
  let value = 0n;
  for (const byte of random) value = value * 256n + BigInt(byte);
  const digits = PREFIX + value.toString().padStart(RANDOM_DIGITS, "0");
  return digits + checkOf(digits);
}

/** Returns whether a scanned code is the number of a badge. */
export function isBadgeNumber(code: string): boolean {
  const digits = code.trim();
  return PATTERN.test(digits) && checkOf(digits.slice(0, -2)) === digits.slice(-2);
}

/**
 * Returns whether a scanned code is a badge that was not read right. It is treated as a secret,
 * because most of its digits are right.
 */
export function isMisreadBadge(code: string): boolean {
  return isLikeBadge(code) && !isBadgeNumber(code);
}

/** Returns whether a code has the form of a badge, so that it is stored nowhere as another code. */
export function isLikeBadge(code: string): boolean {
  return LIKE_BADGE.test(code.trim());
}

/** ISO 7064, MOD 97-10: detects a wrong digit and two digits in the wrong order. */
function checkOf(digits: string): string {
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, "0");
}
