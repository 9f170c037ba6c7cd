/** The part of the store that hand-overs use: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { HandOverSlice } from "./hand-over.slice.ts";

export const useHandOver = createBoundStore<SharedState & HandOverSlice>();
