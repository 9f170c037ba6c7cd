/** For what covers the work for a moment: the focus goes back when it closes. */
import { useEffect, useState } from "react";
import { focusHeadingIfLost } from "../lib/focus.ts";

/**
 * Notes what has the focus before this part takes it. When the part goes and leaves no focus, that
 * has it again, else the view's heading.
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
