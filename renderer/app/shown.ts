/** Since when the screen shows what it shows, and what was pressed last; the rule that needs it stands in settled.ts. */
import { useRef } from "react";
import type { PressEvent } from "react-aria-components";
import { asideOf, refuse } from "./acts.ts";
import { isSettled, nextShown, whatIsShown, type Shown } from "./settled.ts";
import { useDesk, type Store } from "./store.ts";

/** Keys that do the same are one: F10 and F12 both answer. */
export type PressKind = string;
const KINDS: Readonly<Record<string, PressKind>> = { F10: "answer", F12: "answer" };

let shown: Shown | null = null;
let scannedAt: number | null = null;
const last = new Map<PressKind, number>();
/** The pointer's press that goes on now, and the one before it. */
let pointer: { readonly at: number; readonly before: number | null } = { at: Number.NEGATIVE_INFINITY, before: null };

/** @returns How to stop. */
export function watchShown(): () => void {
  const look = (store: Store): void => {
    shown = nextShown(shown, whatIsShown(store, asideOf(store)), performance.now());
  };
  const down = (event: PointerEvent): void => {
    pointer = { at: event.timeStamp, before: pointer.at };
  };
  look(useDesk.getState());
  addEventListener("pointerdown", down, { capture: true });
  const stopLooking = useDesk.subscribe(look);
  return () => {
    stopLooking();
    removeEventListener("pointerdown", down, { capture: true });
  };
}

function isAsked(): boolean {
  const { view, asked } = useDesk.getState();
  return view === "pack" && asked !== null;
}

/** @param at The event's own time. */
export function isKeySettled(key: string, at: number): boolean {
  return isSettled(shown, { at, before: last.get(KINDS[key] ?? key) ?? null, scannedAt: key === "Enter" ? scannedAt : null, answers: isAsked() });
}

/** A key did what it does. One that was refused is not noted: it brought nothing onto the screen. */
export function noteKey(key: string, at: number): void {
  last.set(KINDS[key] ?? key, at);
}

export function noteScan(at: number): void {
  scannedAt = at;
}

/** For a button that buys, prints, cancels or answers. */
export function useSettledPress(act: () => void): { readonly onPressStart: (event: PressEvent) => void; readonly onPress: () => void } {
  const counts = useRef(false);
  return {
    onPressStart(event) {
      if (event.pointerType === "keyboard") {
        counts.current = isKeySettled("Enter", performance.now());
        return;
      }
      counts.current = isSettled(shown, { at: pointer.at, before: pointer.before, scannedAt: null, answers: isAsked() });
      if (!counts.current) pointer = { at: pointer.before ?? Number.NEGATIVE_INFINITY, before: null };
    },
    onPress() {
      if (counts.current) act();
      else refuse();
    },
  };
}
