/** The store as the print questions see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { AnsweringSlice } from "./answering.slice.ts";

export const usePrinting = createBoundStore<SharedState & AnsweringSlice>();
