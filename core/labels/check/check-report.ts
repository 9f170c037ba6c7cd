/**
 * Types of a label's check report, shared by the renderer's port, the printing queue and the tests.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import type { Media } from "../../db/documents/media.schema.ts";
import type { DotBox } from "../draw/canvas.ts";
import type { Dpi } from "../labels.schema.ts";
import type { PrintSettings } from "../print-settings.ts";

/** The printer that a label is for, and the dots that were drawn for it. */
export type CheckedFor = Media & {
  readonly dpi: Dpi;
  /** The label's language; ZPL when absent. */
  readonly language?: "ZPL" | DotsLanguage;
  /**
   * SHA-256 of the label's dots when it was drawn, hex; absent or "" when unknown. Without it, text
   * is judged only by its looks.
   */
  readonly rasterHash?: string;
  /** Absent: the label may have any offset, darkness and speed. */
  readonly settings?: Pick<PrintSettings, "offset" | "darkness" | "speed" | "gapMm">;
};

/**
 * `unknown`: a command, parameter or order that our writer does not write, so the rest cannot be
 * judged. `orientation`: rotated, mirrored, inverted or in other units. `settings`: another offset,
 * darkness or speed than the printer's. `size`: for another paper. `outside`: beyond the printable
 * area. `overlap`: two elements share dots. `module`, `quiet zone`, `height`: a symbol breaks this
 * rule. `unread`: a symbol does not have its expected text. `other number`: another number's
 * barcode could be taken for the parcel's. `no text`: the label has no text. `dots`: the dots
 * differ from the dots that were drawn.
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

/** A fault that was found on a label. `message`: for the person at the desk. */
export type LabelFault = { readonly code: FaultCode; readonly message: string };

export type FoundSymbol = {
  readonly format: "Code128" | "DataMatrix" | "QRCode";
  /** The decoded text; "" when the symbol could not be decoded. */
  readonly text: string;
  /** Bounding box of the bars or modules without the quiet zone, in dots. */
  readonly box: DotBox;
};

export type CheckReport = {
  /**
   * `verified`: everything was judged and is right. `faulty`: something was judged and is wrong.
   * `unverifiable`: no fault was found, but not everything could be judged: the label has commands
   * that our reader does not know, or is sent as dots whose symbols cannot be measured or whose
   * drawn dots are unknown.
   */
  readonly outcome: "verified" | "faulty" | "unverifiable";
  /** Empty when the outcome is `verified`. */
  readonly faults: readonly LabelFault[];
  readonly symbols: readonly FoundSymbol[];
};
