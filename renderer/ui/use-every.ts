/** For what is looked at and changes without a fact: a station that falls silent writes nothing. */
import { useEffect } from "react";

/**
 * @param run Called when the part appears, and each `ms` while the window can be seen; the same
 *   function at each rendering.
 */
export function useEvery(ms: number, run: () => unknown): void {
  useEffect(() => {
    void run();
    const timer = setInterval(() => document.visibilityState === "visible" && void run(), ms);
    return () => clearInterval(timer);
  }, [run, ms]);
}
