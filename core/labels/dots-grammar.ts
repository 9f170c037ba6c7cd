/** What a language for dots alone must know of itself, and what TSPL and EPL2 have in common. */
import type { Media } from "../db/documents/media.schema.ts";
import type { InkPiece } from "./draw/ink-pieces.ts";
import type { Dpi } from "./labels.schema.ts";
import type { PrintSettings } from "./print-settings.ts";

/** The printer that a label is written for. */
export type DotsPrinter = {
  readonly media: Media;
  readonly dpi: Dpi;
  readonly settings?: Pick<PrintSettings, "offset" | "darkness" | "speed" | "gapMm"> | undefined;
};

/** How one language writes a label. Its bytes are `head`, `piece` by piece, `tail`. */
export type DotsGrammar = {
  /**
   * All that comes before the first piece: the paper, and what other programs may have left in the
   * printer undone.
   */
  head(printer: DotsPrinter & { readonly settings: NonNullable<DotsPrinter["settings"]> }): string;
  /** Before the bits of a piece. */
  piece(piece: Omit<InkPiece, "rows">): string;
  /** After the bits of a piece. */
  readonly pieceEnd: string;
  /** `piece` as a pattern at the place where the reading is: x, y, bytes in a row, rows. */
  readonly piecePattern: RegExp;
  /** Prints one label. */
  readonly tail: string;
};

/**
 * The darkness that printers of both languages have when they are new; their scale is 0 to 15, and
 * not relative to what is set at the printer.
 */
const USUAL_DARKNESS = 8;
const MOST_STEPS = 7;
const MOST_DARKNESS = 30;

/** @param darkness −30 to 30, 0 for the usual one. @returns 1 to 15. */
export function darknessStep(darkness: number): number {
  return USUAL_DARKNESS + Math.round((darkness / MOST_DARKNESS) * MOST_STEPS);
}
