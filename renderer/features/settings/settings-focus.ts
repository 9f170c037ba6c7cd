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
  // Large type has a list to choose from instead of the tabs.
  const tab = document.querySelector<HTMLElement>("[role=tab][aria-selected=true]");
  const choice = document.querySelector<HTMLElement>("[data-testid=section-choice]");
  (tab?.checkVisibility() === true ? tab : choice)?.focus();
  return true;
}

/** Longest wait for a section that is loading, ms. */
const WAIT_MS = 3_000;

/**
 * Focuses the field, the button or the heading of the open section that has this label, as soon as
 * the section shows it.
 */
export function focusField(label: string): void {
  if (focusNow(label)) return;
  const observer = new MutationObserver(() => {
    if (focusNow(label)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
}

function focusNow(label: string): boolean {
  const pane = document.getElementById(PANE_ID);
  const found = [
    ...(pane?.querySelectorAll<HTMLElement>("label, legend, summary, button, h2, h3, span, dt") ??
      []),
  ].find((one) => one.textContent?.trim() === label && one.checkVisibility());
  if (found === undefined) return false;
  const block = found.closest("section, fieldset, form, div");
  const target = found.matches("button, summary")
    ? found
    : ((found instanceof HTMLLabelElement ? found.control : null) ??
      block?.querySelector<HTMLElement>(CONTROLS) ??
      pane);
  found.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
  return true;
}
