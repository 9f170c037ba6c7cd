/** The question whether a label was printed, while a print job's outcome is UNKNOWN. */
import type { Feature } from "../../store/feature.ts";
import { questionOf } from "../../store/print-jobs.slice.ts";
import { soonPart } from "../../ui/lazy-screen.ts";
import { createAnsweringSlice, type AnsweringSlice } from "./answering.slice.ts";
import { usePrinting } from "./use-printing.ts";

export const printing = {
  slice: createAnsweringSlice,
  bind: usePrinting.bind,
  questions: [
    {
      name: "question",
      Panel: soonPart(async () => (await import("./PrintQuestion.tsx")).PrintQuestion),
      next: (state) => questionOf(state)?.id ?? null,
      isOpen: ({ printJobs, putOff }, id) => printJobs.some((job) => job.id === id && job.status === "UNKNOWN") && !putOff.has(id),
      answer: (id, yes) => void usePrinting.getState().answerPrintJob(id, yes),
      putOff: (id) => usePrinting.getState().putOffQuestion(id),
      isAnsweredBy: ({ printJobs }, id, code) => printJobs.some((job) => job.id === id && job.kind === "LABEL" && job.barcode === code),
    },
  ],
} as const satisfies Feature<AnsweringSlice>;
