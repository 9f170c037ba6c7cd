/**
 * Parts that are open inside a view, such as the second question of a button or a short form: Esc
 * closes the newest before it leads anywhere else.
 */
import { useEffect, useEffectEvent } from "react";

const open: (() => void)[] = [];

/**
 * @param close Closes the part, and gives the focus to what opened it.
 * @returns How to say that it is closed.
 */
export function noteOpenPart(close: () => void): () => void {
  open.push(close);
  return () => {
    const at = open.lastIndexOf(close);
    if (at !== -1) open.splice(at, 1);
  };
}

/** As long as the part is shown, Esc closes it. */
export function useEscCloses(close: () => void): void {
  const onEsc = useEffectEvent(close);
  useEffect(() => noteOpenPart(() => onEsc()), []);
}

/** @returns False when no part is open. */
export function closeOpenPart(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}
