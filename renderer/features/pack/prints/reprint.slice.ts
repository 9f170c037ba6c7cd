/**
 * Printing a label again: a new print job for a shipment that has its label, with the reason when
 * it was printed before.
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
  /** Why it is printed once more. */
  | { readonly step: "asking"; readonly label: Bought }
  | { readonly step: "sending"; readonly shipmentID: string }
  | { readonly step: "failed"; readonly failure: Failure };

export type ReprintSlice = {
  readonly reprint: Reprint;
  askReprintReason(label: Bought): void;
  /** Puts a question or a failure away. */
  dismissReprint(): void;
  /**
   * @param reason Of a label that was printed before.
   * @returns The new job, or null when it could not be made or one is on its way.
   */
  reprintLabel(shipmentID: string, reason?: ReprintReason): Promise<PrintJob | null>;
};

/** The slice of reprints: none asked for. */
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
      // Known at once: the next F6 must not wait for the list to be read again.
      get().addPrintJob(job);
      return job;
    } catch (error) {
      set({ reprint: { step: "failed", failure: failureOf(error) } });
      return null;
    }
  },
});
