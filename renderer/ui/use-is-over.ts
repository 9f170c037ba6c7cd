/** Watches whether a moment of the hub's clock has passed; renders again when the moment passes. */
import { useEffect, useState } from "react";
import { useShared } from "../store/shared.ts";

/**
 * Returns whether the instant has passed.
 *
 * @param instant By the hub's clock, at most a few hours ahead; null: never over.
 */
export function useIsOver(instant: string | null): boolean {
  const skewMs = useShared(({ sync }) => sync?.stations.find(({ isThis }) => isThis)?.skewMs ?? 0);
  const [, showAgain] = useState(0);
  const leftMs = instant === null ? null : Date.parse(instant) + skewMs - Date.now();
  useEffect(() => {
    if (leftMs === null || leftMs <= 0) return;
    const timer = setTimeout(() => showAgain((times) => times + 1), leftMs + 1);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs !== null && leftMs <= 0;
}
