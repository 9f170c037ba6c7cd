/**
 * Translates the code of a tracking event to words, so that the screen shows neither the code nor
 * only the carrier's own text.
 */
import type { ParseKeys } from "i18next";

/** Codes of tracking events that have words. */
export const TRACK_CODES = [
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

/**
 * Returns the key of the words for an event.
 *
 * @param code Code of the event. An unknown code gets the words for "other".
 */
export function trackWords(code: string): ParseKeys {
  return `shipments.detail.track.${TRACK_CODES.find((one) => one === code) ?? "other"}`;
}
