/** The keyboard of the whole window: scans first, then the key map, then whatever has the focus. */
import { offersOf, parcelOf } from "../features/pack/pack-step.ts";
import { listenForScans, setFieldText } from "../lib/scanner.ts";
import { asideOf, focusScanField, OFFER_LIST_ID, run, SCAN_FIELD_ID, takeCode } from "./acts.ts";
import { commandFor, type Command, type Focus, type KeyPress, type Situation } from "./keys.ts";
import { useDesk } from "./store.ts";

/** Longer than the gap of a scan, shorter than anyone notices: then a character was a key and not a scan's first. */
const HOLD_MS = 45;

/** @returns How to stop. */
export function listenToKeyboard(): () => void {
  let held: ReturnType<typeof setTimeout> | undefined;

  return listenForScans({
    layout: () => useDesk.getState().settings.scanner,
    onScan(code) {
      clearTimeout(held);
      // Whatever was being typed there is overtaken by the scan.
      const field = document.getElementById(SCAN_FIELD_ID);
      if (field instanceof HTMLInputElement && field.value !== "") setFieldText(field, "");
      takeCode(code);
    },
    onPress(event, certain) {
      clearTimeout(held);
      const press: KeyPress = { key: event.key, code: event.code, alt: event.altKey && !event.getModifierState("AltGraph"), ctrl: event.ctrlKey, repeat: event.repeat };
      const command = commandFor(press, situation());
      if (command === null) return;
      if (command.do === "type") return focusScanField();
      // The field's own form takes what was typed.
      if (command.do === "openTyped") return;
      event.preventDefault();
      event.stopPropagation();
      if (certain) run(command);
      else held = setTimeout(runIfStillMeant, HOLD_MS, press, command);
    },
  });
}

/** The screen may have moved on while the key was held. */
function runIfStillMeant(press: KeyPress, command: Command): void {
  const now = commandFor(press, situation());
  if (now?.do === command.do) run(now);
}

function situation(): Situation {
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
  };
}

function focusOf(element: Element | null): Focus {
  if (element instanceof HTMLInputElement) {
    if (element.id === SCAN_FIELD_ID) return element.value === "" ? "scanEmpty" : "scanText";
    if (element.type === "radio" || element.type === "checkbox") return element.closest(`#${OFFER_LIST_ID}`) === null ? "button" : "offers";
    return "field";
  }
  if (element instanceof HTMLTextAreaElement) return "field";
  return element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement ? "button" : "nowhere";
}
