/** A pressed key and the state of the screen at that moment. Pure. */

/** Kind of the focused element, which gets the key if the window ignores it. */
export type Focus =
  | "nowhere"
  /** The scan field, empty or with text. */
  | "scanEmpty"
  | "scanText"
  /** Any other text field. */
  | "field"
  /** A button: handles Enter and Space itself. */
  | "button"
  /** A radio group other than the offers: handles arrows and Space itself, but not Enter. */
  | "choice"
  /** The offers: handle arrows, but not Enter and digits. */
  | "offers";

export type PressedKey = {
  readonly key: string;
  readonly code: string;
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly repeat: boolean;
};

/** State that decides the meaning of a key in every view. */
export type Situation = {
  /** Whether the home view is open. */
  readonly isHome: boolean;
  /** Whether something covers the right half of the home view. */
  readonly isCovered: boolean;
  /** Whether the open view shows a question. */
  readonly isAsked: boolean;
  /** Whether the palette is open: it gets all keys but Esc and Ctrl+K, which close it. */
  readonly isPaletteOpen: boolean;
  readonly focus: Focus;
  /** The digit that chose an offer within the last second; see lone-digit.ts. */
  readonly digit: string | null;
  /** Whether the scan field has text, wherever the focus is. */
  readonly typed: boolean;
  /** Whether the screen has been unchanged long enough to be acted on; see settled.ts. */
  readonly settled: boolean;
};

/** A command, identified by name. */
export type NamedCommand = { readonly do: string };

/**
 * Returns the command, or a refusal if the screen has not yet been unchanged long enough. For
 * commands that buy, print, cancel or answer.
 */
export function onceSettled<const Command extends NamedCommand>(
  command: Command,
  { settled }: Pick<Situation, "settled">,
): Command | { readonly do: "refuse" } {
  return settled ? command : { do: "refuse" };
}
