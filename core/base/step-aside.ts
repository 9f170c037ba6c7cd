/** Long work on the loop's thread, done in slices, that lets requests pass between them. */

/** A turn of the loop that took less had no other work to do. */
const QUIET_MS = 0.25;
/**
 * A request goes through some turns with little to do in each: so many quiet ones in a row mean
 * that none is under way.
 */
const QUIET_TURNS = 4;
/** The longest wait for a quiet loop: a busy one must not stop the work. */
const LONGEST_MS = 20;

/** Turns the loop until it has nothing else to do, at most for 20 ms. */
export async function stepAside(): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  let before = performance.now();
  for (let quiet = 0; quiet < QUIET_TURNS && before < until;) {
    await new Promise((turned) => setImmediate(turned));
    const now = performance.now();
    quiet = now - before < QUIET_MS ? quiet + 1 : 0;
    before = now;
  }
}
