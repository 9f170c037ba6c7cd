/** Checks rate cards from another station, for callers that do not know the kinds of carriers. */
import { rateCardSchema } from "./ratecard/rate-card.schema.ts";

/** Returns whether a stored value is a rate card. */
export function isRateCard(stored: unknown): boolean {
  return rateCardSchema.safeParse(stored).success;
}
