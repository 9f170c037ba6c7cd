/** The focus when a view opens. */
import { useEffect, useRef, type RefObject } from "react";

/**
 * Focuses the heading when the view opens, unless an input field, or a table or a button in a panel
 * of the view, already has the focus.
 *
 * @returns References for the heading and for the view around it.
 */
export function useHeadingFocus(): {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly view: RefObject<HTMLDivElement | null>;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Effects of children run first, so a child that focuses itself already has the focus.
    const focused = document.activeElement;
    if (
      focused instanceof HTMLInputElement ||
      (focused?.matches("[role=grid], aside *") === true &&
        view.current?.contains(focused) === true)
    )
      return;
    heading.current?.focus();
  }, []);
  return { heading, view };
}
