/** The sources of orders in Settings. */
import type { StateCreator } from "zustand";
import { listOrderSources } from "../../../core/shipping/sources/order-sources.api.ts";
import type { OrderSource } from "../../../core/shipping/sources/order-sources.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { createInOrder } from "../../lib/in-order.ts";

export type SourcesSlice = {
  /** As last read; null before. */
  readonly orderSources: readonly OrderSource[] | null;
  /** Why the last read failed; null when it succeeded. */
  readonly sourcesFailure: Failure | null;
  loadSources(): Promise<void>;
};

const request = createInOrder();

/** Creates the slice without sources. */
export const createSourcesSlice: StateCreator<SourcesSlice> = (set) => ({
  orderSources: null,
  sourcesFailure: null,
  async loadSources() {
    const isNewest = request();
    const read = await call(listOrderSources).then(
      ({ list }) => ({ orderSources: list, sourcesFailure: null }),
      (error: unknown) => ({ sourcesFailure: failureOf(error) }),
    );
    if (isNewest()) set(read);
  },
});
