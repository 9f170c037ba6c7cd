/** Keeps Tab within a panel that covers what is behind it. */
import type { KeyboardEvent } from "react";

/** Moves the focus from the last control of the panel to the first, and back with Shift. */
export function keepTabIn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab") return;
  const panel = event.currentTarget;
  const controls = [
    ...panel.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex]",
    ),
  ].filter((one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility());
  const [first, last] = [controls[0], controls.at(-1)];
  const active = document.activeElement;
  const isAtEdge =
    active === panel ? event.shiftKey : isSame(active, event.shiftKey ? first : last);
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Returns whether two controls are one stop for Tab: radio buttons of one group are. */
function isSame(a: Element | null, b: Element | undefined): boolean {
  const isRadio = (one: unknown): one is HTMLInputElement =>
    one instanceof HTMLInputElement && one.type === "radio";
  return a === b || (isRadio(a) && isRadio(b) && a.name === b.name);
}
