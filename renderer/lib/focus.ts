/** Where the keyboard goes. */

/** Element ids. */
export const SCAN_FIELD_ID = "scan-field";
export const OFFER_LIST_ID = "offer-list";

/** Puts the focus into the scan field, where there is one. */
export function focusScanField(): void {
  document.getElementById(SCAN_FIELD_ID)?.focus();
}

/**
 * The chosen offer: arrows go on from there.
 * @param scrolls Whether the screen follows: an order that has just come is read from its top.
 */
export function focusOffers(scrolls = true): void {
  const list = document.getElementById(OFFER_LIST_ID);
  (
    list?.querySelector<HTMLElement>("input:checked") ?? list?.querySelector<HTMLElement>("input")
  )?.focus({ preventScroll: !scrolls });
}

/**
 * Where the control that had the focus is gone, the focus goes to the heading of what is left;
 * @param heading null: the view's own.
 */
export function focusHeadingIfLost(heading: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  (heading ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus({ preventScroll: true });
}
