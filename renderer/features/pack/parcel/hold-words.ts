/** Words for a hold reason; a predefined reason is translated. */
import type { TFunction } from "i18next";
import { HOLD_REASONS } from "../../../../core/fulfilment/packing/packing.schema.ts";

/**
 * Returns the words for a hold reason.
 *
 * @param reason One of HOLD_REASONS, or the packer's own words, which are returned unchanged.
 */
export function holdWords(t: TFunction, reason: string): string {
  const given = HOLD_REASONS.find((one) => one === reason);
  return given === undefined ? reason : t(`desk.hold.reasons.${given}`);
}
