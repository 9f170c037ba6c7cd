/**
 * The key map of the window: what a key means, given what the screen shows and where the focus is.
 * Pure. The function keys come from the features' commands, and what is left goes to the home view.
 *
 * A plain character may be the start of a scan, so what it means is done a moment later, when no
 * more characters followed; see keyboard.ts.
 */
import {
  onceSettled,
  type NamedCommand,
  type PressedKey,
  type Situation,
} from "../lib/pressed-key.ts";
import type { KeyCommand } from "../store/feature.ts";

export type WindowCommand =
  | { readonly do: "keys" | "back" | "palette" | "help" }
  /** The view at this place of the rail, from 0. */
  | { readonly do: "view"; readonly at: number }
  /** Yes or no to the open question, whatever it asks. */
  | { readonly do: "answer"; readonly yes: boolean }
  /** A function key of a feature. */
  | { readonly do: "run"; readonly command: string }
  /** Ours, and it does nothing now; a refused one is acknowledged. */
  | { readonly do: "nothing" | "refuse" };

/**
 * The two ends of the row: neither is pressed for the other by mistake, and neither is part of an
 * order number.
 */
const ANSWERS: Readonly<Record<string, boolean>> = { F10: true, F12: false };

/** Keys of the window itself: no feature takes them. */
const WINDOW_KEYS: readonly string[] = ["F1", "Escape", "Alt+H", ...Object.keys(ANSWERS)];

/**
 * @param table   The commands of the open view, by key.
 * @param homeKey What the home view makes of a key that is left.
 * @returns Null when the key keeps the meaning it has without us.
 */
export function commandFor<HomeCommand extends NamedCommand>(
  pressed: PressedKey,
  now: Situation,
  table: ReadonlyMap<string, KeyCommand>,
  homeKey: (pressed: PressedKey) => HomeCommand | null,
): WindowCommand | HomeCommand | null {
  if (now.isPaletteOpen)
    return pressed.key === "Escape" || isPaletteKey(pressed) ? { do: "palette" } : null;
  if (isPaletteKey(pressed)) return { do: "palette" };
  if (pressed.key === "F1") return { do: "keys" };
  // A typed order number is wiped by its own field before anything else goes back.
  if (pressed.key === "Escape") return now.focus === "scanText" ? null : { do: "back" };
  if (pressed.alt && !pressed.ctrl && pressed.code === "KeyH")
    return pressed.repeat ? { do: "nothing" } : { do: "help" };
  const yes = ANSWERS[pressed.key];
  // In every view: left alone, F10 would go to the window's menu bar.
  if (yes !== undefined)
    return now.isAsked && !pressed.repeat
      ? onceSettled<WindowCommand>({ do: "answer", yes }, now)
      : { do: "nothing" };
  if (pressed.ctrl) return viewKey(pressed);
  const found = table.get(tableKey(pressed));
  const command = found?.isOpen?.() === false ? undefined : found;
  if (command === undefined) return now.isHome ? homeKey(pressed) : null;
  // A control that has the focus does its own with Enter.
  return pressed.key === "Enter" && now.focus !== "nowhere" && now.focus !== "choice"
    ? null
    : functionKey(command, now, pressed.repeat);
}

/**
 * Alt is for letters alone, by their places: Alt+F4 belongs to the system and runs no command of
 * F4.
 */
function tableKey({ key, code, alt }: PressedKey): string {
  if (!alt) return key;
  return /^Key[A-Z]$/.test(code) ? `Alt+${code.slice(3)}` : "";
}

/**
 * By the letter where there is one, else by the key's place: another layout has another letter
 * there.
 */
function isPaletteKey({ key, code, ctrl, alt }: PressedKey): boolean {
  return ctrl && !alt && (/^[a-z]$/i.test(key) ? key.toLowerCase() === "k" : code === "KeyK");
}

/** Ctrl and a digit: the views in the order of the rail. */
function viewKey({ key, alt, repeat }: PressedKey): WindowCommand | null {
  return /^[1-9]$/.test(key) && !alt && !repeat ? { do: "view", at: Number(key) - 1 } : null;
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
 * The features' commands by their keys.
 *
 * @throws Error when two commands have one key, or a command has one of the window's.
 */
export function keyTableOf(commands: readonly KeyCommand[]): ReadonlyMap<string, KeyCommand> {
  const table = new Map<string, KeyCommand>();
  for (const command of commands) {
    const other = table.get(command.key);
    if (other !== undefined)
      throw new Error(`${command.name} and ${other.name} have the same key, ${command.key}.`);
    if (WINDOW_KEYS.includes(command.key))
      throw new Error(`${command.name} has the key ${command.key}, which is the window's own.`);
    table.set(command.key, command);
  }
  return table;
}
