/** Judges rate cards that another station wrote, for callers that know no kind of carrier. */
import { rateCardSchema } from "./ratecard/rate-card.schema.ts";

/** Whether a stored value is a rate card. */
export function isRateCard(stored: unknown): boolean {
  return rateCardSchema.safeParse(stored).success;
}
