/** Orders that files have changed or cancelled, and decisions about several of them. */
import type { StateCreator } from "zustand";
import { listOrderChanges } from "../../../core/fulfilment/order-changes/order-changes.api.ts";
import type {
  DecidedChange,
  OrderChange,
  OrderChanges,
} from "../../../core/shipping/order-changes/order-changes.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { refuse } from "../../store/sounds.ts";
import { isAppliable, nameOfChange } from "../../ui/order-changes/needs-decision.ts";
import { sendDecision } from "../../ui/order-changes/send-decision.ts";

/** Decision about a change in this window, or why there is none. */
type ChangeOutcome = DecidedChange["state"] | Failure;

export type ChangesSlice = {
  /** Open changes, oldest first; null until they are read. */
  readonly orderChanges: OrderChanges | null;
  readonly areChangesShown: boolean;
  readonly areChangesDeciding: boolean;
  /** Decisions of this window, by `nameOfChange`. */
  readonly changeOutcomes: Readonly<Record<string, ChangeOutcome>>;
  loadChanges(): Promise<void>;
  showChanges(areShown: boolean): void;
  /** Decides about one change after the other. */
  decideChanges(changes: readonly OrderChange[], act: "apply" | "dismiss"): Promise<void>;
};

/** Creates the slice without changes. */
export const createChangesSlice: StateCreator<ChangesSlice> = (set, get) => ({
  orderChanges: null,
  areChangesShown: false,
  areChangesDeciding: false,
  changeOutcomes: {},
  async loadChanges() {
    // An error keeps the list: it is read again with the next fact.
    await call(listOrderChanges, {}).then(
      (orderChanges) => set({ orderChanges }),
      () => undefined,
    );
  },
  showChanges(areChangesShown) {
    set({ areChangesShown });
    if (areChangesShown) void get().loadChanges();
  },
  async decideChanges(changes, act) {
    if (get().areChangesDeciding) return;
    set({ areChangesDeciding: true });
    for (const change of changes) {
      const outcome = await sendDecision(change, act).then(({ state }) => state, failureOf);
      if (typeof outcome !== "string") refuse();
      set({ changeOutcomes: { ...get().changeOutcomes, [nameOfChange(change)]: outcome } });
    }
    set({ areChangesDeciding: false });
    await get().loadChanges();
  },
});

/** Lists the changes that can be applied, and were not decided in this window. */
export function appliableOf(
  changes: readonly OrderChange[],
  outcomes: ChangesSlice["changeOutcomes"],
): readonly OrderChange[] {
  return changes.filter(
    (change) => isAppliable(change) && typeof outcomes[nameOfChange(change)] !== "string",
  );
}
