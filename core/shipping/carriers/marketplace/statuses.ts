/** States of shipments at another server, and which of them mean that a label is in force there. */

/** A label was bought; later states follow from it. */
const BOUGHT: readonly string[] = [
  "TRACKING_CODE_CREATED",
  "LABEL_PRINTED",
  "SHIPPED",
  "DELIVERED",
  "RETURNED",
  "RETURN_SHIPPED",
  "FAILED",
];
const UNBOUGHT: readonly string[] = ["CREATED", "GOT_OFFERS"];

/**
 * `open`: a purchase has started there and has no outcome yet, or the state is one that this
 * version does not know, so nothing may be concluded from it.
 */
export type RemoteState = "unbought" | "bought" | "canceled" | "open";

/** Finds what a status of the interface means for a purchase. */
export function stateOf(statusCode: string): RemoteState {
  if (BOUGHT.includes(statusCode)) return "bought";
  if (UNBOUGHT.includes(statusCode)) return "unbought";
  return statusCode === "CANCELED" ? "canceled" : "open";
}
