/**
 * Parses the continuous format of Toledo scales, which many indicators offer: STX, three status
 * characters, six digits of weight, six of tare (not in the short form), CR and perhaps a checksum.
 */
import type { Reading } from "./reading.schema.ts";
import { weightReading } from "./grams.ts";

const STX = "\u0002";
/** Status characters and digits. */
const FRAME = /^(.{3})([ \d]{6})(?:[ \d]{6})?$/s;

/** Units of the third status character; 0: kg or lb, as the second says. */
const UNITS = ["", "g", "t", "oz", "ozt", "dwt", "ton", "other"];
/** Digits after the decimal point for each value of bits 0 to 2 of the first status character. */
const DECIMALS = [-2, -1, 0, 1, 2, 3, 4, 5];

/**
 * Parses one frame.
 *
 * @param line Characters up to the CR. Characters before the last STX, such as the checksum of the
 *   frame before, are ignored.
 * @returns Undefined when the characters are no such frame.
 */
export function parseToledo(line: string): Reading | undefined {
  const bare = withoutParity(line);
  const at = bare.lastIndexOf(STX);
  const [, status = "", digits = ""] = (at !== -1 && FRAME.exec(bare.slice(at + 1))) || [];
  if (status === "") return undefined;
  const [a = 0, b = 0, c = 0] = [...status].map((character) => character.charCodeAt(0));
  // Bit 5 is set in each status character, and not in all noise.
  if ((a & 32) === 0 || (b & 32) === 0 || (c & 32) === 0) return undefined;
  const isNegative = (b & 2) !== 0;
  if ((b & 4) !== 0) return { kind: isNegative ? "negative" : "overloaded" };
  const unit = UNITS[c & 7] || ((b & 16) === 0 ? "lb" : "kg");
  return weightReading(pointed(digits.trim(), DECIMALS[a & 7] ?? 0), unit, {
    isNegative,
    isStable: (b & 8) === 0,
  });
}

/** Clears bit 7, which may hold the parity. */
function withoutParity(text: string): string {
  return [...text].map((one) => String.fromCharCode(one.charCodeAt(0) & 0x7f)).join("");
}

/** Inserts the decimal point; for a negative number of decimals, appends zeros. */
function pointed(digits: string, decimals: number): string {
  if (decimals <= 0) return digits + "0".repeat(-decimals);
  const padded = digits.padStart(decimals + 1, "0");
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
