/** A pressed key, and what the screen around it is. Pure. */

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
  /**
   * One of several to choose from, other than the offers: arrows and Space are its own, Enter is
   * not.
   */
  | "choice"
  /** The offers: arrows are theirs, Enter and digits are not. */
  | "offers";

export type PressedKey = {
  readonly key: string;
  readonly code: string;
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly repeat: boolean;
};

/** What decides the meaning of a key in every view. */
export type Situation = {
  /** Whether the home view is open. */
  readonly isHome: boolean;
  /** Whether something covers the right half of it. */
  readonly isCovered: boolean;
  /** Whether a question is open that the open view shows. */
  readonly isAsked: boolean;
  /** Whether the palette is open: it has all keys but Esc. */
  readonly isPaletteOpen: boolean;
  readonly focus: Focus;
  /** The digit that chose an offer within the last second; see lone-digit.ts. */
  readonly digit: string | null;
  /** Whether text stands in the scan field, wherever the focus is. */
  readonly typed: boolean;
  /** Whether what the screen shows has stood there long enough to be acted on; see settled.ts. */
  readonly settled: boolean;
};

/** The least that a command is: what it does, by name. */
export type NamedCommand = { readonly do: string };

/**
 * Returns the command, or the refusal while the screen has not shown for long enough what it buys,
 * prints, cancels or answers.
 */
export function onceSettled<const Command extends NamedCommand>(
  command: Command,
  { settled }: Pick<Situation, "settled">,
): Command | { readonly do: "refuse" } {
  return settled ? command : { do: "refuse" };
}
