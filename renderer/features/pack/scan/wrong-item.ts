/**
 * Recognizes a scanned article that does not belong in the parcel: a valid check digit
 * distinguishes its code from an unknown order number. Pure.
 */
import { isArticleCode } from "./find-item.ts";
import { isOpenForPacking, type PackStep } from "../pack-step.ts";

/** Code: no order, shipment or label has the scanned code. */
const UNKNOWN_CODE = "E2024";

/**
 * Returns whether the code that opened nothing is an article that the open order lacks. Always
 * false for an order whose items have no article barcodes.
 */
export function isWrongItem(now: PackStep): boolean {
  if (
    now.step !== "failed" ||
    now.during !== "opening" ||
    now.failure.code !== UNKNOWN_CODE ||
    now.from === null ||
    !isOpenForPacking(now.from)
  )
    return false;
  return (
    isArticleCode(now.code) &&
    now.from.parcel.shipment.items.some(({ ean, sku }) => isArticleCode(ean) || isArticleCode(sku))
  );
}
