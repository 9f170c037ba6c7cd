/** Esc in a part of a view. */
import { useEffect, useEffectEvent } from "react";
import { openParts } from "./open-part.ts";

/**
 * Registers an open part, so that Esc closes it.
 *
 * @param close Closes the part, and returns the focus to what opened it.
 * @returns Function to call when the part is closed.
 */
export function noteOpenPart(close: () => void): () => void {
  openParts.add(close);
  return () => void openParts.delete(close);
}

/** Lets Esc close a part while the part is shown. */
export function useEscCloses(close: () => void): void {
  const onEsc = useEffectEvent(close);
  useEffect(() => noteOpenPart(() => onEsc()), []);
}
