/**
 * Runs the command of a digit only when no other key follows it: more digits are a number that is
 * typed or scanned, and would otherwise print a manifest.
 */

/** Longer than the gap between two digits that are typed in a row, ms. */
const ALONE_MS = 600;

let lastAt = Number.NEGATIVE_INFINITY;
let stop = (): void => {};

/** Runs the command after a moment in which no other key was pressed. */
export function runAlone(run: () => void): void {
  stop();
  const now = performance.now();
  const isTyping = now - lastAt < ALONE_MS;
  lastAt = now;
  if (isTyping) return;
  const timer = setTimeout(() => {
    stop();
    run();
  }, ALONE_MS);
  const onKey = (): void => {
    lastAt = performance.now();
    stop();
  };
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", onKey, true);
  };
  addEventListener("keydown", onKey, true);
}
