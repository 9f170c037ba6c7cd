/** Arrow keys in a list of buttons. */
import type { KeyboardEvent } from "react";

/** Moves the focus to the button above or below; at the ends the focus stays. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  buttons[buttons.findIndex((button) => button === document.activeElement) + by]?.focus();
}
