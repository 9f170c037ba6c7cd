/** Ctrl+C in a table whose focus stays on the table itself. */
import { useEffect, useEffectEvent, useState, type RefObject } from "react";

/**
 * Copies the active cell's text on Ctrl+C. Listens on the document, because the engine sends a copy
 * event to what was clicked last, else to the page; a table reached by keys alone would not receive
 * the event.
 *
 * @param text Text of the active cell. Any other selected text is copied instead.
 * @returns Whether this text was copied last.
 */
export function useCopiedCell(box: RefObject<HTMLElement | null>, text: string): boolean {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== box.current || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    setCopied(text);
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => copy(event);
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, []);
  return copied === text && text !== "";
}
