/**
 * The port for drawing and checking labels. Drawing costs milliseconds of processor time, so it
 * runs in a worker or process, never on the thread that answers requests.
 */
import { AppError } from "../base/errors.ts";
import type { Media } from "../db/documents/media.schema.ts";
import type { CheckedFor, CheckReport } from "./check/check-report.ts";
import type { Converted, ConvertTarget, Original } from "./convert/converted.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import type { LargePaper, PaperBatch, PaperOrder } from "./papers/paper-orders.ts";
import type { LogoDrawing } from "../ports/logo.ts";
import type { PrintSettings } from "./print-settings.ts";

export type LabelFormat = "pdf" | "zpl" | "tspl" | "epl" | "png";

export type DrawOrder = {
  readonly model: LabelModel;
  readonly format: LabelFormat;
  readonly media: Media;
  /**
   * The printer's density. For a picture, the picture's own density; for a PDF, the density of the
   * printer that most likely prints it.
   */
  readonly dpi: Dpi;
  /** The printer's settings, for ZPL, TSPL and EPL. */
  readonly settings?: PrintSettings;
};

/** A printer's test label. */
export type TestLabelOrder = Pick<DrawOrder, "format" | "media" | "dpi" | "settings"> & {
  /** The printer's name. */
  readonly title: string;
  /** The printer's settings, one line each. */
  readonly lines: readonly string[];
  /** ASCII. */
  readonly barcode: string;
};

export type DrawnLabel = {
  readonly bytes: Uint8Array;
  /** SHA-256 of the label's dots, hex; "" for a PDF or PNG. */
  readonly rasterHash: string;
  /** Names of fields that had no room on the paper. */
  readonly omitted: readonly string[];
  /** Names of fields with transliterated letters. */
  readonly transliterated: readonly string[];
};

/** A label to preview, usually before it is bought. */
export type PreviewOrder = Pick<DrawOrder, "model" | "media" | "dpi">;

export type PreviewedLabel = {
  /** The picture; null when the label cannot be printed. */
  readonly png: Uint8Array | null;
  /** Why the label cannot be printed on this paper; null when it can. */
  readonly refused: { readonly code: "E1072" | "E2057"; readonly message: string } | null;
  /** Names of fields that have no room on the paper, the least important first. */
  readonly omitted: readonly string[];
  /** Fields with letters that no font has: their texts as written and as printed. */
  readonly transliterated: readonly {
    readonly field: string;
    readonly from: string;
    readonly to: string;
  }[];
};

/**
 * A symbol of square modules, without its quiet zone, row by row, with `columns` modules in each
 * row.
 */
export type Modules = { readonly columns: number; readonly cells: readonly boolean[] };

/**
 * A layout of this version. `least`: smallest papers, sides in mm; the layout needs paper at least
 * as large as one of them.
 */
export type LayoutFact = {
  readonly name: string;
  readonly version: number;
  readonly title: Readonly<Record<"tr" | "en", string>>;
  readonly least: readonly Media[];
};

export type LabelRenderer = LogoDrawing & {
  /**
   * Draws a label. The same order gives the same bytes.
   *
   * @throws AppError E1072 when the barcode is too long for the paper, E2057 when the recipient
   *   does not fit, E2058 for a layout that this version does not have, E2059 when the renderer is
   *   lost.
   */
  draw(order: DrawOrder): Promise<DrawnLabel>;

  /** Draws a printer's test label. */
  drawTest(order: TestLabelOrder): Promise<Pick<DrawnLabel, "bytes" | "rasterHash">>;

  /**
   * Arranges a label without drawing it.
   *
   * @throws AppError E1072 when the barcode is too long for the paper, E2057 when the recipient
   *   does not fit, E2058 for a layout that this version does not have, E2059 when the renderer is
   *   lost.
   */
  measure(
    order: Pick<DrawOrder, "model" | "media" | "dpi">,
  ): Promise<Pick<DrawnLabel, "omitted" | "transliterated">>;

  /**
   * Checks a label of this station before it is printed: geometry and symbols, from the bytes to
   * print, in the printer's language.
   *
   * @param expected Texts that must be readable on the label.
   * @returns The outcome, the faults and the symbols that were found.
   */
  check(label: Uint8Array, printer: CheckedFor, expected: readonly string[]): Promise<CheckReport>;

  /**
   * Renders foreign ZPL at the printer's density and reads its symbols. The first call loads the
   * engine.
   *
   * @returns Texts of the symbols, in reading order.
   */
  read(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<readonly string[]>;

  /** Renders ZPL to a PNG, as the printer would draw it. */
  picture(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<Uint8Array>;

  /**
   * Converts a foreign document to a printer's language. A document in the printer's own language
   * loses commands that could change the printer. This station's own labels do not wait for the
   * conversion. The first call loads the engines.
   *
   * @throws AppError E2029 when the document cannot be read or needs too much memory, E2035 when
   * converting it takes too long, or one of its symbols would not be readable on the printer's
   * paper.
   */
  convert(original: Original, target: ConvertTarget): Promise<Converted>;

  /**
   * Writes a packing slip, a manifest, a card of control barcodes or a file of many labels. Batches
   * are read one at a time, and other calls are answered in between.
   *
   * @param batches Reads the batches from the first; called again when the thread is lost.
   * @param turn Limits large papers to one at a time; small papers are written meanwhile.
   * @returns PDF or XLSX, as ordered.
   * @throws AppError E1072, E2057, E2058 when one of its labels cannot be drawn, E2059 when the
   * thread is lost again; also the errors of `batches` and the turn.
   */
  paper(
    order: PaperOrder,
    batches: () => AsyncIterable<PaperBatch>,
    turn?: LargePaper,
  ): Promise<Uint8Array>;

  /**
   * Draws a preview; see `draw-preview.ts`.
   *
   * @throws AppError E2058 for a layout that this version does not have.
   */
  preview(order: PreviewOrder): Promise<PreviewedLabel>;

  /**
   * Encodes a QR code for the screen, at level M.
   * @param text At most 600 characters, the limit of `drawQrCode`.
   */
  qrCode(text: string): Promise<Modules>;

  /** Returns every version of every layout, sorted by name and version. */
  layouts(): Promise<readonly LayoutFact[]>;

  close(): Promise<void>;
};

/**
 * E2059: the renderer was lost while it worked, which says nothing about the label. Retrying may
 * succeed.
 */
export class RendererLostError extends AppError {
  override readonly name = "RendererLostError";
  /** Whether the renderer did not answer in time, and most likely would not on a retry. */
  readonly isHung: boolean;

  /**
   * Creates the error.
   *
   * @param cause For the log.
   */
  constructor(cause: string, isHung = false) {
    super("E2059", undefined, { cause });
    this.isHung = isHung;
  }
}

/**
 * Runs a task that writes nothing, and once more if the renderer was lost without hanging.
 *
 * @throws RendererLostError when the renderer is lost again; also the errors of `task`.
 */
export async function tryTwice<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RendererLostError) || error.isHung) throw error;
    return task();
  }
}
