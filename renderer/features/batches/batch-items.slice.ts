/**
 * Labels of the open batch. Only the visible ones and some around them are read, because a batch
 * has up to a thousand labels.
 */
import type { StateCreator } from "zustand";
import { listBatchItems } from "../../../core/fulfilment/batches/batches.api.ts";
import type { BatchItem } from "../../../core/fulfilment/batches/batches.schema.ts";
import { call } from "../../lib/bridge.ts";

/** Positions from 1, both inclusive. */
type Places = { readonly from: number; readonly to: number };

/** Rows read beyond the visible ones, so that scrolling finds them loaded. */
const AROUND = 60;
/** The most rows that the core returns at once. */
const MOST = 200;

const NONE: Places = { from: 1, to: 0 };

export type BatchItemsSlice = {
  /** The batch whose labels are loaded; null: none. */
  readonly itemsOf: string | null;
  /** By position. */
  readonly batchItems: ReadonlyMap<number, BatchItem>;
  readonly seenItems: Places;
  /** The labels that were read last; others may have changed since. */
  readonly freshItems: Places;
  /** Records which labels of a batch are visible, and reads them if needed. */
  seeBatchItems(batchID: string, seen: Places): Promise<void>;
  /** Reads the visible labels again. */
  refreshBatchItems(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createBatchItemsSlice: StateCreator<BatchItemsSlice> = (set, get) => {
  const read = async (batchID: string, asked: Places): Promise<void> => {
    const { from } = asked;
    const to = Math.min(asked.to, from + MOST - 1);
    const list = await call(listBatchItems, {
      params: { id: batchID },
      query: { from, limit: to - from + 1 },
    }).then(
      (answer) => answer.list,
      () => null,
    );
    // The read has failed, or another batch was opened meanwhile.
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
