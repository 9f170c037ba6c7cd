/** Decides whether a person must look at an order's change in a file before the purchase. */
import type { OrderChange } from "../../../core/shipping/order-changes/order-changes.schema.ts";

/** An order that was corrected or cancelled at the desk as its file has it needs no decision. */
export function needsDecision(change: OrderChange | null): change is OrderChange {
  if (change === null) return false;
  return change.kind === "CANCELLED" ? change.stage !== "CANCELED" : change.differences.length > 0;
}

/** Returns whether the change can be applied now. */
export function isAppliable({ stage, kind }: OrderChange): boolean {
  return stage === "WAITING" || (stage === "CANCELED" && kind === "CANCELLED");
}

/** Returns why the change cannot be applied now, a reason of E2282; null when it can be applied. */
export function whyNot(
  change: OrderChange,
): Exclude<OrderChange["stage"], "WAITING"> | "VOID" | null {
  const { stage, kind } = change;
  if (stage === "WAITING" || isAppliable(change)) return null;
  return stage === "BOUGHT" && kind === "CANCELLED" ? "VOID" : stage;
}

/** Names a change and what its file says, so that a newer one is another. */
export function nameOfChange({ id, version }: Pick<OrderChange, "id" | "version">): string {
  return `${id} ${version}`;
}
