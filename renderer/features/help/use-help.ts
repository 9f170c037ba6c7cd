/** The part of the store that Help uses. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { HelpSlice } from "./help.slice.ts";

export const useHelp = createBoundStore<SharedState & HelpSlice>();
