/**
 * Parts that are open inside a view, such as a button's second question or a short form: Esc closes
 * the newest one first.
 */

/** Functions that close the open parts, the newest last. Written by `noteOpenPart`. */
export const openParts = new Set<() => void>();

/** Closes the newest open part. @returns false when no part is open. */
export function closeOpenPart(): boolean {
  const close = [...openParts].at(-1);
  close?.();
  return close !== undefined;
}
