/**
 * The port of a printer language: how documents are recognised and verified, and how a printer is
 * queried. Independent of the transport.
 */
import type { LabelRenderer } from "../../labels/label-renderer.ts";
import type { LabelDocument } from "../../labels/labels.service.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrintFailure, Verification } from "../printing.schema.ts";
import type { Printer } from "../printer.ts";

/** The cause that keeps a printer from printing, with a message that says how to resolve it. */
export type PrinterFault = {
  readonly reason: PrintFailure;
  readonly state: PrinterState["state"];
  readonly message: string;
};

export type PrinterStatus = {
  /** The first fault to resolve; undefined when the printer can print. */
  readonly fault: PrinterFault | undefined;
  /** Whether every label that was sent to the printer has been printed. */
  readonly isIdle: boolean;
  /** The answer's fields as the printer wrote them, for the journal. */
  readonly words?: string;
};

/** A query to a printer, which prints nothing. */
export type Query<T> = {
  /** Text to send, ASCII. */
  readonly command: string;
  /**
   * @param text The answer so far, in Latin-1.
   * @returns undefined while the answer is incomplete.
   */
  parse(text: string): T | undefined;
};
export type StatusQuery = Query<PrinterStatus> & {
  /**
   * Whether `isIdle` counts received labels, so that it proves that each label was printed.
   * Otherwise it proves this only after the printer was seen printing.
   */
  readonly countsLabels: boolean;
};

export type PrinterIdentity = {
  readonly model: string;
  readonly firmware: string;
  /** Null when the reported density is not a known one. */
  readonly dpi: number | null;
  /**
   * Whether the printer understands queries for settings (SGD). Other models would print them as
   * text.
   */
  readonly hasSettings: boolean;
};

/** A counter of printed labels or printed length. */
export type Odometer = {
  readonly name: string;
  /** Whether only printers with `hasSettings` understand the query. */
  readonly needsSettings: boolean;
  readonly query: Query<OdometerReading>;
};
/** `unitMm`: paper length per count, mm; null when labels are counted. */
export type OdometerReading = { readonly count: number; readonly unitMm: number | null };

export type PrinterLanguage = {
  /** File extension, without the dot. */
  readonly extension: string;
  /** Whether the bytes start like a file of this language. */
  begins(bytes: Uint8Array): boolean;
  /** Whether files contain the printer's dots; otherwise their density is 0. */
  readonly hasDots: boolean;
  /** Whether concatenated files are one valid file. */
  readonly isJoinable: boolean;
  /**
   * Verifies a label of this station, from its bytes and, where known, its dots.
   *
   * @returns `unverifiable` when the language has no dots from which symbols could be read.
   * @throws AppError E2035 with the fault, such as an `expected` text that cannot be read; the
   * label must not be printed then.
   */
  verify(
    renderer: LabelRenderer,
    label: Pick<LabelDocument, "bytes" | "rasterHash">,
    printer: Pick<Printer, "dpi" | "media" | "settings">,
    expected: readonly string[],
  ): Promise<Verification>;
  /**
   * Undefined: printers of this language cannot be queried, so SENT is the highest status that can
   * be proved.
   */
  readonly status: StatusQuery | undefined;
  /** Sent to printers that answer status queries. */
  readonly identity?: Query<PrinterIdentity>;
  /** Tried in this order until the printer answers one. */
  readonly odometers?: readonly Odometer[];
};
