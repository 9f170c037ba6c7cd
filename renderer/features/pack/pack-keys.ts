/**
 * Maps keys without a fixed meaning on the Pack screen: Enter, arrows, digits, characters. Pure;
 * function keys are declared with their commands in feature.ts.
 */
import { onceSettled, type PressedKey, type Situation } from "../../lib/pressed-key.ts";
import type { PackStep } from "./pack-step.ts";

export type PackSituation = {
  readonly step: PackStep["step"];
  /** Whether a digit chooses a box. */
  readonly choosesBox: boolean;
  readonly offers: number;
  readonly templates: number;
  /**
   * Number of orders in the waiting list; while an order with its label is open, 1 if another order
   * can be opened next, else 0.
   */
  readonly waiting: number;
  /** Whether the open order was cancelled and can be packed again. */
  readonly again: boolean;
  /** Whether the open order is a return: nothing is packed or bought for it here. */
  readonly isReturn: boolean;
  /** Whether the carrier refuses the open order's label. */
  readonly refused: boolean;
  /** Whether the printer blocks the purchase. */
  readonly blocked: boolean;
  /** Number of reasons to choose from while a reprint or a hold asks for its reason; else 0. */
  readonly reasons: number;
  /** Number of items to one of which an unknown code may belong; else 0. */
  readonly learns: number;
};

export type PackCommand =
  | {
      readonly do:
        | "buy"
        | "again"
        | "goOn"
        | "openTyped"
        | "openWaiting"
        | "openNext"
        | "openReturn"
        | "putAside"
        | "addBox";
    }
  | { readonly do: "markWaiting"; readonly by: 1 | -1 }
  | { readonly do: "choose" | "template" | "reason" | "learn"; readonly index: number }
  /**
   * Types the character into the scan field, after `before`, which was held back: moves the focus
   * there and lets the browser insert the character.
   */
  | { readonly do: "type"; readonly before: string }
  /** Handled without an effect; a refused key gets a sound. */
  | { readonly do: "nothing" | "refuse" };

type Now = Situation & PackSituation;

/** Returns the key's command, or null when the key keeps its default behaviour. */
export function packCommandFor(pressed: PressedKey, now: Now): PackCommand | null {
  if (pressed.alt && pressed.code === "KeyB") return pressed.repeat ? null : { do: "addBox" };
  if (pressed.alt) return template(pressed, now);
  if (pressed.key === "ArrowDown" || pressed.key === "ArrowUp")
    return arrow(pressed.key === "ArrowDown" ? 1 : -1, now);
  if (pressed.key === "Enter") return pressed.repeat ? null : enter(now);
  // Space belongs to the focused element, unless it continues a number.
  if ([...pressed.key].length !== 1 || (pressed.key === " " && now.digit === null)) return null;
  if (now.focus === "field" || now.focus === "scanText") return null;
  // A scan has left the focus in the scan field, where its digit names the code's item.
  if (now.focus === "scanEmpty" && now.learns === 0) return null;
  return character(pressed, now);
}

function template(pressed: PressedKey, now: Now): PackCommand | null {
  const digit = digitOf(pressed.code);
  return now.step === "measuring" && digit !== null && digit <= now.templates
    ? { do: "template", index: digit - 1 }
    : null;
}

function enter(now: Now): PackCommand | null {
  if (now.focus === "field") return null;
  // Checked before any button: a number left in the scan field must not end in another order's
  // purchase.
  if (now.typed || now.focus === "scanText") return { do: "openTyped" };
  if (now.focus === "button" || now.focus === "choice") return null;
  // The offers must be visible to be bought.
  if (now.isCovered) return null;
  if (listIsOpen(now)) return { do: "openWaiting" };
  if (now.step === "offers" || now.blocked) return onceSettled({ do: "buy" }, now);
  // The next order opens only by another key or a scan, so that no packer goes on as after a label
  // that the carrier takes.
  if (now.refused) return onceSettled({ do: "putAside" }, now);
  if (now.step === "bought" && now.waiting > 0) return onceSettled({ do: "openNext" }, now);
  if (now.isReturn) return { do: "openReturn" };
  if (now.step === "closed" && now.waiting > 0) return onceSettled({ do: "openNext" }, now);
  if (now.again) return onceSettled({ do: "again" }, now);
  return now.step === "failed" || now.step === "wrongLabel" ? { do: "goOn" } : null;
}

function arrow(by: 1 | -1, now: Now): PackCommand | null {
  return listIsOpen(now) && (now.focus === "nowhere" || now.focus === "scanEmpty")
    ? { do: "markWaiting", by }
    : null;
}

function listIsOpen(now: Now): boolean {
  return now.step === "empty" && !now.isCovered && now.waiting > 0;
}

/**
 * Maps a character: a digit chooses. A second character soon after the digit means that a person
 * types text, which begins with the digit.
 */
function character(pressed: PressedKey, now: Now): PackCommand {
  if (pressed.repeat && pressed.key === now.digit) return { do: "nothing" };
  const digit = /^[1-9]$/.test(pressed.key) ? Number(pressed.key) : null;
  if (digit !== null && digit <= now.reasons)
    return pressed.repeat
      ? { do: "nothing" }
      : onceSettled({ do: "reason", index: digit - 1 }, now);
  // A slip of the finger must not begin a number in the scan field behind the question.
  if (now.reasons > 0 && /^\d$/.test(pressed.key))
    return { do: pressed.repeat ? "nothing" : "refuse" };
  if (digit !== null && digit <= now.learns && !now.isCovered)
    return pressed.repeat ? { do: "nothing" } : onceSettled({ do: "learn", index: digit - 1 }, now);
  if (now.choosesBox && digit !== null && digit <= now.templates)
    return pressed.repeat ? { do: "nothing" } : { do: "template", index: digit - 1 };
  const chooses = digit !== null && digit <= now.offers && now.step === "offers" && !now.isCovered;
  if (!chooses || now.digit !== null) return { do: "type", before: now.digit ?? "" };
  return pressed.repeat ? { do: "nothing" } : { do: "choose", index: digit - 1 };
}

function digitOf(code: string): number | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
}
