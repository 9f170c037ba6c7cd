/** Sends a person's decision about an order's change in a file. */
import {
  applyOrderChange,
  dismissOrderChange,
} from "../../../core/fulfilment/order-changes/order-changes.api.ts";
import type {
  DecidedChange,
  OrderChange,
} from "../../../core/shipping/order-changes/order-changes.schema.ts";
import { call } from "../../lib/bridge.ts";

/** @throws BridgeError with the core's code. */
export function sendDecision(
  { id, version }: Pick<OrderChange, "id" | "version">,
  act: "apply" | "dismiss",
): Promise<DecidedChange> {
  const input = { params: { changeID: id }, body: { version } };
  return call(act === "apply" ? applyOrderChange : dismissOrderChange, input);
}
