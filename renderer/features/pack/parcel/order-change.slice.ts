/** State of the decision about the open order's change in a file. */
import type { StateCreator } from "zustand";
import type {
  DecidedChange,
  OrderChange,
} from "../../../../core/shipping/order-changes/order-changes.schema.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import { needsDecision } from "../../../ui/order-changes/needs-decision.ts";
import { sendDecision } from "../../../ui/order-changes/send-decision.ts";
import type { PackSlice } from "../pack.slice.ts";
import { isOpenForPacking, type PackStep } from "../pack-step.ts";

export type OrderChangeSlice = {
  readonly isDecidingChange: boolean;
  putOffChange(name: string | null): void;
  /** @returns The decision, or why there is none; null while another call runs. */
  decideChange(
    change: OrderChange,
    act: "apply" | "dismiss",
  ): Promise<DecidedChange | Failure | null>;
};

/** Creates the slice without a running call. */
export const createOrderChangeSlice: StateCreator<
  OrderChangeSlice & PackSlice,
  [],
  [],
  OrderChangeSlice
> = (set, get) => ({
  isDecidingChange: false,
  putOffChange: (changePutOff) => set({ changePutOff }),
  async decideChange(change, act) {
    if (get().isDecidingChange) return null;
    set({ isDecidingChange: true });
    try {
      return await sendDecision(change, act);
    } catch (error) {
      return failureOf(error);
    } finally {
      set({ isDecidingChange: false });
    }
  },
});

/** Returns the change that stops the purchase of the open order; null when none does. */
export function undecidedOf(pack: PackStep): OrderChange | null {
  if (!isOpenForPacking(pack)) return null;
  const { change } = pack.parcel;
  return needsDecision(change) ? change : null;
}
