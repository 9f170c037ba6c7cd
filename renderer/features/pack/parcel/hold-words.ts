/** Why an order is on hold, in the reader's language where it is one of the given reasons. */
import type { TFunction } from "i18next";
import { HOLD_REASONS } from "../../../../core/fulfilment/packing/packing.schema.ts";

/** @param reason One of HOLD_REASONS, or the packer's own words, which stay as they were typed. */
export function holdWords(t: TFunction, reason: string): string {
  const given = HOLD_REASONS.find((one) => one === reason);
  return given === undefined ? reason : t(`desk.hold.reasons.${given}`);
}
