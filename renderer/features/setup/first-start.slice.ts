/** The first start: which of its steps is open, and that it begins once by itself. */
import type { StateCreator } from "zustand";
import type { SharedState } from "../../store/shared.ts";
import { SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";

/** `end`: all steps were done or skipped. */
export type OpenStep = SetUpStep | "end";

export type FirstStartSlice = {
  readonly setUpStep: OpenStep;
  showStep(step: OpenStep): void;
  /** On a station without a sender, once on this desk. */
  beginByItself(): Promise<void>;
};

/** Kept by the browser engine: it belongs to this desk. */
const PLACE = "packbench.firstStart";

/** The slice of the first start: at its first step. */
export const createFirstStartSlice: StateCreator<
  SharedState & FirstStartSlice,
  [],
  [],
  FirstStartSlice
> = (set, get) => ({
  setUpStep: "sender",
  showStep: (setUpStep) => set({ setUpStep }),
  async beginByItself() {
    if (localStorage.getItem(PLACE) !== null) return;
    await get().loadDesk();
    const { desk } = get();
    if (desk.step !== "ready") return;
    localStorage.setItem(PLACE, "begun");
    if (!desk.facts.hasSender) get().openSettings("setUp");
  },
});

/** Returns the step after this one. */
export function stepAfter(step: OpenStep): OpenStep {
  const at = SET_UP_STEPS.findIndex((one) => one === step);
  return at === -1 ? "end" : (SET_UP_STEPS[at + 1] ?? "end");
}
