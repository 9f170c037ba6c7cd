/** State of the first start: the open step, and whether the first run on this computer is over. */
import type { StateCreator } from "zustand";
import { FIRST_START_VIEW } from "../../store/navigation.slice.ts";
import type { SharedState } from "../../store/shared.ts";
import { SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";

/** `end`: the page after the last step. */
export type OpenStep = SetUpStep | "end";

export type FirstStartSlice = {
  /** null until the page was opened; the page then chooses the first step that is not done. */
  readonly setUpStep: OpenStep | null;
  showStep(step: OpenStep): void;
  /** On the first run on this computer, opens the first start if the station has no sender. */
  beginByItself(): Promise<void>;
};

/** Key under which the window stores, on this computer, that the first run is over. */
const PLACE = "packbench.firstStart";

/** Creates the slice with no step open. */
export const createFirstStartSlice: StateCreator<
  SharedState & FirstStartSlice,
  [],
  [],
  FirstStartSlice
> = (set, get) => ({
  setUpStep: null,
  showStep: (setUpStep) => set({ setUpStep }),
  async beginByItself() {
    if (localStorage.getItem(PLACE) !== null) return;
    await get().loadDesk();
    const { desk } = get();
    if (desk.step !== "ready") return;
    localStorage.setItem(PLACE, "begun");
    if (!desk.facts.hasSender) get().showView(FIRST_START_VIEW);
  },
});

/** Returns the step after this one. */
export function stepAfter(step: OpenStep): OpenStep {
  const at = SET_UP_STEPS.findIndex((one) => one === step);
  return at === -1 ? "end" : (SET_UP_STEPS[at + 1] ?? "end");
}
