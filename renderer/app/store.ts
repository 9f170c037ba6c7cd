/**
 * The one store: the shared slices and those of all features. The database is the truth; slices
 * read it again on its events.
 */
import { create, type StateCreator } from "zustand";
import { createShared, useShared } from "../store/shared.ts";
import { FEATURES, HOME, type Store } from "./features.ts";
import { coversOf, sameOrder } from "./navigation.ts";
import { OVERLAYS, PARTS, QUESTIONS } from "./parts.ts";

/** Object.assign states no type for a list of parts; `Store` is made of the same list. */
const slices: StateCreator<Store> = (...args) =>
  Object.assign(createShared(...args), ...FEATURES.map(({ slice }) => slice(...args)));

/**
 * The whole store. What covers the home view is settled in the same change that opens or ends it:
 * no key falls between the two.
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

/** The whole store, as a hook and by getState(). */
export const useStore = store;
