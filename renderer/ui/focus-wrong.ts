/** After a form was refused: the focus goes to the first field that is wrong, once its words are on the screen. */
export function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
