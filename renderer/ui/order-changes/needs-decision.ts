/** Decides whether a person must look at an order's change in a file before the purchase. */
import type { OrderChange } from "../../../core/shipping/order-changes/order-changes.schema.ts";

/** An order that was corrected at the desk as its file has it needs no decision. */
export function needsDecision(change: OrderChange | null): change is OrderChange {
  return change !== null && (change.kind === "CANCELLED" || change.differences.length > 0);
}

/** Returns whether the change can be applied now. */
export function isAppliable({ stage, kind }: OrderChange): boolean {
  return stage === "WAITING" || (stage === "CANCELED" && kind === "CANCELLED");
}
