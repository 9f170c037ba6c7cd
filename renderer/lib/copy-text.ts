/** Copies without a permission: the asynchronous clipboard needs one, and this window has none. */

/** Puts a text on the clipboard and keeps the focus. @returns Whether the text was copied. */
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
