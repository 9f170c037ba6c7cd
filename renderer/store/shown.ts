/**
 * Records when the screen's content appeared, and when each key and the pointer last did something,
 * for the rule in settled.ts.
 */
import { useRef } from "react";
import type { PressEvent } from "react-aria-components";
import { isSettled, nextShown, SETTLE_MS, type Shown } from "./settled.ts";
import { refuse } from "./sounds.ts";

/** Keys with one purpose form a group: F10 and F12 both answer a question. */
type KeyGroup = string;
const GROUPS: Readonly<Record<string, KeyGroup>> = { F10: "answer", F12: "answer" };

let shown: Shown | null = null;
let scannedAt: number | null = null;
let isAskedNow = (): boolean => false;
const last = new Map<KeyGroup, number>();
/** Time of the current pointer press, and of the one before it. */
let pointer: { readonly at: number; readonly before: number | null } = {
  at: Number.NEGATIVE_INFINITY,
  before: null,
};

/**
 * Records when the shown content changes, and each press of the pointer.
 *
 * @param contentOf Returns a text that changes exactly when the content on which keys and presses
 *   act changes.
 * @param isAsked Whether a question is open and shown.
 * @param subscribe Calls its listener after each change of the state; returns a function that
 *   unsubscribes.
 * @returns Function that stops watching.
 */
export function watchShown(
  contentOf: () => string,
  isAsked: () => boolean,
  subscribe: (listener: () => void) => () => void,
): () => void {
  const look = (): void => {
    shown = nextShown(shown, contentOf(), performance.now());
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

/**
 * Returns whether this key may act now on what is shown.
 *
 * @param at The event's own time, milliseconds.
 */
export function isKeySettled(key: string, at: number): boolean {
  return isSettled(shown, {
    at,
    before: last.get(GROUPS[key] ?? key) ?? null,
    scannedAt: key === "Enter" ? scannedAt : null,
    answers: isAskedNow(),
  });
}

/**
 * Returns whether the content was shown long enough for a scan to act on it: scanners may read a
 * code twice.
 */
export function isScanSettled(): boolean {
  return shown !== null && performance.now() - shown.since >= SETTLE_MS;
}

/**
 * Records that a key did something. A refused key is not recorded, because it brought nothing onto
 * the screen.
 */
export function noteKey(key: string, at: number): void {
  last.set(GROUPS[key] ?? key, at);
}

/**
 * Records when a scan ended: an Enter right after it may be the scanner's.
 *
 * @param at Milliseconds of `performance.now()`.
 */
export function noteScan(at: number): void {
  scannedAt = at;
}

/**
 * Returns the handlers of a button that buys, prints, cancels or answers; refuses a press that
 * comes too soon.
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
