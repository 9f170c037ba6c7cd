/**
 * Questions about prints: whether a print in the state UNKNOWN came out, and whether to print what
 * another station requested beyond its limit.
 */
import type { Feature } from "../../store/feature.ts";
import { questionOf } from "../../store/print-jobs.slice.ts";
import { soonPart } from "../../ui/lazy-screen.ts";
import { createPrintingSlices, usePrinting, type PrintingSlices } from "./use-printing.ts";
import { waitingDesksOf } from "./waiting-prints.slice.ts";

export const printing = {
  slice: createPrintingSlices,
  bind: usePrinting.bind,
  questions: [
    {
      name: "question",
      Panel: soonPart(async () => (await import("./PrintQuestion.tsx")).PrintQuestion),
      next: (state) => questionOf(state)?.id ?? null,
      isOpen: ({ printJobs, putOff }, id) =>
        printJobs.some((job) => job.id === id && job.status === "UNKNOWN") && !putOff.has(id),
      answer: (id, yes) => void usePrinting.getState().answerPrintJob(id, yes),
      putOff: (id) => usePrinting.getState().putOffQuestion(id),
      isAnsweredBy: ({ printJobs }, id, code) =>
        printJobs.some((job) => job.id === id && job.kind === "LABEL" && job.barcode === code),
    },
    {
      name: "waitingPrints",
      Panel: soonPart(
        async () => (await import("./WaitingPrintsQuestion.tsx")).WaitingPrintsQuestion,
      ),
      next: (state) => waitingDesksOf(state)[0]?.stationID ?? null,
      isOpen: (state, stationID) =>
        waitingDesksOf(state).some((desk) => desk.stationID === stationID),
      answer: (stationID, yes) => void usePrinting.getState().answerWaitingPrints(stationID, yes),
      putOff: (stationID) => usePrinting.getState().putOffWaitingPrints(stationID),
    },
  ],
  actions: [
    {
      name: "waitingPrints.recall",
      words: "waitingPrints.recall",
      run: () => void usePrinting.getState().recallWaitingPrints(),
    },
  ],
  // Prints may have been waiting since before the window opened.
  onStart: () => void usePrinting.getState().loadWaitingPrints(),
  refetchOn: [
    {
      topics: ["printrequest.changed", "sync.changed"],
      read: () => usePrinting.getState().loadWaitingPrints(),
    },
  ],
} as const satisfies Feature<PrintingSlices>;
