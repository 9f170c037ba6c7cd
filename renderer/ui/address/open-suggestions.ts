/**
 * The one list of suggestions that is open. The window has the key Esc: a view's way back closes
 * the list first.
 */

let close: (() => void) | null = null;

/** Notes the list that is open now. @returns How to note that it has closed. */
export function noteOpen(closeList: () => void): () => void {
  close = closeList;
  return () => {
    if (close === closeList) close = null;
  };
}

/** @returns False when none was open. */
export function closeSuggestions(): boolean {
  if (close === null) return false;
  close();
  return true;
}
