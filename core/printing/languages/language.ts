/**
 * The port that each printer language implements: how its documents are recognised and verified,
 * and how its printers are queried. Independent of the transport.
 */
import type { LabelRenderer } from "../../labels/label-renderer.ts";
import type { LabelDocument } from "../../labels/labels.service.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrintFailure, Verification } from "../printing.schema.ts";
import type { Printer } from "../printer.ts";

/** A fault that keeps a printer from printing. `message` says how a person resolves it. */
export type PrinterFault = {
  readonly reason: PrintFailure;
  readonly state: PrinterState["state"];
  readonly message: string;
};

export type PrinterStatus = {
  /** The fault that a person must resolve first; undefined when the printer can print. */
  readonly fault: PrinterFault | undefined;
  /** Whether the printer reports nothing left to print; `countsLabels` says what this proves. */
  readonly isIdle: boolean;
  /** The fields of the printer's answer, unchanged, for the journal. */
  readonly words?: string;
};

/** A query to a printer. A query prints nothing. */
export type Query<T> = {
  /** Text to send, ASCII. */
  readonly command: string;
  /**
   * Parses the answer; undefined while the answer is incomplete.
   *
   * @param text The part of the answer that has arrived, in Latin-1.
   */
  parse(text: string): T | undefined;
};
export type StatusQuery = Query<PrinterStatus> & {
  /**
   * Whether the printer reports how many received labels are unprinted, so that `isIdle` proves
   * that each label was printed. If not, `isIdle` proves this only after the printer was seen
   * printing.
   */
  readonly countsLabels: boolean;
};

export type PrinterIdentity = {
  readonly model: string;
  readonly firmware: string;
  /** Dots per inch; null when the reported density is unknown to us. */
  readonly dpi: number | null;
  /**
   * Whether the printer understands queries for settings (SGD). Other models would print such a
   * query as text.
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
/** `unitMm`: paper length per count, in mm; null when labels are counted. */
export type OdometerReading = { readonly count: number; readonly unitMm: number | null };

export type PrinterLanguage = {
  /** File extension, without the dot. */
  readonly extension: string;
  /** Returns whether the bytes start like a file of this language. */
  begins(bytes: Uint8Array): boolean;
  /**
   * Whether a file consists of dots and so fits only one density. If not, the file is stored with
   * density 0.
   */
  readonly hasDots: boolean;
  /** Whether several files can be concatenated into one valid file. */
  readonly isJoinable: boolean;
  /**
   * Verifies a label of this station, from its bytes and, where known, the hash of its dots.
   *
   * @returns `unverifiable` when no fault was found, but not everything could be judged; always so
   *   for a language without dots from which symbols could be read.
   * @param expected Texts that the label's symbols must contain.
   * @throws AppError E2035 with the fault, such as an `expected` text that cannot be read. The
   *   label must not be printed then.
   */
  verify(
    renderer: LabelRenderer,
    label: Pick<LabelDocument, "bytes" | "rasterHash">,
    printer: Pick<Printer, "dpi" | "media" | "settings">,
    expected: readonly string[],
  ): Promise<Verification>;
  /**
   * Query for the status of printers of this language. Without a query, a print job cannot become
   * CONFIRMED and stays SENT.
   */
  readonly status: StatusQuery | undefined;
  /** Query for model and firmware, sent only to printers that answer status queries. */
  readonly identity?: Query<PrinterIdentity>;
  /** Queries for odometers, sent in this order until the printer answers one of them. */
  readonly odometers?: readonly Odometer[];
};
