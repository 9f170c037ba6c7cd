/** Scrolls the body of a panel by the keys that scroll a page. */
import type { KeyboardEvent } from "react";

/** One press of an arrow, dots. */
const LINE = 40;
/** Part of the height that PageUp and PageDown scroll, so that the last lines stay in view. */
const PAGE = 0.875;

/**
 * Scrolls while the panel itself has the focus: the browser scrolls only around the focused
 * element, and the body is inside the panel.
 */
export function scrollByKey(
  { key, target, currentTarget }: KeyboardEvent<HTMLElement>,
  body: HTMLElement | null,
): void {
  if (body === null || target !== currentTarget) return;
  const page = body.clientHeight * PAGE;
  const distances: Readonly<Record<string, number>> = {
    ArrowDown: LINE,
    ArrowUp: -LINE,
    PageDown: page,
    PageUp: -page,
    End: body.scrollHeight,
    Home: -body.scrollHeight,
  };
  body.scrollTop += distances[key] ?? 0;
}
