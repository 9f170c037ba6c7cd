/** The labels of the open batch, read as far as they are seen: a batch has up to a thousand. */
import type { StateCreator } from "zustand";
import { listBatchItems } from "../../../core/fulfilment/batches/batches.api.ts";
import type { BatchItem } from "../../../core/fulfilment/batches/batches.schema.ts";
import { call } from "../../lib/bridge.ts";

/** Places, the first is 1; both are among them. */
type Places = { readonly from: number; readonly to: number };

/** Read beyond what is seen, so that scrolling meets rows that are there. */
const AROUND = 60;
/** The most that the core answers at once. */
const MOST = 200;

const NONE: Places = { from: 1, to: 0 };

export type BatchItemsSlice = {
  /** The batch whose labels are kept; null: none. */
  readonly itemsOf: string | null;
  /** By their places. */
  readonly batchItems: ReadonlyMap<number, BatchItem>;
  readonly seenItems: Places;
  /** Those that were read last; the others may have changed since then. */
  readonly freshItems: Places;
  /** Notes which labels of a batch are seen, and reads them when others were read last. */
  seeBatchItems(batchID: string, seen: Places): Promise<void>;
  /** Reads the labels that are seen again. */
  refreshBatchItems(): Promise<void>;
};

/** The slice of a batch's labels: none read. */
export const createBatchItemsSlice: StateCreator<BatchItemsSlice> = (set, get) => {
  const read = async (batchID: string, { from, to }: Places): Promise<void> => {
    const list = await call(listBatchItems, {
      params: { id: batchID },
      query: { from, limit: Math.min(MOST, to - from + 1) },
    }).then(
      (answer) => answer.list,
      () => null,
    );
    // Another batch was opened meanwhile.
    if (list === null || get().itemsOf !== batchID) return;
    set({
      batchItems: new Map([
        ...get().batchItems,
        ...list.map((item) => [item.position, item] as const),
      ]),
      freshItems: { from, to },
    });
  };
  return {
    itemsOf: null,
    batchItems: new Map(),
    seenItems: { from: 1, to: 1 },
    freshItems: NONE,
    async seeBatchItems(batchID, seen) {
      const isOther = get().itemsOf !== batchID;
      set({
        itemsOf: batchID,
        seenItems: seen,
        ...(isOther ? { batchItems: new Map(), freshItems: NONE } : {}),
      });
      const { freshItems } = get();
      if (freshItems.from <= seen.from && seen.to <= freshItems.to) return;
      await read(batchID, { from: Math.max(1, seen.from - AROUND), to: seen.to + AROUND });
    },
    async refreshBatchItems() {
      const { itemsOf, seenItems } = get();
      if (itemsOf !== null) await read(itemsOf, seenItems);
    },
  };
};
