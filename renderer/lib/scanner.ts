/**
 * Hears the keyboard before anyone else does and tells scans from typing, wherever the focus is.
 *
 * A scan into a field has already left its characters there when its Enter shows that it was a scan: the field gets
 * back the text it had before.
 */
import { createBurst, type Press, type ScannerLayout } from "./burst.ts";

type EditedField = { readonly field: HTMLInputElement | HTMLTextAreaElement; readonly value: string };

/** A key that belongs to no code · a character that may be a scan's first · one that came so soon that it may be a scan's next. */
export type Heard = "key" | "first" | "next";

type Ears = {
  readonly layout: () => ScannerLayout;
  readonly onScan: (code: string) => void;
  /** A key that is no part of a scan so far; after a character a scan may still follow. */
  readonly onPress: (event: KeyboardEvent, heard: Heard) => void;
};

/** @returns How to stop listening. */
export function listenForScans({ layout, onScan, onPress }: Ears): () => void {
  const burst = createBurst(layout);
  let before: EditedField | null = null;

  const hear = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const heard = burst.hear(pressOf(event));
    if (heard.kind === "character") {
      if (heard.first) before = editedField(event.target);
      // A space within a burst would press the button that has the focus.
      else if (event.code === "Space" && before === null) event.preventDefault();
      onPress(event, heard.first ? "first" : "next");
      // The key may have moved the focus into a field, which gets this character.
      before ??= editedField(document.activeElement);
      return;
    }
    if (heard.kind === "other" || (heard.kind === "stray" && editedField(event.target) !== null)) {
      onPress(event, "key");
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (heard.kind !== "scan") return;
    if (before !== null) setFieldText(before.field, before.value);
    before = null;
    onScan(heard.code);
  };

  window.addEventListener("keydown", hear, true);
  return () => window.removeEventListener("keydown", hear, true);
}

function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    caps: event.getModifierState("CapsLock"),
    // AltGr counts as Ctrl+Alt on Windows, and types characters on a Turkish layout.
    command: (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph"),
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

/** Sets a field's text behind React's back and tells it, as a person's typing would. */
export function setFieldText(field: EditedField["field"], value: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(owner, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
