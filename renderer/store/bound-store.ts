/**
 * Lets a feature use the window's one store without importing app/. A feature creates a bound store
 * typed as the part that it uses; app/ creates the store itself and binds all parts to it.
 */
import { useStore, type StoreApi } from "zustand";

export type ReadableStore<State> = Pick<
  StoreApi<State>,
  "getState" | "getInitialState" | "subscribe"
>;

export type BoundStore<State> = {
  /** The hook: its component renders again when the selected value changes. */
  <Selected>(select: (state: State) => Selected): Selected;
  /** Returns the current state. Throws before bind() is called. */
  getState(): State;
  /** Connects this part to the window's store. */
  bind(store: ReadableStore<State>): void;
};

/**
 * Creates the part of the store that one feature uses.
 *
 * @returns The hook. The hook and getState() throw before bind() is called.
 */
export function createBoundStore<State>(): BoundStore<State> {
  let bound: ReadableStore<State> | null = null;
  const store = (): ReadableStore<State> => {
    if (bound === null) throw new Error("The store was read before app/store.ts bound it.");
    return bound;
  };
  const use = <Selected>(select: (state: State) => Selected): Selected => useStore(store(), select);
  return Object.assign(use, {
    getState: () => store().getState(),
    bind(created: ReadableStore<State>) {
      bound = created;
    },
  });
}
