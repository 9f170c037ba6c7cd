/** The way of the focus through the form of a new order. */

/** Ids of fields that keys reach. */
export const RECIPIENT_ID = "order-recipient";
export const FIND_ID = "order-find";
export const ITEMS_ID = "order-items";
export const PARCEL_ID = "order-parcel";
export const CASH_ID = "order-cash";

/** Focuses the field that finds a customer. */
export function goToFind(): void {
  focusIn(FIND_ID);
}

/** Focuses the first empty line of the items. */
export function goToItems(): void {
  const titles = [
    ...(document.getElementById(ITEMS_ID)?.querySelectorAll<HTMLInputElement>("[data-title]") ??
      []),
  ];
  (titles.find(({ value }) => value.trim() === "") ?? titles[0])?.focus();
}

/** Focuses the first field after the items. */
export function goToParcel(): void {
  focusIn(PARCEL_ID);
}

/** Focuses the amount that is collected on delivery. */
export function goToCash(): void {
  focusIn(CASH_ID);
}

/** Focuses a field of the form by its label. @returns false when no field has the label. */
export function focusLabelled(part: HTMLElement, words: string): boolean {
  const label = [...part.querySelectorAll("label")].find(
    ({ textContent }) => textContent === words,
  );
  const { control = null } = label ?? {};
  if (control === null) return false;
  control.focus();
  return true;
}

/** Focuses the field after this one. @returns false when it is the last field. */
export function focusNext(form: HTMLElement, field: HTMLElement): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>("input, select, textarea")];
  const next = fields[fields.indexOf(field) + 1];
  next?.focus();
  return next !== undefined;
}

/** Focuses the first field that is marked as wrong. */
export function focusWrong(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

function focusIn(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>("input, select")?.focus();
}
