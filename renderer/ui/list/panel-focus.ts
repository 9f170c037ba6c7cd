/** Moves the focus between a list, its panel and the line above it. */
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

/**
 * Returns the focus from a button in the line above a list to the list. Without this, the Esc after
 * the one that closed a filter's menu would clear the filter.
 *
 * @returns false when no such button has the focus.
 */
export function leaveTools(): boolean {
  const isButton = document.activeElement?.matches("[data-list-tools] button") === true;
  const grid = document.querySelector<HTMLElement>('main [role="grid"]');
  if (!isButton || grid === null) return false;
  grid.focus();
  return true;
}
