/** Title and text for an order with nothing left to buy, and where the label of a cancelled one is. Pure functions. */
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../core/shipments/shipments.schema.ts";

export type DoneWords = {
  readonly tone: "ok" | "info" | "attention";
  readonly title: "done.bought" | "done.cancelledTitle" | "done.openTitle" | "done.closedTitle" | "done.conflictTitle";
  readonly lead: "done.cancelledLead" | "done.openLead" | "done.openStuckLead" | "done.closedLead" | "errors.E2053" | null;
};

/**
 * Returns the title, the text and the tone for an order in this step, by the status of its shipment.
 *
 * @param givenUp How many labels of this desk need a person, who decides about them under Settings.
 */
export function wordsFor(step: "bought" | "closed", { statusCode, lastErrorCode }: Shipment, givenUp = 0): DoneWords {
  // Before its status: each station has done something else, and the parcel may carry either label.
  if (lastErrorCode === "E2053") return { tone: "attention", title: "done.conflictTitle", lead: "errors.E2053" };
  if (step === "bought") return { tone: "ok", title: "done.bought", lead: null };
  if (statusCode === "CANCELED") return { tone: "attention", title: "done.cancelledTitle", lead: "done.cancelledLead" };
  if (statusCode === "OFFER_ACCEPTED") return { tone: "attention", title: "done.openTitle", lead: lastErrorCode === "E2008" && givenUp > 0 ? "done.openStuckLead" : "done.openLead" };
  return { tone: "info", title: "done.closedTitle", lead: "done.closedLead" };
}

/** @param job The last one of a cancelled shipment. @returns Whether an invalid label may be at the desk. */
export function whereLabelIs(job: PrintJob | null): "printed" | "perhaps" | "nowhere" {
  if (job === null) return "nowhere";
  if (job.status === "SENDING" || job.status === "SENT" || job.status === "CONFIRMED") return "printed";
  return job.status === "UNKNOWN" || job.lastErrorCode === "shipment cancelled, may be printed" ? "perhaps" : "nowhere";
}
