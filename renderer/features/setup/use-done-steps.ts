/** Progress of the first start: which of its steps the station has done. */
import { isStepDone, SET_UP_STEPS, type SetUpStep } from "../../store/set-up-steps.ts";
import { useFirstStart } from "./use-first-start.ts";

/** Returns the steps that are done, in order. */
export function useDoneSteps(): readonly SetUpStep[] {
  const desk = useFirstStart((store) => store.desk);
  const printJobs = useFirstStart((store) => store.printJobs);
  return desk.step === "ready"
    ? SET_UP_STEPS.filter((step) => isStepDone(step, desk.facts, printJobs))
    : [];
}
