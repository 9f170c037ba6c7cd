/**
 * Reprints a label: creates another print job for a shipment with a label, with a reason if the
 * label was printed before.
 */
import type { StateCreator } from "zustand";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import type { PrintJobsSlice } from "../../../store/print-jobs.slice.ts";
import type { Bought } from "../pack.slice.ts";
import { createPrintJob } from "../../../../core/printing/printing.api.ts";
import type { PrintJob, ReprintReason } from "../../../../core/printing/printing.schema.ts";

type Reprint =
  | { readonly step: "none" }
  /** Asks why the label is reprinted. */
  | { readonly step: "asking"; readonly label: Bought }
  | { readonly step: "sending"; readonly shipmentID: string }
  | { readonly step: "failed"; readonly failure: Failure };

export type ReprintSlice = {
  readonly reprint: Reprint;
  askReprintReason(label: Bought): void;
  /** Closes the question or the failure. */
  dismissReprint(): void;
  /**
   * Prints a label again.
   *
   * @param reason Reason for reprinting a label that was printed before.
   * @returns The new job, or null when it could not be created or a request is already running.
   */
  reprintLabel(shipmentID: string, reason?: ReprintReason): Promise<PrintJob | null>;
};

/** Creates the slice without a reprint. */
export const createReprintSlice: StateCreator<
  ReprintSlice & PrintJobsSlice,
  [],
  [],
  ReprintSlice
> = (set, get) => ({
  reprint: { step: "none" },
  askReprintReason(label) {
    if (get().reprint.step !== "sending") set({ reprint: { step: "asking", label } });
  },
  dismissReprint() {
    if (get().reprint.step !== "sending") set({ reprint: { step: "none" } });
  },
  async reprintLabel(shipmentID, reason) {
    if (get().reprint.step === "sending") return null;
    set({ reprint: { step: "sending", shipmentID } });
    try {
      const job = await call(createPrintJob, {
        body: { shipmentID, ...(reason === undefined ? {} : { reason }) },
      });
      set({ reprint: { step: "none" } });
      // Added at once: the next F6 must not wait until the list is read again.
      get().addPrintJob(job);
      return job;
    } catch (error) {
      set({ reprint: { step: "failed", failure: failureOf(error) } });
      return null;
    }
  },
});
