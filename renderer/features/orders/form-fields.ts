/** Fields of the form of a new order that keys reach. */

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

function focusIn(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>("input, select")?.focus();
}
