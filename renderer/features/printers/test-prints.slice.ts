/**
 * Test labels printed here: the last test label of each printer, followed until it has printed or
 * failed.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { printTestLabel } from "../../../core/printing/printers.api.ts";
import { getPrintJob } from "../../../core/printing/printing.api.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

type TestPrint =
  | { readonly step: "asking" }
  | { readonly step: "made"; readonly job: PrintJob }
  | { readonly step: "failed"; readonly failure: Failure };

export type TestPrintsSlice = {
  /** By printer id. */
  readonly testPrints: Readonly<Record<string, TestPrint>>;
  printTest(printerID: string): Promise<void>;
  /** Reads a job again if it is the shown test label of a printer. */
  refreshTest(jobID: string): Promise<void>;
};

/** Creates the slice without test labels. */
export const createTestPrintsSlice: StateCreator<TestPrintsSlice> = (set, get) => {
  const note = (printerID: string, test: TestPrint): void =>
    set({ testPrints: { ...get().testPrints, [printerID]: test } });
  return {
    testPrints: {},
    async printTest(printerID) {
      if (get().testPrints[printerID]?.step === "asking") return;
      note(printerID, { step: "asking" });
      try {
        const job = await call(printTestLabel, { params: { id: printerID } });
        note(printerID, { step: "made", job });
        // The job may have finished before the answer to its creation arrived.
        await get().refreshTest(job.id);
      } catch (error) {
        note(printerID, { step: "failed", failure: failureOf(error) });
      }
    },
    async refreshTest(jobID) {
      const isShown = (test: TestPrint): boolean => test.step === "made" && test.job.id === jobID;
      const [printerID] = Object.entries(get().testPrints).find(([, test]) => isShown(test)) ?? [];
      if (printerID === undefined) return;
      const job = await call(getPrintJob, { params: { id: jobID } }).catch(() => null);
      const now = get().testPrints[printerID];
      if (job !== null && now !== undefined && isShown(now)) note(printerID, { step: "made", job });
    },
  };
};
