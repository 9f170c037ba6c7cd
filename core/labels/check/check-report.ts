/**
 * What a label's check found: the shapes that the renderer's port, the printing queue and the tests
 * share.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import type { Media } from "../../db/documents/media.schema.ts";
import type { DotBox } from "../draw/canvas.ts";
import type { Dpi } from "../labels.schema.ts";
import type { PrintSettings } from "../print-settings.ts";

/** The printer that a label is meant for, and the dots that it was drawn with. */
export type CheckedFor = Media & {
  readonly dpi: Dpi;
  /** What the label is written in; ZPL when absent. */
  readonly language?: "ZPL" | DotsLanguage;
  /**
   * SHA-256 of the label's dots at its drawing, hex; absent or "" where it is not known. Then text
   * is judged by its looks alone.
   */
  readonly rasterHash?: string;
  /** Absent: the label may carry any offset, darkness and speed. */
  readonly settings?: Pick<PrintSettings, "offset" | "darkness" | "speed" | "gapMm">;
};

/**
 * `unknown`: a command, parameter or order that our writer does not write, so the rest cannot be
 * judged. `orientation`: turned, mirrored, white on black or in other units. `settings`: an offset,
 * darkness or speed that is not the printer's. `size`: for other paper. `outside`: beyond the
 * printable area. `overlap`: two things on the same dots. `module`, `quiet zone`, `height`: of a
 * symbol. `unread`: a symbol that does not say what it should. `other number`: a barcode of another
 * number that could be taken for the parcel's. `no text`: nothing is written on the label. `dots`:
 * not the dots that were drawn.
 */
type FaultCode =
  | "unknown"
  | "orientation"
  | "settings"
  | "size"
  | "outside"
  | "overlap"
  | "module"
  | "quiet zone"
  | "height"
  | "unread"
  | "other number"
  | "no text"
  | "dots";

/** @param message A sentence for the person at the desk. */
export type LabelFault = { readonly code: FaultCode; readonly message: string };

export type FoundSymbol = {
  readonly format: "Code128" | "DataMatrix" | "QRCode";
  /** As it was decoded; "" when it could not be. */
  readonly text: string;
  /** Its bars or modules without the quiet zone, in dots. */
  readonly box: DotBox;
};

export type CheckReport = {
  /**
   * `verified`: everything was judged and is right. `faulty`: something was judged and is wrong.
   * `unverifiable`: the label has commands that our reader does not know, so nothing is known of
   * it; labels of others are often so, ours never are.
   */
  readonly outcome: "verified" | "faulty" | "unverifiable";
  /** Empty when it is verified. */
  readonly faults: readonly LabelFault[];
  readonly symbols: readonly FoundSymbol[];
};
