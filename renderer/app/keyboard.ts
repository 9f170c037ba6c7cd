/** The keyboard of the whole window: scans first, then the key map, then whatever has the focus. */
import { offersOf } from "../features/pack/chosen-offer.ts";
import { canPackAgain, parcelOf } from "../features/pack/pack-step.ts";
import { listenForScans, setFieldText, type Heard } from "../lib/scanner.ts";
import { asideOf, choose, takeCode } from "./acts.ts";
import { focusScanField, OFFER_LIST_ID, SCAN_FIELD_ID } from "./focus.ts";
import { commandFor, type Command, type Focus, type KeyPress, type Situation } from "./keys.ts";
import { continued, isModifier, type LoneDigit } from "./lone-digit.ts";
import { runCommand } from "./run-command.ts";
import { isKeySettled, noteKey, noteScan } from "./shown.ts";
import { useDesk } from "./store.ts";

/** Longer than the gap of a scan, shorter than anyone notices: then a character was a key and not a scan's first. */
const HOLD_MS = 45;

type Held = { readonly timer: ReturnType<typeof setTimeout>; readonly now: () => void };

/** @returns How to stop. */
export function listenToKeyboard(): () => void {
  let held: Held | null = null;
  let digit: LoneDigit | null = null;
  /** What a digit had chosen before a character after it said that it was typing; a scan's character says nothing of the kind. */
  let takenBack: LoneDigit | null = null;

  const letGo = (): (() => void) | undefined => {
    const { now } = held ?? {};
    if (held !== null) clearTimeout(held.timer);
    held = null;
    return now;
  };

  const onPress = (event: KeyboardEvent, heard: Heard): void => {
    if (isModifier(event.key)) return;
    const kept = letGo();
    // A character may make typing or a scan of the one before it; any other key comes after what that one meant.
    if (heard === "key") kept?.();
    digit = continued(digit, event.timeStamp);
    const press: KeyPress = { key: event.key, code: event.code, alt: event.altKey && !event.getModifierState("AltGraph"), ctrl: event.ctrlKey, repeat: event.repeat };
    const command = commandFor(press, situation(digit, press.key, event.timeStamp));
    if (!press.repeat && command?.do !== "refuse") noteKey(press.key, event.timeStamp);
    if (heard === "key" || command?.do === "choose") takenBack = null;
    if (command?.do === "type") {
      if (digit !== null) takenBack = heard === "first" ? chosenNow(digit) : null;
      typeInScanField(digit);
      digit = null;
      return;
    }
    if (command?.do !== "nothing") digit = null;
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === "choose") digit = loneDigit(event);
    if (heard === "key") return runCommand(command);
    const act = (): void => runIfStillMeant(press, command);
    if (command.do !== "nothing") held = { now: act, timer: setTimeout(() => letGo()?.(), HOLD_MS) };
  };

  return listenForScans({
    layout: () => useDesk.getState().settings.scanner,
    onScan(code) {
      noteScan(performance.now());
      letGo();
      // The scan's first character took a choice back that a digit just before it had made.
      if (takenBack !== null) putBack(takenBack);
      digit = null;
      takenBack = null;
      // Whatever was being typed there is overtaken by the scan.
      useDesk.getState().setTyped("");
      takeCode(code);
    },
    onPress,
  });
}

/** The screen may have moved on while the key was held. */
function runIfStillMeant(press: KeyPress, command: Command): void {
  const now = commandFor(press, situation(null, press.key, performance.now()));
  if (now?.do === command.do) runCommand(now);
}

/** The digit that was kept back goes in front; the character itself is let in by the browser. */
function typeInScanField(digit: LoneDigit | null): void {
  if (digit !== null) putBack(digit);
  focusScanField();
  const field = scanField();
  if (field === null || digit === null) return;
  setFieldText(field, field.value + digit.text);
  field.setSelectionRange(field.value.length, field.value.length);
}

function putBack({ shipmentID, offerBefore }: LoneDigit): void {
  const { pack } = useDesk.getState();
  if (pack.step === "offers" && pack.parcel.shipment.id === shipmentID && offerBefore !== null) choose(offerBefore);
}

function loneDigit({ key, timeStamp }: KeyboardEvent): LoneDigit | null {
  const { pack } = useDesk.getState();
  return pack.step === "offers" ? { text: key, at: timeStamp, shipmentID: pack.parcel.shipment.id, offerBefore: pack.offerID } : null;
}

function chosenNow(digit: LoneDigit): LoneDigit {
  const { pack } = useDesk.getState();
  return pack.step === "offers" ? { ...digit, offerBefore: pack.offerID } : digit;
}

function scanField(): HTMLInputElement | null {
  const field = document.getElementById(SCAN_FIELD_ID);
  return field instanceof HTMLInputElement ? field : null;
}

function situation(digit: LoneDigit | null, key: string, at: number): Situation {
  const store = useDesk.getState();
  const parcel = parcelOf(store.pack);
  return {
    view: store.view,
    step: store.pack.step,
    aside: asideOf(store),
    focus: focusOf(document.activeElement),
    offers: parcel === null ? 0 : offersOf(parcel).length,
    templates: store.templates.length,
    waiting: store.waiting?.list.length ?? 0,
    again: canPackAgain(store.pack),
    digit: digit?.text ?? null,
    typed: store.typed !== "",
    settled: isKeySettled(key, at),
  };
}

function focusOf(element: Element | null): Focus {
  if (element instanceof HTMLInputElement) {
    if (element.id === SCAN_FIELD_ID) return element.value === "" ? "scanEmpty" : "scanText";
    if (element.type === "radio" || element.type === "checkbox") return element.closest(`#${OFFER_LIST_ID}`) === null ? "button" : "offers";
    return "field";
  }
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return "field";
  return element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement ? "button" : "nowhere";
}
