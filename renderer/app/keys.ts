/**
 * The key map: what a key means, given what the screen shows and where the focus is. Pure, and the only place.
 *
 * A plain character may be the start of a scan, so what it means is done a moment later, when no more characters
 * followed; see keyboard.ts.
 */
import type { PackStep } from "../features/pack/pack-step.ts";
import type { View } from "./desk.slice.ts";

/** What covers the right half, if anything does. */
export type Aside = "none" | "question" | "pairing" | "undo" | "reprint" | "keys" | "import";

/** Where the keyboard goes if we leave the key alone. */
export type Focus =
  | "nowhere"
  /** The scan field, empty or with text in it. */
  | "scanEmpty"
  | "scanText"
  /** Any other text field. */
  | "field"
  /** A button: Enter and Space are its own. */
  | "button"
  /** The offers: arrows are theirs, Enter and digits are not. */
  | "offers";

export type Situation = {
  readonly view: View;
  readonly step: PackStep["step"];
  readonly aside: Aside;
  readonly focus: Focus;
  readonly offers: number;
  readonly templates: number;
  /** Orders in the list of those that wait. */
  readonly waiting: number;
  /** Whether the order on the screen was cancelled and can be packed again. */
  readonly again: boolean;
  /** The digit that chose an offer within the last second; see lone-digit.ts. */
  readonly digit: string | null;
  /** Whether text stands in the scan field, wherever the focus is. */
  readonly typed: boolean;
  /** Whether what the screen shows has stood there long enough to be acted on; see settled.ts. */
  readonly settled: boolean;
};

export type KeyPress = { readonly key: string; readonly code: string; readonly alt: boolean; readonly ctrl: boolean; readonly repeat: boolean };

export type Command =
  | { readonly do: "keys" | "weigh" | "size" | "offers" | "reprint" | "import" | "undo" | "back" }
  | { readonly do: "buy" | "again" | "goOn" | "openTyped" | "openWaiting" }
  | { readonly do: "markWaiting"; readonly by: 1 | -1 }
  | { readonly do: "choose" | "template"; readonly index: number }
  /** Yes or no to the open question, whatever it asks. */
  | { readonly do: "answer"; readonly yes: boolean }
  /** The character belongs into the scan field, after `before`, which an earlier key has kept back: move the focus there and let it in. */
  | { readonly do: "type"; readonly before: string }
  /** Ours, and it does nothing now; a refused one is acknowledged. */
  | { readonly do: "nothing" | "refuse" };

const FUNCTION_KEYS: Readonly<Record<string, Command["do"] & ("weigh" | "size" | "offers" | "reprint" | "import" | "undo")>> = {
  F2: "weigh",
  F3: "size",
  F4: "offers",
  F6: "reprint",
  F7: "import",
  F8: "undo",
};

/** The two ends of the row: neither is pressed for the other by mistake, and neither is part of an order number. */
const ANSWERS: Readonly<Record<string, boolean>> = { F10: true, F12: false };

/** What F10 and F12 answer. */
const QUESTIONS: ReadonlySet<Aside> = new Set<Aside>(["question", "pairing", "undo"]);

/** @returns Null when the key keeps the meaning it has without us. */
export function commandFor(press: KeyPress, now: Situation): Command | null {
  if (press.key === "F1") return { do: "keys" };
  // A typed order number is wiped by its own field before anything else goes back.
  if (press.key === "Escape") return now.focus === "scanText" ? null : { do: "back" };
  const yes = ANSWERS[press.key];
  // In every view: left alone, F10 would go to the window's menu bar.
  if (yes !== undefined) return now.view === "pack" && QUESTIONS.has(now.aside) && !press.repeat ? onceSettled({ do: "answer", yes }, now) : { do: "nothing" };
  if (now.view !== "pack" || press.ctrl) return null;

  const byFunctionKey = FUNCTION_KEYS[press.key];
  if (byFunctionKey !== undefined) return functionKey(byFunctionKey, now, press.repeat);
  if (press.alt) return template(press, now);
  if (press.key === "ArrowDown" || press.key === "ArrowUp") return arrow(press.key === "ArrowDown" ? 1 : -1, now);
  if (press.key === "Enter") return press.repeat ? null : enter(now);
  // A space belongs to what has the focus, unless it goes on with a number.
  if ([...press.key].length !== 1 || (press.key === " " && now.digit === null)) return null;
  if (now.focus === "field" || now.focus === "scanText" || now.focus === "scanEmpty") return null;
  return character(press, now);
}

function functionKey(command: (typeof FUNCTION_KEYS)[string] & string, now: Situation, repeat: boolean): Command | null {
  if (repeat) return null;
  // F8 asks and never answers: twice by a bouncing key it would cancel unseen. Over an open question it asks nothing, and
  // F6 prints nothing: beside the question whether a label came out, a second one would come out unseen.
  if ((command === "undo" || command === "reprint") && QUESTIONS.has(now.aside)) return { do: "refuse" };
  return command === "reprint" ? onceSettled({ do: command }, now) : { do: command };
}

/** A command that buys, prints, cancels or answers; refused while the screen has not shown long enough what it acts on. */
function onceSettled(command: Command, { settled }: Situation): Command {
  return settled ? command : { do: "refuse" };
}

function template(press: KeyPress, now: Situation): Command | null {
  const digit = digitOf(press.code);
  return now.step === "measuring" && digit !== null && digit <= now.templates ? { do: "template", index: digit - 1 } : null;
}

function enter(now: Situation): Command | null {
  if (now.focus === "field") return null;
  // Before any button: a number that was typed and left in its field must not end in another order's purchase.
  if (now.typed || now.focus === "scanText") return { do: "openTyped" };
  if (now.focus === "button") return null;
  // What is covered is not bought: the offers must be seen.
  if (now.aside !== "none") return null;
  if (listIsOpen(now)) return { do: "openWaiting" };
  if (now.step === "offers") return onceSettled({ do: "buy" }, now);
  if (now.again) return onceSettled({ do: "again" }, now);
  return now.step === "failed" ? { do: "goOn" } : null;
}

function arrow(by: 1 | -1, now: Situation): Command | null {
  return listIsOpen(now) && (now.focus === "nowhere" || now.focus === "scanEmpty") ? { do: "markWaiting", by } : null;
}

function listIsOpen(now: Situation): boolean {
  return now.step === "empty" && now.aside === "none" && now.waiting > 0;
}

/** One digit chooses. A second character soon after it is typing, and then the digit was typed too. */
function character(press: KeyPress, now: Situation): Command {
  if (press.repeat && press.key === now.digit) return { do: "nothing" };
  const digit = /^[1-9]$/.test(press.key) ? Number(press.key) : null;
  const chooses = digit !== null && digit <= now.offers && now.step === "offers" && now.aside === "none";
  if (!chooses || now.digit !== null) return { do: "type", before: now.digit ?? "" };
  return press.repeat ? { do: "nothing" } : { do: "choose", index: digit - 1 };
}

function digitOf(code: string): number | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
}
