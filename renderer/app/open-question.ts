/**
 * The one question that is open. It stays until it is answered, put off or gone; what comes meanwhile waits its turn:
 * nothing slips under a finger that was meant for another question. Pure.
 */
import { pairingOf, type PairingsSlice } from "../features/integrations/pairings.slice.ts";
import type { UndoSlice } from "../features/pack/undo.slice.ts";
import { questionOf, type PrintingSlice } from "../features/printing/printing.slice.ts";
import type { Pairing } from "../../core/integrations/integrations.schema.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";

export type OpenQuestion =
  /** Whether a label is cancelled: the packer's own. */
  | { readonly kind: "undo" }
  /** Whether a label was printed. */
  | { readonly kind: "question"; readonly id: string }
  /** Whether a web page may use the station. */
  | { readonly kind: "pairing"; readonly id: string };

type Questions = Pick<UndoSlice, "undo"> & Pick<PrintingSlice, "printJobs" | "putOff"> & Pick<PairingsSlice, "pairings" | "putOffPairings">;
type Asked = Questions & { readonly asked: OpenQuestion | null };

/** @param before The one that was open until now. */
export function nextQuestion(now: Questions, before: OpenQuestion | null): OpenQuestion | null {
  if (before !== null && isOpen(now, before)) return before;
  if (now.undo.step !== "none") return { kind: "undo" };
  const job = questionOf(now);
  if (job !== null) return { kind: "question", id: job.id };
  const pairing = pairingOf(now);
  return pairing === null ? null : { kind: "pairing", id: pairing.id };
}

/** The print job that is asked about now. */
export function askedJob({ asked, printJobs }: Pick<Asked, "asked" | "printJobs">): PrintJob | null {
  return asked?.kind === "question" ? (printJobs.find(({ id }) => id === asked.id) ?? null) : null;
}

/** The web page that is asked about now. */
export function askedPairing({ asked, pairings }: Pick<Asked, "asked" | "pairings">): Pairing | null {
  return asked?.kind === "pairing" ? (pairings.questions.find(({ id }) => id === asked.id) ?? null) : null;
}

function isOpen(now: Questions, question: OpenQuestion): boolean {
  if (question.kind === "undo") return now.undo.step !== "none";
  if (question.kind === "pairing") return now.pairings.questions.some(({ id }) => id === question.id) && !now.putOffPairings.has(question.id);
  return now.printJobs.some(({ id, status }) => id === question.id && status === "UNKNOWN") && !now.putOff.has(question.id);
}
