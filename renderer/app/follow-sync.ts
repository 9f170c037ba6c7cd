/**
 * Polls the parts of the sync state that no event reports: how far this station is behind, and
 * which stations have not been seen for long. Polls only where there are other stations and only
 * while the window is visible, because the core counts rows for each answer.
 */
import { useShared } from "../store/shared.ts";

const EVERY_MS = 4_000;

/**
 * Starts polling.
 *
 * @returns Function that stops the polling.
 */
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
