/** The part of the store that the help's screens see. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { HelpSlice } from "./help.slice.ts";

export const useHelp = createBoundStore<SharedState & HelpSlice>();
