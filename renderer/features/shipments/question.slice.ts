/** The open question about shipments: one at a time, about the selected ones or the open one. */
import type { StateCreator } from "zustand";
import type { BulkSlice } from "./bulk.slice.ts";
import type { DetailSlice } from "./detail.slice.ts";

/**
 * `cancelOpen`, `return` and `sample` (a purchase at a made-up price) are about the open shipment.
 */
export type ShipmentsQuestion = "buy" | "cancel" | "cancelOpen" | "return" | "sample";

export type QuestionSlice = {
  readonly shipmentsQuestion: ShipmentsQuestion | null;
  /**
   * Opens a question; null closes the open one. Also closes the question about the reason for a
   * reprint.
   */
  askShipments(question: ShipmentsQuestion | null): void;
};

/** Creates the slice without a question. */
export const createQuestionSlice: StateCreator<
  QuestionSlice & BulkSlice & DetailSlice,
  [],
  [],
  QuestionSlice
> = (set) => ({
  shipmentsQuestion: null,
  askShipments: (shipmentsQuestion) =>
    set({ shipmentsQuestion, asksReprint: 0, asksReprintOpen: false }),
});
