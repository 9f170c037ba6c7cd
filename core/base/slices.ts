/**
 * Long work on the core's thread in slices that other work does not notice: how much a slice does
 * follows from the time of the one before.
 */

/**
 * What a slice should take, ms: a quarter of what a call may wait, since the disk and other
 * programs make some longer.
 */
const SLICE_MS = 5;
const MOST = 2_000;
/**
 * Also where the disk alone takes longer than a slice should: with fewer units long work would
 * never end there.
 */
const LEAST = 20;

/**
 * @param run Does at most so many of the work's units. @returns How many it did.
 * @returns Does the next slice; whether there is more to do.
 */
export function inSlices(
  run: (atMost: number) => number,
  first = 50,
  clock: () => number = () => performance.now(),
): () => boolean {
  let atMost = first;
  return () => {
    const begun = clock();
    const done = run(atMost);
    const ms = clock() - begun;
    const isMore = done >= atMost;
    if (ms > SLICE_MS) atMost = Math.max(LEAST, Math.floor((atMost * SLICE_MS) / ms / 1.5));
    else if (isMore && ms < SLICE_MS / 1.5) atMost = Math.min(MOST, atMost * 2);
    return isMore;
  };
}
