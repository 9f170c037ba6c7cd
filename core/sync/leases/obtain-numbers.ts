/**
 * Obtains blocks of numbers: the hub's document of a range has the next number, and a station takes
 * a block by compare-and-set. A block that a station loses in a crash before storing it leaves a
 * gap; no number is given twice.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { addBlock, findOwnNext, passNumbers } from "../../db/number-blocks.ts";
import type { NumbersNeed } from "../../db/leases.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { changeDocument, type DocumentSpec, type ScarceBucket } from "./scarce-bucket.ts";

export const BLOCK = 100;
export const LARGEST_BLOCK = 1_000;
/**
 * A block takes at most the rest of its range divided by this number, and at least one number, so
 * that every station gets some numbers of a range that has an end.
 */
const PARTS_OF_REST = 20;

const numbersSchema = z.object({
  /** Name of the range, for people, because the key is a hash. */
  range: z.string().max(200),
  /** The first number that no station has. */
  next: z.int(),
  /** The last block given: its station recognizes it by the token when the answer was lost. */
  last: z.object({
    station: z.string().max(64),
    incarnation: z.int(),
    token: z.string().max(64),
    first: z.int(),
    last: z.int(),
  }),
});
type Numbers = z.output<typeof numbersSchema>;

/** Prefix of the keys of range documents. */
export const NUMBERS = "num.";

const NO_NUMBERS: Numbers = {
  range: "",
  next: Number.MIN_SAFE_INTEGER,
  last: { station: "", incarnation: 0, token: "", first: 0, last: 0 },
};

/**
 * Takes the next block of a range and stores it here.
 *
 * @param size Wanted numbers; fewer numbers come when few numbers of the range are left.
 * @param untilMs By `performance.now()`.
 * @returns Count of numbers that came: 0 when the hub did not answer in time.
 * @throws AppError E1071 when the range has no number left.
 */
export async function obtainNumbers(
  kv: ScarceBucket,
  deps: WriteDeps,
  need: Omit<NumbersNeed, "atLeast">,
  size: number,
  untilMs: number,
): Promise<number> {
  const { db } = deps;
  const { range, end = Number.MAX_SAFE_INTEGER } = need;
  const token = deps.newId();
  let isEnded = false;
  const document = await changeDocument(
    kv,
    numbersDocument(range),
    (known) => {
      if (known.last.token === token) return known;
      // A station that gave numbers before it joined has used everything below its own next number.
      const first = Math.max(known.next, need.first, findOwnNext(db, range) ?? need.first);
      const rest = end - first + 1;
      isEnded = rest < 1;
      if (isEnded) return known;
      const next = first + Math.min(size, Math.max(1, Math.floor(rest / PARTS_OF_REST)));
      return {
        range,
        next,
        last: { station: db.stationID, incarnation: db.incarnation, token, first, last: next - 1 },
      };
    },
    untilMs,
  );
  if (isEnded) {
    // Purchases take the carrier's further range from now on.
    inTransaction(deps, () => passNumbers(db, range, end + 1));
    throw errors.barcodeNotCreated(
      "The carrier's range of barcodes has no numbers left. Nothing was bought. Ask the carrier for a new range.",
      { reason: "range" },
    );
  }
  if (document?.last.token !== token) return 0;
  const { first, last } = document.last;
  inTransaction(deps, () => addBlock(db, { range, first, last }));
  return last - first + 1;
}

/**
 * Raises the next number in the hub's document and at this station to the larger of the two, so
 * that no lower number is given again, even after the hub is restored.
 *
 * @param given The first number of the range that is not known to be used here.
 * @returns Whether the hub answered in time.
 */
export async function alignNumbers(
  kv: ScarceBucket,
  deps: WriteDeps,
  range: string,
  given: number,
  untilMs: number,
): Promise<boolean> {
  const document = await changeDocument(
    kv,
    numbersDocument(range),
    (known) => (known.next >= given ? known : { ...known, range, next: given }),
    untilMs,
  );
  if (document === undefined) return false;
  if (
    document.next > (findOwnNext(deps.db, range) ?? Number.MIN_SAFE_INTEGER) &&
    document.range !== ""
  )
    inTransaction(deps, () => passNumbers(deps.db, range, document.next));
  return true;
}

/**
 * Describes the document of a range. The key is a hash, because range names have characters that
 * keys cannot have.
 */
export function numbersDocument(range: string): DocumentSpec<Numbers> {
  return {
    key: `${NUMBERS}${createHash("sha256").update(range).digest("hex").slice(0, 32)}`,
    schema: numbersSchema,
    none: NO_NUMBERS,
  };
}
