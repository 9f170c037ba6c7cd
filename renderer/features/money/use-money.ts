/** The part of the store that the Money view uses. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { MoneySlice } from "./money.slice.ts";

export const useMoney = createBoundStore<SharedState & MoneySlice>();
