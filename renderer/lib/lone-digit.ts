/**
 * The digit that chooses an offer, and may turn out to be the first of a typed number. Pure: the
 * key map asks for it, keyboard.ts keeps it.
 */

/** Longer than anyone takes between two digits of a number, shorter than between two thoughts. */
const TYPING_MS = 1_000;

export type LoneDigit = {
  readonly text: string;
  /**
   * When its key went down, in the event's own milliseconds: the packer's speed, not the machine's.
   */
  readonly at: number;
  readonly shipmentID: string;
  /** What was chosen before: comes back when it was typing. */
  readonly offerBefore: string | null;
};

/** @returns The digit while a character at `at` would continue it, else null. */
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

/** Whether the key only changes what others mean: it neither ends nor continues a number. */
export function isModifier(key: string): boolean {
  return MODIFIERS.has(key);
}
