/** The part of the store that the form of a new order uses. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { NewOrderSlice } from "./new-order.slice.ts";

export const useOrders = createBoundStore<SharedState & NewOrderSlice>();
