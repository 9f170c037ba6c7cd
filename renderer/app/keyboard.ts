/** The keyboard of the whole window: scans first, then the key map, then whatever has the focus. */
import { focusScanField, OFFER_LIST_ID, SCAN_FIELD_ID } from "../lib/focus.ts";
import { continued, isModifier, type LoneDigit } from "../lib/lone-digit.ts";
import type { Focus, PressedKey, Situation } from "../lib/pressed-key.ts";
import { listenForScans, setFieldText, type KeyKind } from "../lib/scanner.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { isKeySettled, noteKey, noteScan } from "../store/shown.ts";
import { HOME } from "./features.ts";
import { commandFor } from "./keys.ts";
import { isAskedIn, keyTableIn } from "./parts.ts";
import { useStore } from "./store.ts";
import { isSameCommand, runCommand, takeCode, type AnyCommand } from "./window-commands.ts";

/**
 * Longer than the gap of a scan, shorter than anyone notices: then a character was a key and not a
 * scan's first.
 */
const HOLD_MS = 45;

type Held = { readonly timer: ReturnType<typeof setTimeout>; readonly now: () => void };

/** @returns How to stop. */
export function listenToKeyboard(): () => void {
  let held: Held | null = null;
  let digit: LoneDigit | null = null;
  /**
   * The choice that a digit made before the next character turned it into typing. A character of a
   * scan turns nothing into typing.
   */
  let takenBack: LoneDigit | null = null;

  const letGo = (): (() => void) | undefined => {
    const { now } = held ?? {};
    if (held !== null) clearTimeout(held.timer);
    held = null;
    return now;
  };

  const onPress = (event: KeyboardEvent, kind: KeyKind): void => {
    if (isModifier(event.key)) return;
    const kept = letGo();
    // A character may make typing or a scan of the one before it; any other key comes after what
    // that one meant.
    if (kind === "key") kept?.();
    digit = continued(digit, event.timeStamp);
    const pressed = pressedOf(event);
    const command = meaningOf(pressed, situation(digit, pressed.key, event.timeStamp));
    if (!pressed.repeat && command?.do !== "refuse") noteKey(pressed.key, event.timeStamp);
    if (kind === "key" || command?.do === "choose") takenBack = null;
    if (command?.do === "type") {
      if (digit !== null) takenBack = kind === "first" ? HOME.digit.withChoice(digit) : null;
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

  return listenForScans({
    layout: () => useStore.getState().settings.scanner,
    onScan(code) {
      noteScan(performance.now());
      letGo();
      // The scan's first character took a choice back that a digit just before it had made.
      if (takenBack !== null) HOME.digit.takeBack(takenBack);
      digit = null;
      takenBack = null;
      // Whatever was being typed there is overtaken by the scan.
      useStore.getState().setTyped("");
      takeCode(code);
    },
    onPress,
  });
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

/** The screen may have moved on while the key was held. */
function runIfStillMeant(pressed: PressedKey, command: AnyCommand): void {
  const now = meaningOf(pressed, situation(null, pressed.key, performance.now()));
  if (now !== null && isSameCommand(now, command)) runCommand(now);
}

/** The digit that was kept back goes in front; the character itself is let in by the browser. */
function typeInScanField(digit: LoneDigit | null): void {
  if (digit !== null) HOME.digit.takeBack(digit);
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
