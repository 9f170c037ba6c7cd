/** How a part of a slice reads and changes the state. The `set` and `get` of zustand fit. */

export type SetState<State> = (change: Partial<State>) => void;
export type GetState<State> = () => State;
