/**
 * Types of a conversion's input and result, shared by the renderer's port, its worker and the
 * printing queue.
 */
import type { Document, DocumentLanguage } from "../../db/documents/documents.schema.ts";
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi } from "../labels.schema.ts";
import type { PrintSettings } from "../print-settings.ts";

/** A document as it was received. */
export type Original = Pick<Document, "language" | "media" | "dpi"> & {
  readonly bytes: Uint8Array;
};
/** The printer to convert for. `settings`: for labels that are drawn as ZPL. */
export type ConvertTarget = {
  readonly language: DocumentLanguage;
  readonly dpi: Dpi;
  readonly media: Media;
  readonly settings?: PrintSettings;
};
/**
 * `verified`: the symbols were read back from the dots to send, and they meet the rules for our own
 * labels: modules, quiet zones, heights, nothing at the paper's edge. `unverifiable`: some of that
 * could not be measured or does not hold.
 */
export type Verification = "verified" | "unverifiable";
/**
 * Why a label is `unverifiable`. `WRITING_LOST`: part of the page's text is unreadable on the
 * label, because black and white hides it or its font is missing. "": its symbols could not be
 * checked; also when the label is verified.
 */
export type Doubt = "" | "WRITING_LOST";
export type Converted = {
  readonly bytes: Uint8Array;
  /** Number of labels: one per page in PDF, one per format in ZPL. */
  readonly labels: number;
  readonly verification: Verification;
  /** Absent: "". */
  readonly doubt?: Doubt;
  /** Texts of the symbols that were read from the result. */
  readonly symbols: readonly string[];
  /** Each label separately, when there are several and they can be printed alone. */
  readonly apart?: readonly Converted[];
};
export type Conversion = {
  readonly original: Original;
  readonly target: ConvertTarget;
  /** Adds the font for printer-resident text to ZPL. */
  readonly withFont: (zpl: Uint8Array) => Uint8Array;
};
/**
 * Labels that are not joined to one document yet. `pieces`: one per label: its bytes for ZPL, TSPL
 * and EPL, the dots of its sheet for PDF.
 */
export type ConvertedLabels = Pick<Converted, "verification" | "doubt" | "symbols"> & {
  readonly pieces: readonly Uint8Array[];
  /** Each label separately, when there are several and they can be printed alone. */
  readonly apart?: readonly ConvertedLabels[];
};
/** `parts`: number of parts of the whole document. */
export type ConvertedPart = ConvertedLabels & { readonly parts: number };

/** A page without ink. */
export const BLANK: ConvertedLabels = { pieces: [], verification: "unverifiable", symbols: [] };
