/**
 * Recognizes a scanned article that does not belong into the parcel: its check digit distinguishes
 * it from an unknown order. Pure.
 */
import { isArticleCode } from "./find-item.ts";
import { isOpenForPacking, type PackStep } from "../pack-step.ts";

/** Code: no order, shipment or label has the scanned code. */
const UNKNOWN_CODE = "E2024";

/** Returns whether an article was scanned that is not in the open order and opened nothing else. */
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
