/**
 * What a conversion gets and answers: the shapes that the renderer's port, its worker and the
 * printing queue share.
 */
import type { Document, DocumentLanguage } from "../../db/documents/documents.schema.ts";
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi } from "../labels.schema.ts";
import type { PrintSettings } from "../print-settings.ts";

/** A document as it was received. */
export type Original = Pick<Document, "language" | "media" | "dpi"> & {
  readonly bytes: Uint8Array;
};
/** The printer that it is for. `settings`: of labels that are drawn as ZPL. */
export type ConvertTarget = {
  readonly language: DocumentLanguage;
  readonly dpi: Dpi;
  readonly media: Media;
  readonly settings?: PrintSettings;
};
/**
 * `verified`: its symbols were read off the very dots that are sent, and these keep the rules of
 * our own labels: modules, quiet zones, heights, nothing at the paper's edge. `unverifiable`: not
 * all of that could be measured, or it does not hold.
 */
export type Verification = "verified" | "unverifiable";
/**
 * Why a label is `unverifiable`. `WRITING_LOST`: some of the page's text cannot be read on the label,
 * since it is lost in black and white or its font is missing. "": its symbols could not be checked;
 * also when it is verified.
 */
export type Doubt = "" | "WRITING_LOST";
export type Converted = {
  readonly bytes: Uint8Array;
  /** How many labels there are: a page each in PDF, a format each in ZPL. */
  readonly labels: number;
  readonly verification: Verification;
  /** Absent: "". */
  readonly doubt?: Doubt;
  /** The texts of the symbols that were read off it. */
  readonly symbols: readonly string[];
  /** Each label by itself, where there are several that can be printed alone. */
  readonly apart?: readonly Converted[];
};
export type Conversion = {
  readonly original: Original;
  readonly target: ConvertTarget;
  /** Adds the font in which the printer's own texts are drawn, to ZPL. */
  readonly withFont: (zpl: Uint8Array) => Uint8Array;
};
/**
 * Labels that are not yet one document. `pieces`: one each, of ZPL its format, of PDF the dots of
 * its sheet.
 */
export type ConvertedLabels = Pick<Converted, "verification" | "doubt" | "symbols"> & {
  readonly pieces: readonly Uint8Array[];
  /** Each label by itself, where there are several that can be printed alone. */
  readonly apart?: readonly ConvertedLabels[];
};
/** `parts`: how many the whole document has. */
export type ConvertedPart = ConvertedLabels & { readonly parts: number };

/** A page without ink. */
export const BLANK: ConvertedLabels = { pieces: [], verification: "unverifiable", symbols: [] };
