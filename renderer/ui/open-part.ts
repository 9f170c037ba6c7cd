/**
 * Parts that are open inside a view, such as the second question of a button or a short form: Esc
 * closes the newest before it leads anywhere else.
 */

/** How each is closed, the newest last. Written by `noteOpenPart`. */
export const openParts = new Set<() => void>();

/** @returns False when no part is open. */
export function closeOpenPart(): boolean {
  const close = [...openParts].at(-1);
  close?.();
  return close !== undefined;
}
