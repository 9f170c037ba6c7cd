/**
 * A digit that chooses an offer and may turn out to be the first of a typed number. This file is
 * pure: the key map uses the digit, and keyboard.ts stores it.
 */

/**
 * Longest gap between two digits of one number, ms. Longer than typing takes, shorter than a
 * deliberate second press.
 */
const TYPING_MS = 1_000;

export type LoneDigit = {
  readonly text: string;
  /**
   * Time of the key press, ms, by the clock of keyboard events: it measures the packer's speed, not
   * the machine's.
   */
  readonly at: number;
  readonly shipmentID: string;
  /** The offer that was chosen before; chosen again if the digit turns out to start a number. */
  readonly offerBefore: string | null;
};

/** Returns the digit if a character typed at `at` would continue its number; otherwise null. */
export function continued(digit: LoneDigit | null, at: number): LoneDigit | null {
  return digit !== null && at - digit.at <= TYPING_MS ? digit : null;
}

const MODIFIERS: ReadonlySet<string> = new Set([
  "Shift",
  "CapsLock",
  "Control",
  "Alt",
  "AltGraph",
  "Meta",
]);

/** Returns whether the key only modifies others: it neither ends nor continues a number. */
export function isModifier(key: string): boolean {
  return MODIFIERS.has(key);
}
