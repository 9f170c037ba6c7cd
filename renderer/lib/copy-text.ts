/**
 * Copying without a permission: the asynchronous clipboard needs one, and this window is granted
 * none.
 */

/** Puts a text on the clipboard; the focus stays where it is. @returns Whether that worked. */
export function copyText(text: string): boolean {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.setAttribute("aria-hidden", "true");
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
