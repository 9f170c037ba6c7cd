/** The store as the print questions see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { AnsweringSlice } from "./answering.slice.ts";

/** The shared state and that of the print questions, as a hook and by getState(). */
export const usePrinting = createBoundStore<SharedState & AnsweringSlice>();
