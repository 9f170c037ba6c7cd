/** Reasons why a service made no offer: codes for screens, and English text. */
import { z } from "zod";

export const INELIGIBLE_CODES = [
  "ABROAD",
  "CITY_NOT_SERVED",
  "DISTRICT_NOT_SERVED",
  "NO_COLLECT",
  "ONLY_COLLECT",
  "TOO_LONG",
  "SIDES_TOO_LONG",
  "TOO_HEAVY",
  "TOO_LARGE",
  "NO_PRICE",
  "NEEDS_ACCOUNT",
  "NO_FITTING_ACCOUNT",
  "NOT_IN_FORCE",
  "NO_BARCODES",
  "NEEDS_UPDATE",
  "NOT_REACHED",
  "TOO_LATE",
  "GONE",
  "NOT_CHOSEN",
  "NO_RECIPIENT_PAYS",
  "NO_DECLARED_VALUE",
  "CARD_NOT_STATED",
  "IN_A_CIRCLE",
  "RETURNS_OWN_ONLY",
  "OTHER_CURRENCY",
  "UNREADABLE",
  "INCOMPLETE",
  "SOLD_BEFORE_RESTORE",
  /** Another reason, described only by the carrier's text in `reason`. */
  "OTHER",
] as const;
export type IneligibleCode = (typeof INELIGIBLE_CODES)[number];

export const ineligibleServiceSchema = z
  .object({
    providerCode: z.string(),
    providerServiceCode: z.string(),
    name: z.string(),
    /** A reason of a later version is shown by its text. */
    code: z.enum(INELIGIBLE_CODES).catch("OTHER"),
    /**
     * Limit that the parcel exceeds, with its unit: "30 kg"; the currency of OTHER_CURRENCY, the
     * barcode of SOLD_BEFORE_RESTORE.
     */
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
  DISTRICT_NOT_SERVED: "does not deliver to this district",
  NO_COLLECT: "does not collect money at the door",
  ONLY_COLLECT: "only for cash on delivery",
  TOO_LONG: "a side is longer than",
  SIDES_TOO_LONG: "length, width and height together are more than",
  TOO_HEAVY: "heavier than",
  TOO_LARGE: "larger than",
  NO_PRICE: "has no price for this size",
  NEEDS_ACCOUNT: "needs your own account at this carrier",
  NO_FITTING_ACCOUNT: "has no account for this way of payment",
  NOT_IN_FORCE: "has no price list for today",
  NO_BARCODES: "has no barcode range",
  NEEDS_UPDATE: "has a price list that only a newer Packbench can read",
  NOT_REACHED: "could not be reached",
  TOO_LATE: "did not answer in time",
  GONE: "is no longer set up",
  NOT_CHOSEN: "is not one of the services that the account is limited to",
  NO_RECIPIENT_PAYS: "cannot bill the recipient",
  NO_DECLARED_VALUE: "takes no declared value",
  CARD_NOT_STATED: "does not say whether it collects by card",
  IN_A_CIRCLE: "is not asked about parcels that other servers ask about in a circle",
  RETURNS_OWN_ONLY: "returns only parcels whose label was bought there",
  OTHER_CURRENCY: "has a price in",
  UNREADABLE: "made offers that cannot be read",
  INCOMPLETE: "has not made all its offers in time",
  SOLD_BEFORE_RESTORE:
    "sold a label for this order after the backup from which this station was restored; use it, or cancel it there:",
};
