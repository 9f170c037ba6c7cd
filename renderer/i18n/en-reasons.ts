/** Why a service makes no offer, by the core's codes. OTHER quotes the carrier's own words. */
import type { IneligibleCode } from "../../core/shipping/carriers/ineligible.schema.ts";

export const enReasons = {
  ineligible: {
    ABROAD: "does not deliver to this country",
    CITY_NOT_SERVED: "does not deliver to this city",
    NO_COLLECT: "does not collect money at the door",
    ONLY_COLLECT: "only takes parcels with cash on delivery",
    TOO_LONG: "a side is longer than {{limit}}",
    TOO_HEAVY: "heavier than {{limit}}",
    TOO_LARGE: "larger than {{limit}}",
    NO_PRICE: "has no price for this size",
    NEEDS_ACCOUNT: "needs your own agreement with this carrier",
    NOT_REACHED: "could not be reached",
    TOO_LATE: "did not answer in time",
    GONE: "is no longer set up",
    OTHER: "answers: “{{words}}”",
  } satisfies Record<IneligibleCode, string>,
} as const;
