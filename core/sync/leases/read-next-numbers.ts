/** Reads from the hub how far the stations of an organization have used their number ranges. */
import type { ReadDeps } from "../../db/deps.ts";
import { listRanges } from "../../db/raise-ranges.ts";
import { numbersDocument } from "./obtain-numbers.ts";
import { changeDocument, type ScarceBucket } from "./scarce-bucket.ts";

const CALL_MS = 5_000;

/**
 * Reads the first number that no station has, for each range that this station and the hub know;
 * undefined when the hub did not answer.
 */
export async function readNextNumbers(
  kv: ScarceBucket,
  { db }: ReadDeps,
): Promise<ReadonlyMap<string, number> | undefined> {
  const next = new Map<string, number>();
  for (const range of listRanges(db)) {
    const known = await changeDocument(
      kv,
      numbersDocument(range),
      (document) => document,
      performance.now() + CALL_MS,
    );
    if (known === undefined) return undefined;
    if (known.next > 0) next.set(range, known.next);
  }
  return next;
}
