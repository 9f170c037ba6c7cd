/**
 * The question about shipments that is open: one at a time, about the selected ones or the one that
 * is open.
 */
import type { StateCreator } from "zustand";
import type { BulkSlice } from "./bulk.slice.ts";
import type { DetailSlice } from "./detail.slice.ts";

/**
 * `cancelOpen`, `return` and `sample`, a purchase at a made-up price, are about the open shipment.
 */
export type ShipmentsQuestion = "buy" | "cancel" | "cancelOpen" | "return" | "sample";

export type QuestionSlice = {
  readonly shipmentsQuestion: ShipmentsQuestion | null;
  /** Takes the place of the question why labels are printed once more. */
  askShipments(question: ShipmentsQuestion | null): void;
};

/** The slice: nothing is asked. */
export const createQuestionSlice: StateCreator<
  QuestionSlice & BulkSlice & DetailSlice,
  [],
  [],
  QuestionSlice
> = (set) => ({
  shipmentsQuestion: null,
  askShipments: (shipmentsQuestion) =>
    set({ shipmentsQuestion, asksReprint: false, asksReprintOpen: false }),
});
