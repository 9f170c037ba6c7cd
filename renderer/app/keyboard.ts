/**
 * The keyboard of the whole window: first the scan detector, then the key map, then the focused
 * element.
 */
import { focusScanField, OFFER_LIST_ID, SCAN_FIELD_ID } from "../lib/focus.ts";
import { continued, isModifier, type LoneDigit } from "../lib/lone-digit.ts";
import type { Focus, PressedKey, Situation } from "../lib/pressed-key.ts";
import { listenForScans, setFieldText, type KeyKind } from "../lib/scanner.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { isDeskCovered } from "../store/sign-in.slice.ts";
import { isKeySettled, noteKey, noteScan } from "../store/shown.ts";
import { HOME } from "./features.ts";
import { commandFor } from "./keys.ts";
import { isAskedIn, keyTableIn } from "./parts.ts";
import { useStore } from "./store.ts";
import { isSameCommand, runCommand, takeCode, type AnyCommand } from "./window-commands.ts";

/**
 * How long a character is held back, ms. Longer than the gap between two characters of a scan and
 * too short to notice: when nothing follows, the character was a key press and not the start of a
 * scan.
 */
const HOLD_MS = 45;

type Held = { readonly timer: ReturnType<typeof setTimeout>; readonly now: () => void };

/**
 * Starts listening to the keyboard.
 *
 * @returns Function that stops listening.
 */
export function listenToKeyboard(): () => void {
  let held: Held | null = null;
  let digit: LoneDigit | null = null;
  /**
   * A digit's choice of an offer that the next character undid, because digit and character looked
   * like typing. The choice is restored if that character turns out to start a scan.
   */
  let undoneChoice: LoneDigit | null = null;

  const letGo = (): (() => void) | undefined => {
    const { now } = held ?? {};
    if (held !== null) clearTimeout(held.timer);
    held = null;
    return now;
  };

  const onPress = (event: KeyboardEvent, kind: KeyKind): void => {
    if (isModifier(event.key)) return;
    if (isDeskCovered(useStore.getState())) return keepToBadge(event, letGo);
    const kept = letGo();
    // A following character may show that the held one was typing or part of a scan. Any other key
    // lets the held one act first.
    if (kind === "key") kept?.();
    digit = continued(digit, event.timeStamp);
    const pressed = pressedOf(event);
    const command = commandOf(pressed, digit, event.timeStamp);
    if (kind === "key" || command?.do === "choose") undoneChoice = null;
    if (command?.do === "type") {
      if (digit !== null) undoneChoice = kind === "first" ? HOME.digit.withChoice(digit) : null;
      typeInScanField(digit);
      digit = null;
      return;
    }
    if (command?.do !== "nothing") digit = null;
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === "choose") digit = HOME.digit.pressed(event.key, event.timeStamp);
    if (kind === "key") return runCommand(command);
    const runLater = (): void => runIfStillMeant(pressed, command);
    if (command.do !== "nothing")
      held = { now: runLater, timer: setTimeout(() => letGo()?.(), HOLD_MS) };
  };

  const onScan = (code: string): void => {
    letGo();
    // The scan's first character undid a digit's choice made just before; restores that choice.
    if (undoneChoice !== null) HOME.digit.restoreChoice(undoneChoice);
    digit = null;
    undoneChoice = null;
    takeScan(code);
  };

  return listenForScans({
    layout: () => useStore.getState().settings.scanner,
    onScan,
    onShortCode: (code) => (isShortScan(code) ? onScan(code) : undefined),
    onPress,
  });
}

/**
 * Refuses Enter right after a badge has uncovered the window: many people type Enter after a PIN,
 * and it must not buy the label of the order that appears.
 *
 * @returns Function that stops following.
 */
export function followCover(): () => void {
  return useStore.subscribe((now, before) => {
    // Earlier than the content, which appears now.
    if (isDeskCovered(before) && !isDeskCovered(now)) noteKey("Enter", performance.now() - 1);
  });
}

/**
 * While the desk asks for a badge or a PIN, only the question's own field and buttons get keys. Esc
 * leaves the question, and Ctrl+L locks the desk; a locked desk stays locked.
 */
function keepToBadge(event: KeyboardEvent, letGo: () => void): void {
  letGo();
  const isOwn = !event.ctrlKey && !event.altKey && !event.metaKey && !/^F\d+$/.test(event.key);
  if (isOwn && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape") return useStore.getState().leaveBadge();
  const command = meaningOf(pressedOf(event), situation(null, event.key, event.timeStamp));
  if (command?.do === "lock" && !event.repeat) runCommand(command);
}

/** Handles a scan, which discards the text in the scan field. */
export function takeScan(code: string): void {
  noteScan(performance.now());
  useStore.getState().setTyped("");
  takeCode(code, true);
}

/**
 * Returns whether a code of few characters is handled as a scan. On Pack the scan field takes it,
 * and a single character is a key press.
 */
function isShortScan(code: string): boolean {
  return useStore.getState().view !== HOME_VIEW && code.length > 1;
}

function pressedOf(event: KeyboardEvent): PressedKey {
  return {
    key: event.key,
    code: event.code,
    alt: event.altKey && !event.getModifierState("AltGraph"),
    ctrl: event.ctrlKey,
    repeat: event.repeat,
  };
}

/** Finds the command of a key, and notes the key unless it is refused. */
function commandOf(
  pressed: PressedKey,
  digit: LoneDigit | null,
  at: number,
): ReturnType<typeof meaningOf> {
  const command = meaningOf(pressed, situation(digit, pressed.key, at));
  if (!pressed.repeat && command?.do !== "refuse") noteKey(pressed.key, at);
  return command;
}

/** Runs the held command unless the screen has changed so that the key now means something else. */
function runIfStillMeant(pressed: PressedKey, command: AnyCommand): void {
  const now = meaningOf(pressed, situation(null, pressed.key, performance.now()));
  if (now !== null && isSameCommand(now, command)) runCommand(now);
}

/**
 * Adds the held digit to the text in the scan field; the browser then inserts the next character
 * itself.
 */
function typeInScanField(digit: LoneDigit | null): void {
  if (digit !== null) HOME.digit.restoreChoice(digit);
  focusScanField();
  const field = scanField();
  if (field === null || digit === null) return;
  setFieldText(field, field.value + digit.text);
  field.setSelectionRange(field.value.length, field.value.length);
}

function scanField(): HTMLInputElement | null {
  const field = document.getElementById(SCAN_FIELD_ID);
  return field instanceof HTMLInputElement ? field : null;
}

function meaningOf(pressed: PressedKey, now: Situation): AnyCommand | null {
  return commandFor(pressed, now, keyTableIn(useStore.getState().view), (left) =>
    HOME.commandFor(left, now),
  );
}

function situation(digit: LoneDigit | null, key: string, at: number): Situation {
  const store = useStore.getState();
  const { view, overlay, typed } = store;
  return {
    isHome: view === HOME_VIEW,
    isCovered: overlay !== null,
    isAsked: isAskedIn(store),
    isPaletteOpen: store.paletteOpen,
    focus: focusOf(document.activeElement),
    digit: digit?.text ?? null,
    typed: typed !== "",
    settled: isKeySettled(key, at),
  };
}

function focusOf(element: Element | null): Focus {
  if (element instanceof HTMLInputElement) {
    if (element.id === SCAN_FIELD_ID) return element.value === "" ? "scanEmpty" : "scanText";
    if (element.type === "radio" || element.type === "checkbox")
      return element.closest(`#${OFFER_LIST_ID}`) === null ? "choice" : "offers";
    return "field";
  }
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    return "field";
  return element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement
    ? "button"
    : "nowhere";
}
