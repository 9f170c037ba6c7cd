/**
 * Polling, for data that changes without an event: a station that loses its connection reports
 * nothing.
 */
import { useEffect } from "react";

/**
 * Calls a function at an interval.
 *
 * @param run Called when the part appears, and every `ms` while the window is visible; must be the
 *   same function at each render.
 */
export function useEvery(ms: number, run: () => unknown): void {
  useEffect(() => {
    void run();
    const timer = setInterval(() => document.visibilityState === "visible" && void run(), ms);
    return () => clearInterval(timer);
  }, [run, ms]);
}
