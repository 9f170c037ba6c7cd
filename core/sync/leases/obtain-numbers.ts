/**
 * Blocks of numbers: the hub's document of a range has its next number, and each block is taken
 * from it by compare-and-set. A block that a station takes and loses before it is written here, by
 * a crash, is a gap; none is given twice.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { addBlock, findOwnNext, passNumbers } from "../../db/number-blocks.ts";
import type { NumbersNeed } from "../../db/need-lease.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { changeDocument, type Place, type ScarceBucket } from "./scarce-bucket.ts";

export const BLOCK = 100;
export const LARGEST_BLOCK = 1_000;
/**
 * Of a range with an end a block has at most this part of what is left: every station is to get
 * some.
 */
const PARTS_OF_REST = 20;

const numbersSchema = z.object({
  /** For people: the key is a hash. */
  range: z.string().max(200),
  /** The first number that no station has. */
  next: z.int(),
  /**
   * The last block given: its station finds by the token that it has it, when the answer was lost.
   */
  last: z.object({
    station: z.string().max(64),
    incarnation: z.int(),
    token: z.string().max(64),
    first: z.int(),
    last: z.int(),
  }),
});
type Numbers = z.output<typeof numbersSchema>;

/** Keys of documents of ranges begin so. */
export const NUMBERS = "num.";

const NO_NUMBERS: Numbers = {
  range: "",
  next: Number.MIN_SAFE_INTEGER,
  last: { station: "", incarnation: 0, token: "", first: 0, last: 0 },
};

/**
 * Takes the next block of a range and writes it here.
 *
 * @param size Numbers wanted; fewer come where the range ends.
 * @param untilMs By `performance.now()`.
 * @returns How many came: 0 when the hub gave no answer in time.
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
  const document = await changeDocument(
    kv,
    placeOfNumbers(range),
    (known) => {
      if (known.last.token === token) return known;
      // A station that gave numbers before it joined has given all below its own next one.
      const first = Math.max(known.next, need.first, findOwnNext(db, range) ?? need.first);
      const rest = end - first + 1;
      if (rest < 1)
        throw errors.barcodeNotCreated(
          "The carrier's range of barcodes has no numbers left. Nothing was bought. Ask the carrier for a new range.",
        );
      const next = first + Math.min(size, Math.max(1, Math.floor(rest / PARTS_OF_REST)));
      return {
        range,
        next,
        last: { station: db.stationID, incarnation: db.incarnation, token, first, last: next - 1 },
      };
    },
    untilMs,
  );
  if (document?.last.token !== token) return 0;
  const { first, last } = document.last;
  inTransaction(deps, () => addBlock(db, { range, first, last }));
  return last - first + 1;
}

/**
 * Makes the hub's document of a range as new as what this station knows of it, and this station's
 * as new as the hub's: no number below the larger of the two is given again, also when the hub is
 * set back.
 *
 * @param given The first number of the range that is not known to be used here.
 * @returns Whether the hub has answered in time.
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
    placeOfNumbers(range),
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

/** The document of a range. Ranges have names that a key of the bucket cannot have. */
export function placeOfNumbers(range: string): Place<Numbers> {
  return {
    key: `${NUMBERS}${createHash("sha256").update(range).digest("hex").slice(0, 32)}`,
    schema: numbersSchema,
    none: NO_NUMBERS,
  };
}
