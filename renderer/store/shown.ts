/**
 * Since when the screen shows what it shows, and what was pressed last; the rule that needs it
 * stands in settled.ts.
 */
import { useRef } from "react";
import type { PressEvent } from "react-aria-components";
import { isSettled, nextShown, SETTLE_MS, type Shown } from "./settled.ts";
import { refuse } from "./sounds.ts";

/** Keys that do the same are one: F10 and F12 both answer. */
type KeyGroup = string;
const GROUPS: Readonly<Record<string, KeyGroup>> = { F10: "answer", F12: "answer" };

let shown: Shown | null = null;
let scannedAt: number | null = null;
let isAskedNow = (): boolean => false;
const last = new Map<KeyGroup, number>();
/** The pointer's press that goes on now, and the one before it. */
let pointer: { readonly at: number; readonly before: number | null } = {
  at: Number.NEGATIVE_INFINITY,
  before: null,
};

/**
 * Notes when what is shown changes, and each press of the pointer.
 *
 * @param whatIsShown The same text for as long as the same can be acted on.
 * @param isAsked     Whether a question is open and shown.
 * @param subscribe   Calls its listener after each change of the state; returns how to stop.
 * @returns How to stop.
 */
export function watchShown(
  whatIsShown: () => string,
  isAsked: () => boolean,
  subscribe: (listener: () => void) => () => void,
): () => void {
  const look = (): void => {
    shown = nextShown(shown, whatIsShown(), performance.now());
  };
  const down = (event: PointerEvent): void => {
    pointer = { at: event.timeStamp, before: pointer.at };
  };
  isAskedNow = isAsked;
  look();
  addEventListener("pointerdown", down, { capture: true });
  const stopLooking = subscribe(look);
  return () => {
    stopLooking();
    removeEventListener("pointerdown", down, { capture: true });
  };
}

/** Whether this key may act now on what is shown. @param at The event's own time, milliseconds. */
export function isKeySettled(key: string, at: number): boolean {
  return isSettled(shown, {
    at,
    before: last.get(GROUPS[key] ?? key) ?? null,
    scannedAt: key === "Enter" ? scannedAt : null,
    answers: isAskedNow(),
  });
}

/** Whether what is shown could be seen before a scan acts on it: scanners read a code twice. */
export function isScanSettled(): boolean {
  return shown !== null && performance.now() - shown.since >= SETTLE_MS;
}

/**
 * A key did what it does. One that was refused is not noted: it brought nothing onto the screen.
 */
export function noteKey(key: string, at: number): void {
  last.set(GROUPS[key] ?? key, at);
}

/**
 * Notes when a scan ended: an Enter right after it may be the scanner's.
 * @param at Milliseconds of `performance.now()`.
 */
export function noteScan(at: number): void {
  scannedAt = at;
}

/**
 * The handlers of a button that buys, prints, cancels or answers: a press that comes too soon is
 * refused.
 */
export function useSettledPress(command: () => void): {
  readonly onPressStart: (event: PressEvent) => void;
  readonly onPress: () => void;
} {
  const counts = useRef(false);
  return {
    onPressStart(event) {
      if (event.pointerType === "keyboard") {
        counts.current = isKeySettled("Enter", performance.now());
        return;
      }
      counts.current = isSettled(shown, {
        at: pointer.at,
        before: pointer.before,
        scannedAt: null,
        answers: isAskedNow(),
      });
      if (!counts.current)
        pointer = { at: pointer.before ?? Number.NEGATIVE_INFINITY, before: null };
    },
    onPress() {
      if (counts.current) command();
      else refuse();
    },
  };
}
