/** Moves the focus between a list and its panel. */
import { focusHeadingIfLost } from "../../lib/focus.ts";

/** The part of the list from which a person went into the panel. */
let from: Element | null = null;

/** Moves the focus into the open panel, as soon as it is rendered. */
export function enterPanel(): void {
  from = document.activeElement;
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-side-panel]")?.focus());
}

/** Returns the focus from the panel to the list. @returns false when it was not in the panel. */
export function leavePanel(): boolean {
  if ((document.activeElement?.closest("[data-side-panel]") ?? null) === null) return false;
  const grid = document.querySelector('main [role="grid"]');
  const back = grid ?? (from?.isConnected === true ? from : null);
  if (back instanceof HTMLElement) back.focus();
  else focusHeadingIfLost(null);
  return true;
}
