/** Moves the focus between a list and its panel. */

/** Moves the focus into the open panel, as soon as it is rendered. */
export function enterPanel(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-side-panel]")?.focus());
}

/** Returns the focus from the panel to the list. @returns false when it was not in the panel. */
export function leavePanel(): boolean {
  const panel = document.activeElement?.closest("[data-side-panel]") ?? null;
  if (panel === null) return false;
  document.querySelector<HTMLElement>('main [role="grid"]')?.focus();
  return true;
}
