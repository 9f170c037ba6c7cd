/** Why a service makes no offer, by the core's codes. OTHER quotes the carrier's own words. */
import type { IneligibleCode } from "../../core/shipping/carriers/ineligible.schema.ts";

export const enReasons = {
  ineligible: {
    ABROAD: "does not deliver to this country",
    CITY_NOT_SERVED: "does not deliver to this city",
    DISTRICT_NOT_SERVED: "does not deliver to this district",
    NO_COLLECT: "does not collect money at the door",
    ONLY_COLLECT: "only takes parcels with cash on delivery",
    TOO_LONG: "a side is longer than {{limit}}",
    SIDES_TOO_LONG: "length, width and height together are more than {{limit}}",
    TOO_HEAVY: "heavier than {{limit}}",
    TOO_LARGE: "larger than {{limit}}",
    NO_PRICE: "has no price for this size",
    NEEDS_ACCOUNT: "needs your own agreement with this carrier",
    NO_FITTING_ACCOUNT: "has no account for this way of payment",
    NOT_IN_FORCE: "has no price list for today",
    NO_BARCODES: "has no barcode range; add one in Settings, Agreements",
    NEEDS_UPDATE: "has a price list that only a newer Packbench can read",
    NOT_REACHED: "could not be reached",
    TOO_LATE: "did not answer in time",
    GONE: "is no longer set up",
    NOT_CHOSEN: "left out by the account’s setting “Only these services”",
    NO_RECIPIENT_PAYS: "cannot bill the recipient",
    NO_DECLARED_VALUE: "takes no declared value",
    CARD_NOT_STATED: "does not say whether it collects by card",
    IN_A_CIRCLE: "was not asked, because servers would ask each other in a circle",
    RETURNS_OWN_ONLY: "returns only parcels whose label was bought there",
    OTHER_CURRENCY: "has its price in {{limit}}",
    UNREADABLE: "made offers that cannot be read",
    INCOMPLETE: "has not made all its offers in time",
    SOLD_BEFORE_RESTORE:
      "sold the label {{limit}} for this order after the backup from which this station was restored. Use that label, or cancel it there",
    OTHER: "answers: “{{words}}”",
  } satisfies Record<IneligibleCode, string>,
} as const;
