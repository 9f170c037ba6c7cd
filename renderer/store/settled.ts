/**
 * The one rule for every command that buys, prints, cancels or answers: a key or pointer whose
 * press changed the screen's content does not act on the new content at once. A second Enter, the
 * second click of a double click, a repeated answer and an Enter right after a scan do nothing, and
 * are not queued. Another key may act at once. But no key answers a question before the packer
 * could read it: pressing F8, F9 and F10 in one movement cancels nothing. Pure.
 */

/**
 * How long a key does not act on content that it brought, and how long a question accepts no key,
 * ms. Longer than the gap of a double click, shorter than reading a price.
 */
export const SETTLE_MS = 500;
/**
 * How long after a scan Enter does nothing, ms: longer than the gap before a scanner's second
 * Enter.
 */
export const SCAN_MS = 150;

/**
 * The content of the screen as a text that identifies it, and the time when the content appeared,
 * milliseconds of `performance.now()`.
 */
export type Shown = { readonly what: string; readonly since: number };

/**
 * Returns `before` while the content is the same, else the new content and its time.
 *
 * @param at Milliseconds of `performance.now()`.
 */
export function nextShown(before: Shown | null, what: string, at: number): Shown {
  return before?.what === what ? before : { what, since: at };
}

export type Pressed = {
  /** Time of the press. */
  readonly at: number;
  /** Time when the same key, or the pointer, last did something. */
  readonly before: number | null;
  /** Time when the last scan ended; null where a scan does not matter. */
  readonly scannedAt: number | null;
  /** Whether the press would answer an open question. */
  readonly answers: boolean;
};

/** Returns whether a key or a press may act on what is shown. */
export function isSettled(
  shown: Shown | null,
  { at, before, scannedAt, answers }: Pressed,
): boolean {
  if (shown === null || (scannedAt !== null && at - scannedAt < SCAN_MS)) return false;
  if (answers && at - shown.since < SETTLE_MS) return false;
  return before === null || at - before >= SETTLE_MS || shown.since <= before;
}
