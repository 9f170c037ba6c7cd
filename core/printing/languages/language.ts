/**
 * The port of a printer language: how documents are drawn in it, and how a printer is asked for its
 * state. Independent of the transport.
 */
import type { LabelRenderer } from "../../labels/label-renderer.ts";
import type { LabelDocument } from "../../labels/labels.service.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrintFailure, Verification } from "../printing.schema.ts";
import type { Printer } from "../printer.ts";

/** What keeps a printer from printing, with what to do about it. */
export type PrinterFault = {
  readonly reason: PrintFailure;
  readonly state: PrinterState["state"];
  readonly message: string;
};

export type PrinterStatus = {
  /** The first cause to remove; undefined when nothing keeps it from printing. */
  readonly fault: PrinterFault | undefined;
  /** Whether every label that was sent to the printer is on paper. */
  readonly isIdle: boolean;
  /** The answer's fields as the printer wrote them, for the journal. */
  readonly words?: string;
};

/** What a printer is asked. Prints nothing. */
export type Question<T> = {
  /** What is sent. ASCII. */
  readonly query: string;
  /**
   * @param text What has arrived so far, in Latin-1.
   * @returns undefined while the answer is not whole.
   */
  parse(text: string): T | undefined;
};
export type StatusQuestion = Question<PrinterStatus> & {
  /**
   * Whether `isIdle` counts the labels that the printer has received: then it proves that each is
   * printed. Else it does only after the printer was seen printing.
   */
  readonly countsLabels: boolean;
};

export type PrinterIdentity = {
  readonly model: string;
  readonly firmware: string;
  /** Null: a density that is not known here. */
  readonly dpi: number | null;
  /** Whether it understands settings as questions (SGD); to other models these are text. */
  readonly hasSettings: boolean;
};

/** A counter of what has come out of the printer. */
export type Odometer = {
  readonly name: string;
  /** Whether only printers of which `hasSettings` holds understand the question. */
  readonly needsSettings: boolean;
  readonly question: Question<Meter>;
};
/** `unitMm`: the paper of one count; null: it counts labels. */
export type Meter = { readonly count: number; readonly unitMm: number | null };

export type PrinterLanguage = {
  /** The ending of its files, without the dot. */
  readonly extension: string;
  /** Whether bytes begin as this language does. */
  begins(bytes: Uint8Array): boolean;
  /** Whether its files are written in the printer's dots; else their density is 0. */
  readonly hasDots: boolean;
  /** Whether files of it one after the other are one file. */
  readonly isJoinable: boolean;
  /**
   * Judges a label of this station, from its bytes and, where they are known, its dots.
   *
   * @returns `unverifiable` when the language has no dots that a symbol could be read off.
   * @throws AppError E2035 with what is wrong, such as a text of `expected` that cannot be read;
   *   nothing may be printed then.
   */
  verify(
    renderer: LabelRenderer,
    label: Pick<LabelDocument, "bytes" | "rasterHash">,
    printer: Pick<Printer, "dpi" | "media" | "settings">,
    expected: readonly string[],
  ): Promise<Verification>;
  /**
   * Undefined: printers of this language cannot be asked, so SENT is the highest state that can be
   * proved.
   */
  readonly status: StatusQuestion | undefined;
  /** Asked of printers that answer the question for their state. */
  readonly identity?: Question<PrinterIdentity>;
  /** Tried in this order, until the printer answers one. */
  readonly odometers?: readonly Odometer[];
};
