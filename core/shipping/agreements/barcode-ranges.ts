/**
 * Checks new barcode ranges, and counts what is left of ranges. A carrier that gets a barcode twice
 * mixes up two parcels, so a range must not overlap another one, nor numbers that were used before.
 */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { countLeft, findOwnNext } from "../../db/number-blocks.ts";
import { checkDigitOf, findAgreement, listAgreements, rangesOf } from "./agreements.service.ts";
import { haveCommon, spanOf } from "./common-barcodes.ts";
import { listRanges, type AgreementRow, type RangeRow } from "./agreements.store.ts";
import { barcodeRange } from "../carriers/barcode-range.ts";
import { barcodeOf, type CheckDigit } from "../carriers/barcode.schema.ts";
import type { BarcodeRangeView, NewRangeInput } from "./agreements.schema.ts";
import { findUsedBarcode, listUsedNumbers } from "./used-barcodes.store.ts";

/** Numbers of a barcode range, from `first` to `last`, each with `width` digits. */
export type NewRange = Pick<RangeRow, "prefix" | "first" | "last" | "width">;

/** A tenth of the barcodes: with fewer left, the range counts as low. */
const LOW_PART = 10;

/** Converts a range as it is entered. */
export function newRange({ prefix, first, last }: NewRangeInput): NewRange {
  return { prefix, first: Number(first), last: Number(last), width: first.length };
}

/**
 * Checks a new range of a carrier.
 *
 * @param others New ranges that are entered together with it.
 * @throws AppError E2170 when the range overlaps another one, or numbers that were used.
 */
export function requireFreeRange(
  { db }: ReadDeps,
  of: { readonly organizationID: string; readonly providerCode: string },
  range: NewRange,
  checkDigit: CheckDigit,
  others: readonly NewRange[] = [],
): void {
  const shape = { prefix: range.prefix, width: range.width, checkDigit };
  const span = spanOf(range, checkDigit);
  const other = [
    ...listRanges(db, of.organizationID, of.providerCode)
      .filter((row) => !isContinued({ db }, row, range))
      .map((row) => spanOf(row, checkDigitOf(db, row))),
    ...others.map((one) => spanOf(one, checkDigit)),
  ].find((one) => haveCommon(one, span));
  if (other !== undefined)
    throw errors.rangeRefused(
      `The range overlaps the range ${other.first} to ${other.last} of this carrier. Enter numbers that are in no other range. Nothing was saved.`,
      { reason: "overlap", first: other.first, last: other.last },
    );
  const used =
    findUsedBarcode(
      db,
      of.providerCode,
      barcodeOf(shape, range.first),
      barcodeOf(shape, range.last),
    ) ?? usedBefore(db, of.providerCode, range, shape);
  if (used !== undefined)
    throw errors.rangeRefused(
      `The barcode ${used} of this range was used before. Enter the part of the range above it. Nothing was saved.`,
      { reason: "used", barcode: used },
    );
}

/**
 * Returns whether a new range continues one of an ended agreement: both share their numbers, so no
 * station gives one twice.
 */
function isContinued({ db }: ReadDeps, ended: RangeRow, range: NewRange): boolean {
  return (
    ended.prefix === range.prefix &&
    ended.first === range.first &&
    ended.width === range.width &&
    findAgreement(db, ended.agreementID)?.isActive === 0
  );
}

/** Finds a barcode of the range that an earlier range of the carrier has issued. */
function usedBefore(
  db: ReadDeps["db"],
  providerCode: string,
  range: NewRange,
  shape: Parameters<typeof barcodeOf>[0],
): string | undefined {
  const used = listUsedNumbers(db, providerCode, range.prefix).find(
    ({ first, next }) => first <= range.last && next - 1 >= range.first && next > first,
  );
  return used === undefined ? undefined : barcodeOf(shape, Math.min(used.next - 1, range.last));
}

/** Describes the ranges of an agreement, with what is left of each. */
export function presentRanges(deps: ReadDeps, agreement: AgreementRow): BarcodeRangeView[] {
  const usable = new Set(rangesOf(deps, agreement).map(({ range }) => range));
  let isNext = true;
  return listRanges(deps.db, agreement.organizationID, agreement.providerCode)
    .filter(({ agreementID }) => agreementID === agreement.id)
    .map((row): BarcodeRangeView => {
      const range = barcodeRange(row.providerCode, row, agreement.checkDigit);
      const isUsable = usable.has(range.range);
      const left = isUsable ? leftOf(deps, range.range, row) : 0;
      const state = !isUsable ? "overlapping" : left === 0 ? "ended" : isNext ? "used" : "waiting";
      if (state === "used") isNext = false;
      return {
        id: row.id,
        prefix: row.prefix,
        firstBarcode: barcodeOf(range, row.first),
        lastBarcode: barcodeOf(range, row.last),
        left,
        total: row.last - row.first + 1,
        state,
      };
    });
}

/**
 * Counts the numbers of a range that no station has used: those above all blocks that this station
 * knows, and the unused numbers of this station's blocks.
 */
function leftOf({ db }: ReadDeps, name: string, { first, last }: NewRange): number {
  const next = findOwnNext(db, name) ?? first;
  return Math.max(0, last - next + 1) + (db.isLeasing ? countLeft(db, name) : 0);
}

/** Lists the active agreements of which a tenth of the barcodes or less is left. */
export function listFewBarcodes(
  deps: ReadDeps,
  organizationID: string,
): { readonly carrierName: string; readonly left: number }[] {
  return listAgreements(deps.db, organizationID).flatMap((row) => {
    const { left, isLow } = totalLeft(presentRanges(deps, row));
    return isLow ? [{ carrierName: row.name, left }] : [];
  });
}

/** Sums what is left over all ranges. */
export function totalLeft(ranges: readonly BarcodeRangeView[]): {
  readonly left: number;
  readonly isLow: boolean;
} {
  const usable = ranges.filter(({ state }) => state !== "overlapping");
  const left = usable.reduce((sum, one) => sum + one.left, 0);
  const total = usable.reduce((sum, one) => sum + one.total, 0);
  return { left, isLow: total > 0 && left * LOW_PART <= total };
}
