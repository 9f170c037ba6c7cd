/** One act of a screen at a time: whether it runs, and how the last one ended. */
import { useCallback, useRef, useState } from "react";
import { failureOf, type Failure } from "../lib/failure.ts";

export type Act = {
  readonly state:
    | { readonly step: "none" | "running" | "done" }
    | { readonly step: "failed"; readonly failure: Failure };
  /** @returns Whether it ended well; false too while another one runs. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
};

/** Returns an act that has not run yet. */
export function useAct(): Act {
  const [state, setState] = useState<Act["state"]>({ step: "none" });
  const isRunning = useRef(false);
  const run: Act["run"] = useCallback(async (work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ step: "running" });
    try {
      await work();
      setState({ step: "done" });
      return true;
    } catch (error) {
      setState({ step: "failed", failure: failureOf(error) });
      return false;
    } finally {
      isRunning.current = false;
    }
  }, []);
  return { state, run };
}
