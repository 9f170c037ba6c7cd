/** Why a service makes no offer and why a row of a file was not taken in, by the core's codes. OTHER shows the core's own words. */
import type { IneligibleCode } from "../../core/carriers/ineligible.schema.ts";
import type { RejectedCode } from "../../core/imports/imports.schema.ts";

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
  } satisfies Record<Exclude<IneligibleCode, "OTHER">, string>,
  row: {
    OPEN_QUOTE: "A quotation mark is opened in this row and never closed.",
    NO_ORDER_NUMBER: "The order number is empty.",
    LONG_ORDER_NUMBER: "The order number is longer than 100 characters.",
    ORDER_NUMBER_TAKEN: "Line {{detail}} has this order number for another recipient.",
    EMPTY_NAME: "The recipient's name is empty.",
    EMPTY_PHONE: "The recipient's phone is empty.",
    EMPTY_ADDRESS: "The address is empty.",
    EMPTY_CITY: "The city is empty.",
    UNKNOWN_CITY: "No city has this name.",
    EMPTY_DISTRICT: "The district is empty.",
    UNKNOWN_DISTRICT: "{{detail}} has no district of this name.",
    UNKNOWN_COUNTRY: "No country has this code. It has two letters, such as TR.",
    EMPTY_WEIGHT: "The weight is empty.",
    BAD_WEIGHT: "The weight must be a number above 0, such as 2,5.",
    BAD_SIZE: "A side must be a number above 0, in cm.",
    BAD_QUANTITY: "The quantity must be a number above 0.",
    BAD_AMOUNT: "The amount to collect is no amount of money.",
    AMOUNT_DECIMALS: "The amount to collect has more than two decimals. Write it in lira and kuruş, as in 94,25.",
    AMBIGUOUS_NUMBER: "This number can be read in two ways: {{detail}}. Write one of these two.",
    OTHER_CURRENCY: "Cash on delivery is collected in TL, not in {{detail}}.",
  } satisfies Record<Exclude<RejectedCode, "OTHER">, string>,
} as const;
