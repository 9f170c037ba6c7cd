/**
 * A key as text for paper: Crockford's base32 in groups of five, with a checksum that detects a
 * typing mistake before the key is compared with anything. https://www.crockford.com/base32.html
 */
import { createHash } from "node:crypto";
import { KEY_BYTES } from "./key-file.ts";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECK_BYTES = 2;
const GROUP = 5;
/** 34 bytes are 272 bits: 55 characters, the last padded with three bits. */
const LENGTH = Math.ceil(((KEY_BYTES + CHECK_BYTES) * 8) / 5);

/** Writes a key as eleven groups of five characters: "5ZK2P-…". */
export function recoveryTextOf(key: Uint8Array): string {
  const bits = [...key, ...checkOf(key)]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .padEnd(LENGTH * 5, "0");
  const text = Array.from(
    { length: LENGTH },
    (_, i) => DIGITS[Number.parseInt(bits.slice(i * 5, i * 5 + 5), 2)] ?? "",
  ).join("");
  return text.match(new RegExp(`.{${GROUP}}`, "g"))?.join("-") ?? text;
}

/**
 * Reads a key from the recovery text that a person typed.
 *
 * @param text Typed text, in upper or lower case, with or without hyphens, dashes and spaces. O
 *   counts as 0, and I and L count as 1.
 * @returns Undefined when the text is not a recovery key, or a character is wrong.
 */
export function keyOfRecoveryText(text: string): Buffer | undefined {
  const typed = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  if (typed.length !== LENGTH || [...typed].some((digit) => !DIGITS.includes(digit)))
    return undefined;
  const bits = [...typed]
    .map((digit) => DIGITS.indexOf(digit).toString(2).padStart(5, "0"))
    .join("");
  const bytes = Buffer.from(
    Array.from({ length: KEY_BYTES + CHECK_BYTES }, (_, i) =>
      Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2),
    ),
  );
  const key = bytes.subarray(0, KEY_BYTES);
  return recoveryTextOf(key).replaceAll("-", "") === typed ? key : undefined;
}

function checkOf(key: Uint8Array): Uint8Array {
  return createHash("sha256")
    .update("packbench recovery")
    .update(key)
    .digest()
    .subarray(0, CHECK_BYTES);
}
