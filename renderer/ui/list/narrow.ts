/** Whether the window has room for a list and a panel side by side. */

/** Below this width the panel covers the list, CSS pixels; the style sheets have the same. */
const NARROW = "(max-width: 1099px)";

/** Returns whether the window is too narrow for a list and a panel side by side. */
export function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

/** Calls `changed` when the window becomes narrow or wide. @returns Function that stops. */
export function followNarrow(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
