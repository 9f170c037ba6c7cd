/** The part of the store that products use: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { ProductsSlice } from "./products.slice.ts";

export const useProducts = createBoundStore<SharedState & ProductsSlice>();
