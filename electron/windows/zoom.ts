/** Zoom steps of the screen between 80 % and 200 %, in which every screen was checked. Pure. */
const STEPS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

export type ZoomStep = "larger" | "smaller" | "usual";

/**
 * Returns the next larger or smaller zoom step, or 100 % for "usual"; the outermost step stays.
 *
 * @param now A zoom factor, 1 for 100 %.
 */
export function nextZoom(now: number, step: ZoomStep): number {
  if (step === "usual") return 1;
  const near = 0.01;
  return step === "larger"
    ? (STEPS.find((one) => one > now + near) ?? 2)
    : (STEPS.findLast((one) => one < now - near) ?? 0.8);
}
