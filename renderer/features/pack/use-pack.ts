/** The part of the store that the Pack feature uses: the shared state and its own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createBoxSlice, type BoxSlice } from "./parcel/box.slice.ts";
import { createOrderChangeSlice, type OrderChangeSlice } from "./parcel/order-change.slice.ts";
import { createTogetherSlice, type TogetherSlice } from "./parcel/together.slice.ts";
import { createHoldsSlice, type HoldsSlice } from "./parcel/holds.slice.ts";
import { createItemsSlice, type ItemsSlice } from "./scan/items.slice.ts";
import { createNoticeSlice, type NoticeSlice } from "./notice.slice.ts";
import { createOffersSlice, type OffersSlice } from "./offers/offers.slice.ts";
import { createPackSlice, type PackSlice } from "./pack.slice.ts";
import { createReprintSlice, type ReprintSlice } from "./prints/reprint.slice.ts";
import { createSampleSlice, type SampleSlice } from "./offers/sample.slice.ts";
import {
  createSentElsewhereSlice,
  type SentElsewhereSlice,
} from "./prints/sent-elsewhere.slice.ts";
import { createUndoSlice, type UndoSlice } from "./prints/undo.slice.ts";
import { createWaitingSlice, type WaitingSlice } from "./scan/waiting.slice.ts";

export type PackSlices = PackSlice &
  NoticeSlice &
  WaitingSlice &
  UndoSlice &
  ReprintSlice &
  ItemsSlice &
  BoxSlice &
  TogetherSlice &
  OrderChangeSlice &
  HoldsSlice &
  OffersSlice &
  SampleSlice &
  SentElsewhereSlice;
export type PackState = SharedState & PackSlices;

/** Combines the feature's slices. */
export const createPackSlices: StateCreator<PackState, [], [], PackSlices> = (...args) => ({
  ...createPackSlice(...args),
  ...createNoticeSlice(...args),
  ...createWaitingSlice(...args),
  ...createUndoSlice(...args),
  ...createReprintSlice(...args),
  ...createItemsSlice(...args),
  ...createBoxSlice(...args),
  ...createTogetherSlice(...args),
  ...createOrderChangeSlice(...args),
  ...createHoldsSlice(...args),
  ...createOffersSlice(...args),
  ...createSampleSlice(...args),
  ...createSentElsewhereSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `usePack.getState()`. */
export const usePack = createBoundStore<PackState>();
