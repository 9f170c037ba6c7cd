/** Returns the focus when a part that covered the work for a moment closes. */
import { useEffect, useState } from "react";
import { focusHeadingIfLost } from "../lib/focus.ts";

/**
 * Remembers the focused element before this part takes the focus. When the part closes and the
 * focus is lost, that element gets it back, else the view's heading.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (
          document.activeElement === document.body &&
          before instanceof HTMLElement &&
          before.isConnected
        )
          before.focus({ preventScroll: true });
        else focusHeadingIfLost(null);
      });
    },
    [before],
  );
}
