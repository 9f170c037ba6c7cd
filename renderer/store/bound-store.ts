/**
 * Lets a feature read the one store without importing app/: a hook and a reader of its part. app/
 * creates the store from all slices and binds every part to it.
 */
import { useStore, type StoreApi } from "zustand";

export type ReadableStore<State> = Pick<
  StoreApi<State>,
  "getState" | "getInitialState" | "subscribe"
>;

export type BoundStore<State> = {
  /** The hook: renders again when the selected value changes. */
  <Selected>(select: (state: State) => Selected): Selected;
  /** Returns the current state. Throws when no store has been bound yet. */
  getState(): State;
  /** Connects this part to the store that holds it. */
  bind(store: ReadableStore<State>): void;
};

/**
 * Creates the view of the store that one feature uses.
 *
 * @returns A hook that throws, as getState() does, until bind() was called.
 */
export function createBoundStore<State>(): BoundStore<State> {
  let bound: ReadableStore<State> | null = null;
  const store = (): ReadableStore<State> => {
    if (bound === null) throw new Error("The store was read before app/store.ts made it.");
    return bound;
  };
  const use = <Selected>(select: (state: State) => Selected): Selected => useStore(store(), select);
  return Object.assign(use, {
    getState: () => store().getState(),
    bind(made: ReadableStore<State>) {
      bound = made;
    },
  });
}
