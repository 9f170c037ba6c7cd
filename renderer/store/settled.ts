/**
 * The one rule for every command that buys, prints, cancels or answers: the key or the pointer that
 * brought something onto the screen does not act on it at once. A second Enter, a double click and
 * an answer struck twice do nothing, and are not kept for later; neither does an Enter that follows
 * a scan's own at once. Another key is another decision, but a question is answered by no key
 * before it could be read: pressing F8, F9 and F10 in one movement cancels nothing. Pure.
 */

/**
 * Longer than between the two presses of a double click, shorter than a price is read. A question
 * stands as long before its answer.
 */
export const SETTLE_MS = 500;
/** Longer than a scanner takes for a second Enter of its own. */
export const SCAN_MS = 150;

/** What is on the screen, and since when: milliseconds of `performance.now()`. */
export type Shown = { readonly what: string; readonly since: number };

/**
 * Returns `before` while the same is shown, else what is shown now with the time it came.
 * @param at Milliseconds of `performance.now()`.
 */
export function nextShown(before: Shown | null, what: string, at: number): Shown {
  return before?.what === what ? before : { what, since: at };
}

export type Pressed = {
  /** When it went down. */
  readonly at: number;
  /** When the same key, or the pointer, last did something. */
  readonly before: number | null;
  /** When the last scan ended; null where it does not count. */
  readonly scannedAt: number | null;
  /** Whether a question is open, which the press would answer. */
  readonly answers: boolean;
};

/** Whether a key or a press may act on what is shown. */
export function isSettled(
  shown: Shown | null,
  { at, before, scannedAt, answers }: Pressed,
): boolean {
  if (shown === null || (scannedAt !== null && at - scannedAt < SCAN_MS)) return false;
  if (answers && at - shown.since < SETTLE_MS) return false;
  return before === null || at - before >= SETTLE_MS || shown.since <= before;
}
