/** The way of the focus through the form of a new order. */

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
