/**
 * Recognizes a scanned article that does not belong in the parcel: a valid check digit
 * distinguishes its code from an unknown order number. Pure.
 */
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { isArticleCode, isSharedCode, learnableItems } from "./find-item.ts";
import { isOpenForPacking, type PackStep } from "../pack-step.ts";

/** Code: no order, shipment or label has the scanned code. */
const UNKNOWN_CODE = "E2024";

/**
 * Returns whether the code that opened nothing is an article that the open order lacks. Always
 * false for an order whose items have no article barcodes.
 */
export function isWrongItem(now: PackStep): boolean {
  if (!isUnknownCode(now)) return false;
  return (
    isArticleCode(now.code) &&
    (now.from.parcel.shipment.items.some(
      ({ ean, sku }) => isArticleCode(ean) || isArticleCode(sku),
    ) ||
      now.from.parcel.products.some(({ barcodes }) => barcodes.some(isArticleCode)))
  );
}

/** An unknown code that was scanned at an order that waits for its purchase. */
type UnknownCode = Extract<PackStep, { step: "failed" }> & { readonly from: OpenForPacking };
type OpenForPacking = Extract<PackStep, { step: "offers" | "measuring" | "quoting" }>;

function isUnknownCode(now: PackStep): now is UnknownCode {
  return (
    now.step === "failed" &&
    now.during === "opening" &&
    now.failure.code === UNKNOWN_CODE &&
    now.from !== null &&
    isOpenForPacking(now.from)
  );
}

/** Characters of a barcode, without spaces; fewer than four are more likely a slip. */
const BARCODE = /^[\x21-\x7e]{4,100}$/;

/**
 * Returns the items of the open order to which the unknown code may belong, each chosen by its
 * digit; none for a code that two products have, which must be corrected first.
 */
export function itemsToLearn(now: PackStep): readonly Item[] {
  if (!isUnknownCode(now) || !BARCODE.test(now.code) || now.code.startsWith("#")) return [];
  const { parcel } = now.from;
  return isSharedCode(parcel, now.code) ? [] : learnableItems(parcel);
}

/** Returns whether the unknown code is a barcode that two products have. */
export function isConflict(now: PackStep): boolean {
  return isUnknownCode(now) && isSharedCode(now.from.parcel, now.code);
}
