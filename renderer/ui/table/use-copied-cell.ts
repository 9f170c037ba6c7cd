/** Ctrl+C in a table whose focus stays on the table itself. */
import { useEffect, useEffectEvent, useState, type RefObject } from "react";

/**
 * The engine sends a copy to what was clicked last, else to the page: reached by keys alone, the
 * table would never hear of it.
 *
 * @param text Of the active cell. Other text that is selected is copied instead.
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
