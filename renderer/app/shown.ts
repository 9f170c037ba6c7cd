/** Since when the screen shows what it shows; the rule that needs it stands in settled.ts. */
import { useRef } from "react";
import { asideOf, refuse } from "./acts.ts";
import { isSettled, nextShown, whatIsShown, type Shown } from "./settled.ts";
import { useDesk, type Store } from "./store.ts";

let shown: Shown | null = null;

/** @returns How to stop. */
export function watchShown(): () => void {
  const look = (store: Store): void => {
    shown = nextShown(shown, whatIsShown(store, asideOf(store)), performance.now());
  };
  look(useDesk.getState());
  return useDesk.subscribe(look);
}

/** @param at An event's own time. */
export function settledAt(at: number): boolean {
  return isSettled(shown, at);
}

/** For a button that buys, prints, cancels or answers: a press counts when it began late enough. */
export function useSettledPress(act: () => void): { readonly onPressStart: () => void; readonly onPress: () => void } {
  const counts = useRef(false);
  return {
    onPressStart() {
      counts.current = settledAt(performance.now());
    },
    onPress() {
      if (counts.current) act();
      else refuse();
    },
  };
}
