/**
 * The five steps of a station's first start, in order. Each step is shown by the feature that it
 * belongs to.
 */
import type { DeskFacts } from "../../core/station/station.schema.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";

export const SET_UP_STEPS = ["sender", "carrier", "balance", "printer", "testLabel"] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** Steps without which nothing can be packed. */
export const NEEDED_TO_PACK: ReadonlySet<SetUpStep> = new Set(["sender", "carrier"]);

/**
 * Returns whether the station has what a step sets up. A test label counts once it was handed over
 * to a printer.
 */
export function isStepDone(
  step: SetUpStep,
  facts: DeskFacts,
  printJobs: readonly PrintJob[],
): boolean {
  switch (step) {
    case "sender":
      return facts.hasSender;
    case "carrier":
      return facts.hasCarriers;
    case "balance":
      return facts.isPaidElsewhere || Number(facts.available) > 0;
    case "printer":
      return facts.labelPrinter !== null;
    case "testLabel":
      return printJobs.some(
        ({ kind, status }) => kind === "TEST" && (status === "SENT" || status === "CONFIRMED"),
      );
  }
}
