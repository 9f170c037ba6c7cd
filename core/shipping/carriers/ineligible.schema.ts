/** Reasons why a service made no offer: codes for screens, and English text. */
import { z } from "zod";

export const INELIGIBLE_CODES = [
  "ABROAD",
  "CITY_NOT_SERVED",
  "NO_COLLECT",
  "ONLY_COLLECT",
  "TOO_LONG",
  "TOO_HEAVY",
  "TOO_LARGE",
  "NO_PRICE",
  "NEEDS_ACCOUNT",
  "NOT_REACHED",
  "TOO_LATE",
  "GONE",
  /** Another reason, described only by the carrier's text in `reason`. */
  "OTHER",
] as const;
export type IneligibleCode = (typeof INELIGIBLE_CODES)[number];

export const ineligibleServiceSchema = z
  .object({
    providerCode: z.string(),
    providerServiceCode: z.string(),
    name: z.string(),
    code: z.enum(INELIGIBLE_CODES),
    /** Limit that the parcel exceeds, with its unit: "30 kg". */
    limit: z.string().optional(),
    /** English text that continues the service's name: "heavier than 30 kg". */
    reason: z.string(),
  })
  .meta({ id: "IneligibleService" });
export type IneligibleService = z.infer<typeof ineligibleServiceSchema>;

/**
 * English text of each reason except OTHER, as the continuation of the service's name. Screens
 * translate the code instead.
 */
export const INELIGIBLE_REASONS: Readonly<Record<Exclude<IneligibleCode, "OTHER">, string>> = {
  ABROAD: "does not deliver to this country",
  CITY_NOT_SERVED: "does not deliver to this city",
  NO_COLLECT: "does not collect money at the door",
  ONLY_COLLECT: "only for cash on delivery",
  TOO_LONG: "a side is longer than",
  TOO_HEAVY: "heavier than",
  TOO_LARGE: "larger than",
  NO_PRICE: "has no price for this size",
  NEEDS_ACCOUNT: "needs your own account at this carrier",
  NOT_REACHED: "could not be reached",
  TOO_LATE: "did not answer in time",
  GONE: "is no longer set up",
};
