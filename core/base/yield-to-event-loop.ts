/** Lets requests pass between slices of long work on the loop's thread. */

/** A turn of the event loop shorter than this, ms, did no other work. */
const QUIET_MS = 0.25;
/**
 * A request takes some turns with little work in each; so many quiet turns in a row mean that no
 * request is running.
 */
const QUIET_TURNS = 4;
/** Longest wait for a quiet loop; a busy loop must not stop the work. */
const LONGEST_MS = 20;

/** Yields until the loop has nothing else to do, at most for 20 ms. */
export async function yieldToEventLoop(): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  let before = performance.now();
  for (let quiet = 0; quiet < QUIET_TURNS && before < until;) {
    await new Promise((turned) => setImmediate(turned));
    const now = performance.now();
    quiet = now - before < QUIET_MS ? quiet + 1 : 0;
    before = now;
  }
}
