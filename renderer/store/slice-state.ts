/** How a part of a slice reads and changes the state; compatible with zustand's `set` and `get`. */

export type SetState<State> = (change: Partial<State>) => void;
export type GetState<State> = () => State;
