/**
 * The one open list of suggestions. The window handles Esc: a view's step back closes the list
 * first.
 */

let close: (() => void) | null = null;

/** Registers the open list. @returns Function that unregisters the list. */
export function noteOpen(closeList: () => void): () => void {
  close = closeList;
  return () => {
    if (close === closeList) close = null;
  };
}

/** Closes the open list. @returns false when no list was open. */
export function closeSuggestions(): boolean {
  if (close === null) return false;
  close();
  return true;
}
