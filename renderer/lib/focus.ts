/** Moves the keyboard focus. */

/** Element ids. */
export const SCAN_FIELD_ID = "scan-field";
export const OFFER_LIST_ID = "offer-list";
/** Form with the numbers that an order lacks. */
export const MISSING_PAPERS_ID = "missing-papers";

/** Focuses the scan field if there is one. */
export function focusScanField(): void {
  document.getElementById(SCAN_FIELD_ID)?.focus();
}

/** Takes the focus out of the scan field if it is there. */
export function leaveScanField(): void {
  if (document.activeElement?.id === SCAN_FIELD_ID) document.getElementById(SCAN_FIELD_ID)?.blur();
}

/**
 * Focuses the chosen offer, or the first offer if none is chosen. Arrow keys continue from there.
 *
 * @param scrolls Whether the screen scrolls to it; false for a newly opened order, which is read
 *   from its top.
 */
export function focusOffers(scrolls = true): void {
  const list = document.getElementById(OFFER_LIST_ID);
  (
    list?.querySelector<HTMLElement>("input:checked") ?? list?.querySelector<HTMLElement>("input")
  )?.focus({ preventScroll: !scrolls });
}

/** Returns whether the focus is on an offer. */
export function isOfferFocused(): boolean {
  const list = document.getElementById(OFFER_LIST_ID);
  return list !== null && list.contains(document.activeElement);
}

/** Moves the focus to the offer with this id, chosen or not yet. */
export function focusOffer(offerID: string): void {
  document
    .getElementById(OFFER_LIST_ID)
    ?.querySelector<HTMLElement>(`input[value="${offerID}"]`)
    ?.focus();
}

/**
 * Moves the focus to a heading if the focused control has disappeared.
 *
 * @param heading null for the heading of the view.
 */
export function focusHeadingIfLost(heading: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  (heading ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus({ preventScroll: true });
}

/**
 * Scrolls a focused field, or a form's failure, out from under the commands that stay at the lower
 * edge of its form or question. The browser does not: to it the field is in view.
 */
export function uncover(form: Element, focused: EventTarget): void {
  // The last, because a form may contain a question with commands.
  const commands = [...form.querySelectorAll("[data-stays]")].at(-1);
  if (!(focused instanceof Element) || commands === undefined || commands.contains(focused)) return;
  const edge = commands.getBoundingClientRect().top;
  if (focused.getBoundingClientRect().bottom > edge) focused.scrollIntoView({ block: "center" });
}
