/**
 * Description of a language in which labels are sent only as dots, and what TSPL and EPL2 share.
 */
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

/** Syntax of one language. A label is `head`, then each `piece`, then `tail`. */
export type DotsGrammar = {
  /**
   * Everything before the first piece: the paper, and resets of what other programs may have left
   * in the printer.
   */
  head(printer: DotsPrinter & { readonly settings: NonNullable<DotsPrinter["settings"]> }): string;
  /** Text before the bits of a piece. */
  piece(piece: Omit<InkPiece, "rows">): string;
  /** Text after the bits of a piece. */
  readonly pieceEnd: string;
  /** Sticky pattern of `piece`: x, y, bytes per row, rows. */
  readonly piecePattern: RegExp;
  /** Text after the last piece: prints one label. */
  readonly tail: string;
};

/**
 * Factory darkness of TSPL and EPL2 printers. The scale of both languages is 0 to 15, not relative
 * to the printer's setting.
 */
const USUAL_DARKNESS = 8;
const MAX_STEPS = 7;
const MAX_DARKNESS = 30;

/**
 * Converts a darkness to the scale of TSPL and EPL2, 1 to 15.
 *
 * @param darkness −30 to 30; 0 is the factory darkness.
 */
export function darknessStep(darkness: number): number {
  return USUAL_DARKNESS + Math.round((darkness / MAX_DARKNESS) * MAX_STEPS);
}
