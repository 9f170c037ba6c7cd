/** Moves the focus in Settings from the list of sections into the open section, and back. */
import type { SettingsPart } from "../../store/navigation.slice.ts";

/** Element id of the open section. */
export const PANE_ID = "settings-pane";

const CONTROLS =
  "input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), [role=grid], summary, a[href]";

/** Returns the element id of a section's entry in the list. */
export function listID(name: SettingsPart): string {
  return `settings-${name}`;
}

/** Focuses the first control of the open section, or the section itself if it has none. */
export function focusPane(): void {
  const pane = document.getElementById(PANE_ID);
  const first = [...(pane?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].find(
    (control) => control.offsetParent !== null && control.tabIndex >= 0,
  );
  (first ?? pane)?.focus();
}

/** Moves the focus to the list. @returns false when the focus is not in the open section. */
export function focusList(): boolean {
  const pane = document.getElementById(PANE_ID);
  if (pane === null || !pane.contains(document.activeElement)) return false;
  document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  return true;
}
