/** State of the first start: the open step, and whether it has opened automatically. */
import type { StateCreator } from "zustand";
import type { SharedState } from "../../store/shared.ts";
import { SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";

/** `end`: all steps were finished or skipped. */
export type OpenStep = SetUpStep | "end";

export type FirstStartSlice = {
  readonly setUpStep: OpenStep;
  showStep(step: OpenStep): void;
  /** Opens the first start once on this computer if the station has no sender. */
  beginByItself(): Promise<void>;
};

/** Stored by the browser engine, because it belongs to this computer. */
const PLACE = "packbench.firstStart";

/** Creates the slice: at its first step. */
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
