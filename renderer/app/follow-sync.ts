/**
 * Keeps what the screen shows of other stations true while nothing reports a change: how far behind
 * this one is, and who was not seen for long. Asked only where there are others, and only while the
 * window is looked at: the answer counts rows.
 */
import { useShared } from "../store/shared.ts";

const EVERY_MS = 4_000;

/** @returns How to stop. */
export function followSync(): () => void {
  const look = (): void => {
    const { sync, coreState, loadSync } = useShared.getState();
    if (
      document.visibilityState === "visible" &&
      coreState === "running" &&
      sync !== null &&
      sync.state !== "alone"
    )
      void loadSync();
  };
  void useShared.getState().loadSync();
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
