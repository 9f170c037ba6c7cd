/**
 * The one store: shared slices and the slices of all features. The database is the source of truth;
 * slices read it again on its events.
 */
import { create, type StateCreator } from "zustand";
import { createShared, useShared } from "../store/shared.ts";
import { FEATURES, HOME, type Store } from "./features.ts";
import { coversOf, sameOrder } from "./navigation.ts";
import { OVERLAYS, PARTS, QUESTIONS } from "./parts.ts";

/** Object.assign has no type for a list of slices; `Store` is derived from the same list. */
const slices: StateCreator<Store> = (...args) =>
  Object.assign(createShared(...args), ...FEATURES.map(({ slice }) => slice(...args)));

/**
 * The whole store. Each change also updates the open order and what covers the home view, so that
 * no key press arrives in between.
 */
const store = create<Store>()((set, get, api) => {
  const setAll: typeof set = (part: Partial<Store> | ((now: Store) => Partial<Store>)) =>
    set((now) => {
      const changed = typeof part === "function" ? part(now) : part;
      const next = { ...now, ...changed };
      const openOrder = sameOrder(now.openOrder, HOME.openOrderOf(next));
      return {
        ...changed,
        openOrder,
        ...coversOf({ ...next, openOrder }, { questions: QUESTIONS, overlays: OVERLAYS }),
      };
    });
  return slices(setAll, get, api);
});

useShared.bind(store);
for (const { bind } of PARTS) bind(store);

/** Hook that reads the whole store; outside of components: `useStore.getState()`. */
export const useStore = store;
