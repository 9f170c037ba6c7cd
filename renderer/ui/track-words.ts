/**
 * Words for a carrier's event by its code; never the code itself, and never only the carrier's
 * text.
 */
import type { ParseKeys } from "i18next";

const KNOWN = [
  "information_received",
  "package_accepted",
  "package_departed",
  "package_processing",
  "delivery_scheduled",
  "out_for_delivery",
  "package_damaged",
  "package_forwarded_to_another_carrier",
  "delivery_rescheduled",
  "delivered",
  "package_lost",
  "package_undeliverable",
  "return_to_sender",
  "package_canceled",
  "other",
] as const;

/** @param code A tracking sub code; an unknown one gets the words for other events. */
export function trackWords(code: string): ParseKeys {
  return `shipments.detail.track.${KNOWN.find((one) => one === code) ?? "other"}`;
}
