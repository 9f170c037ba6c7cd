/**
 * Splits long work on the core's thread into slices that hardly delay other work. The duration of a
 * slice determines the size of the next slice.
 */

/**
 * Target duration of a slice, ms: a quarter of what a call may wait, since the disk and other
 * programs slow some slices down.
 */
const SLICE_MS = 5;
const MOST = 2_000;
/**
 * Minimum of units per slice, even if the slice takes too long on a slow disk; with fewer units,
 * long work would never end.
 */
const LEAST = 20;

/**
 * Returns a function that does the next slice of some work and returns whether more work may be
 * left.
 *
 * @param run Does at most the given number of units, and returns how many it did.
 */
export function inSlices(
  run: (atMost: number) => number,
  first = 50,
  clock: () => number = () => performance.now(),
): () => boolean {
  let atMost = first;
  return () => {
    const startedAt = clock();
    const done = run(atMost);
    const ms = clock() - startedAt;
    const isMore = done >= atMost;
    if (ms > SLICE_MS) atMost = Math.max(LEAST, Math.floor((atMost * SLICE_MS) / ms / 1.5));
    else if (isMore && ms < SLICE_MS / 1.5) atMost = Math.min(MOST, atMost * 2);
    return isMore;
  };
}
