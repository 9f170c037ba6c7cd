/** State of the first start: the open step, and whether the first run on this computer is over. */
import type { StateCreator } from "zustand";
import type { SharedState } from "../../store/shared.ts";
import { SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";

/** `end`: the page after the last step. */
export type OpenStep = SetUpStep | "end";

export type FirstStartSlice = {
  readonly setUpStep: OpenStep;
  showStep(step: OpenStep): void;
  /** On the first run on this computer, opens the first start if the station has no sender. */
  beginByItself(): Promise<void>;
};

/** Key under which the window stores, on this computer, that the first run is over. */
const PLACE = "packbench.firstStart";

/** Creates the slice with the first step open. */
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
