/** Where the keyboard goes. */

/** Element ids. */
export const SCAN_FIELD_ID = "scan-field";
export const OFFER_LIST_ID = "offer-list";

/** Puts the focus into the scan field, where there is one. */
export function focusScanField(): void {
  document.getElementById(SCAN_FIELD_ID)?.focus();
}

/** The chosen offer: arrows go on from there. @param scrolls Whether the screen follows: an order that has just come is read from its top. */
export function focusOffers(scrolls = true): void {
  const list = document.getElementById(OFFER_LIST_ID);
  (list?.querySelector<HTMLElement>("input:checked") ?? list?.querySelector<HTMLElement>("input"))?.focus({ preventScroll: !scrolls });
}
