/** One command of a screen at a time: whether a command runs, and how the last command ended. */
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, type Failure } from "../lib/failure.ts";

export type Act = {
  readonly state:
    | { readonly step: "none" | "running" | "done" }
    | { readonly step: "failed"; readonly failure: Failure };
  /**
   * Runs a command.
   *
   * @returns Whether the command succeeded; also false while another command runs.
   */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
};

/**
 * Returns a command's state, "none" before the first run, and the function that runs the command. A
 * button that is disabled while the command runs loses the focus, and gets it back afterwards.
 */
export function useAct(): Act {
  const [state, setState] = useState<Act["state"]>({ step: "none" });
  const isRunning = useRef(false);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (state.step === "done" || state.step === "failed") focusIfLost(focused.current);
  }, [state]);
  const run: Act["run"] = useCallback(async (work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    focused.current = document.activeElement;
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

function focusIfLost(before: Element | null): void {
  if (document.activeElement === document.body && before instanceof HTMLElement)
    before.focus({ preventScroll: true });
}
