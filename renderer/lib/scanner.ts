/**
 * Receives every key before the page does and separates scans from typing, wherever the focus is.
 *
 * Only the Enter or Tab at the end shows that the keys were a scan. By then the focused field
 * already has the scan's characters, so the field's previous text is restored.
 */
import { createScanDetector, type TimedKey, type ScannerLayout } from "./scan-detector.ts";

type EditedField = {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
};

/**
 * `key`: a key that belongs to no code. `first`: a character that may be the first of a scan.
 * `next`: a character that came soon enough to be the next of a scan.
 */
export type KeyKind = "key" | "first" | "next";

type Listeners = {
  readonly layout: () => ScannerLayout;
  readonly onScan: (code: string) => void;
  /** Called for a code of one to three characters that no field has taken. */
  readonly onShortCode: (code: string) => void;
  /**
   * Called for each key that neither ends a scan nor is dropped as a scanner's stray or second
   * Enter or Tab. A character may later turn out to be part of a scan.
   */
  readonly onPress: (event: KeyboardEvent, kind: KeyKind) => void;
};

/**
 * Starts listening.
 *
 * @returns Function that stops listening.
 */
export function listenForScans({ layout, onScan, onShortCode, onPress }: Listeners): () => void {
  const detector = createScanDetector(layout);
  let before: EditedField | null = null;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const found = detector.take(timedKeyOf(event));
    if (found.kind === "character") {
      if (found.first) before = editedField(event.target);
      // A space within a scan would press the focused button, or choose in an open menu.
      else if (event.code === "Space" && before === null) {
        event.preventDefault();
        event.stopPropagation();
      }
      onPress(event, found.first ? "first" : "next");
      // The key may have moved the focus into a field, which then gets this character.
      before ??= editedField(document.activeElement);
      return;
    }
    if (found.kind === "other" || (found.kind === "stray" && editedField(event.target) !== null)) {
      onPress(event, "key");
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (found.kind === "stray") return onShortCode(found.code);
    if (found.kind !== "scan") return;
    if (before !== null) setFieldText(before.field, before.value);
    before = null;
    onScan(found.code);
  };

  window.addEventListener("keydown", onKeyDown, true);
  return () => window.removeEventListener("keydown", onKeyDown, true);
}

function timedKeyOf(event: KeyboardEvent): TimedKey {
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    caps: event.getModifierState("CapsLock"),
    // AltGr counts as Ctrl+Alt on Windows, and types characters on a Turkish layout.
    modified:
      (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph"),
    repeat: event.repeat,
    at: event.timeStamp,
  };
}

function editedField(target: EventTarget | null): EditedField | null {
  if (target instanceof HTMLTextAreaElement) return { field: target, value: target.value };
  if (target instanceof HTMLInputElement && target.type !== "radio" && target.type !== "checkbox") {
    return { field: target, value: target.value };
  }
  return null;
}

/** Sets a field's text and dispatches the input event that typing would, so that React notices. */
export function setFieldText(field: EditedField["field"], value: string): void {
  const owner =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(owner, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
