/**
 * Key map of the window: maps a key to a command, given the shown view and the focus. Pure.
 * Function keys come from the features' commands; other keys go to the home view.
 *
 * A plain character may start a scan, so its command runs a moment later, when no more characters
 * followed; see keyboard.ts.
 */
import {
  onceSettled,
  type NamedCommand,
  type PressedKey,
  type Situation,
} from "../lib/pressed-key.ts";
import type { KeyCommand } from "../store/feature.ts";

export type WindowCommand =
  | { readonly do: "keys" | "back" | "palette" | "help" | "lock" }
  /** Opens the view at this index of the rail, from 0. */
  | { readonly do: "view"; readonly at: number }
  /** Answers the open question with yes or no. */
  | { readonly do: "answer"; readonly yes: boolean }
  /** Runs a feature's function key. */
  | { readonly do: "run"; readonly command: string }
  /** Handled by the window without an effect; a refused key gets a sound. */
  | { readonly do: "nothing" | "refuse" };

/**
 * Keys that answer a question, and whether the answer is yes. The two keys are apart on the
 * keyboard, so that a packer does not press one by mistake for the other, and no order number
 * contains them.
 */
const ANSWERS: Readonly<Record<string, boolean>> = { F10: true, F12: false };

/** Keys of the window; no feature may use them. */
const WINDOW_KEYS: readonly string[] = ["F1", "Escape", "Alt+H", ...Object.keys(ANSWERS)];

/**
 * Maps a key to a command.
 *
 * @param table Commands of the open view, by key.
 * @param homeKey Maps any other key in the home view.
 * @returns null when the key keeps its default behaviour.
 */
export function commandFor<HomeCommand extends NamedCommand>(
  pressed: PressedKey,
  now: Situation,
  table: ReadonlyMap<string, KeyCommand>,
  homeKey: (pressed: PressedKey) => HomeCommand | null,
): WindowCommand | HomeCommand | null {
  if (isCtrl(pressed, "L")) return { do: "lock" };
  if (now.isPaletteOpen)
    return pressed.key === "Escape" || isCtrl(pressed, "K")
      ? { do: "palette" }
      : ctrlKey(pressed, table);
  if (isCtrl(pressed, "K")) return { do: "palette" };
  if (pressed.key === "F1") return { do: "keys" };
  // Esc in a scan field with text clears the field only.
  if (pressed.key === "Escape") return now.focus === "scanText" ? null : { do: "back" };
  if (pressed.alt && !pressed.ctrl && pressed.code === "KeyH")
    return pressed.repeat ? { do: "nothing" } : { do: "help" };
  const yes = ANSWERS[pressed.key];
  // Handled in every view; otherwise F10 would open the window's menu bar.
  if (yes !== undefined)
    return now.isAsked && !pressed.repeat
      ? onceSettled<WindowCommand>({ do: "answer", yes }, now)
      : { do: "nothing" };
  if (pressed.ctrl) return viewKey(pressed) ?? ctrlKey(pressed, table);
  const found = table.get(tableKey(pressed));
  const command = found?.isOpen?.() === false ? undefined : found;
  if (command === undefined) return now.isHome ? homeKey(pressed) : null;
  // A character in a field is text: a typed code may start with a digit that has a command.
  if (now.focus === "field" && [...pressed.key].length === 1 && !pressed.alt) return null;
  // Enter on a focused control acts on that control.
  return pressed.key === "Enter" && now.focus !== "nowhere" && now.focus !== "choice"
    ? null
    : functionKey(command, now, pressed.repeat);
}

/**
 * Returns the key's name in the table. Alt combines with letters only, by key position: Alt+F4
 * belongs to the system and must not run the command of F4.
 */
function tableKey({ key, code, alt }: PressedKey): string {
  if (!alt) return key;
  return /^Key[A-Z]$/.test(code) ? `Alt+${code.slice(3)}` : "";
}

/**
 * Recognizes Ctrl and a letter by the letter, or by the key's position when the layout types no
 * Latin letter there.
 */
function isCtrl({ key, code, ctrl, alt }: PressedKey, letter: string): boolean {
  return (
    ctrl && !alt && (/^[a-z]$/i.test(key) ? key.toUpperCase() === letter : code === `Key${letter}`)
  );
}

/** Maps Ctrl and a digit to a view, in the order of the rail. */
function viewKey({ key, alt, repeat }: PressedKey): WindowCommand | null {
  return /^[1-9]$/.test(key) && !alt && !repeat ? { do: "view", at: Number(key) - 1 } : null;
}

/** Maps Ctrl and a letter, by the letter or by its position, to the command that opens a view. */
function ctrlKey(
  { key, code, ctrl, alt, repeat }: PressedKey,
  table: ReadonlyMap<string, KeyCommand>,
): WindowCommand | null {
  if (!ctrl || alt) return null;
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, "");
  const command = table.get(`Ctrl+${letter}`);
  if (command === undefined) return null;
  return repeat ? { do: "nothing" } : { do: "run", command: command.name };
}

function functionKey(
  { name, waitsForScreen, notWhileAsked }: KeyCommand,
  now: Situation,
  repeat: boolean,
): WindowCommand | null {
  if (repeat) return null;
  if (notWhileAsked === true && now.isAsked) return { do: "refuse" };
  const command: WindowCommand = { do: "run", command: name };
  return waitsForScreen === true ? onceSettled(command, now) : command;
}

/**
 * Maps keys to the features' commands.
 *
 * @throws Error when two commands have one key, or a command has a key of the window.
 */
export function keyTableOf(commands: readonly KeyCommand[]): ReadonlyMap<string, KeyCommand> {
  const table = new Map<string, KeyCommand>();
  for (const command of commands) {
    const other = table.get(command.key);
    if (other !== undefined)
      throw new Error(`${command.name} and ${other.name} have the same key, ${command.key}.`);
    if (WINDOW_KEYS.includes(command.key))
      throw new Error(`${command.name} has the key ${command.key}, which belongs to the window.`);
    table.set(command.key, command);
  }
  return table;
}
