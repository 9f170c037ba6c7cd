/** Esc in a part of a view. */
import { useEffect, useEffectEvent } from "react";
import { openParts } from "./open-part.ts";

/**
 * @param close Closes the part, and gives the focus to what opened it.
 * @returns How to say that it is closed.
 */
export function noteOpenPart(close: () => void): () => void {
  openParts.add(close);
  return () => void openParts.delete(close);
}

/** As long as the part is shown, Esc closes it. */
export function useEscCloses(close: () => void): void {
  const onEsc = useEffectEvent(close);
  useEffect(() => noteOpenPart(() => onEsc()), []);
}
