/**
 * The port behind which labels are drawn and checked. Drawing costs milliseconds of pure CPU, so it
 * runs beside the core (a worker or a process), never on the thread that answers requests.
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
   * Density of the printer; of a picture its own; of a PDF that of the printer it is most likely
   * printed by.
   */
  readonly dpi: Dpi;
  /** Of label printers' languages. */
  readonly settings?: PrintSettings;
};

/** A printer's test label. */
export type TestLabelOrder = Pick<DrawOrder, "format" | "media" | "dpi" | "settings"> & {
  /** The printer's name. */
  readonly title: string;
  /** What is set at it, a line each. */
  readonly lines: readonly string[];
  /** ASCII. */
  readonly barcode: string;
};

export type DrawnLabel = {
  readonly bytes: Uint8Array;
  /** SHA-256 of its dots, hex; "" for a PDF. */
  readonly rasterHash: string;
  /** Names of the fields that had no room on the paper. */
  readonly omitted: readonly string[];
  /** Names of the fields of which letters were transliterated. */
  readonly transliterated: readonly string[];
};

/** A label that may not be bought yet. */
export type PreviewOrder = Pick<DrawOrder, "model" | "media" | "dpi">;

export type PreviewedLabel = {
  /** Null when it is refused. */
  readonly png: Uint8Array | null;
  /** Why it cannot be printed on this paper. */
  readonly refused: { readonly code: "E1072" | "E2057"; readonly message: string } | null;
  /** Names of the fields that have no room on the paper, the least important first. */
  readonly omitted: readonly string[];
  /** Fields with letters that no font has: the texts as they are, and as they are printed. */
  readonly transliterated: readonly {
    readonly field: string;
    readonly from: string;
    readonly to: string;
  }[];
};

/** A symbol of square modules, without its quiet zone: row after row, `columns` in each. */
export type Modules = { readonly columns: number; readonly cells: readonly boolean[] };

/**
 * A layout of this version. `least`: sides in mm; it is drawn on paper that is at least as large as
 * one of them.
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
   * @throws AppError E1072 when the barcode is too long for the paper, E2057 when the recipient is.
   */
  draw(order: DrawOrder): Promise<DrawnLabel>;

  /** Draws a printer's test label. */
  drawTest(order: TestLabelOrder): Promise<Pick<DrawnLabel, "bytes" | "rasterHash">>;

  /**
   * Arranges a label without drawing it.
   * @throws AppError E1072 when the barcode is too long for the paper, E2057 when the recipient is.
   */
  measure(
    order: Pick<DrawOrder, "model" | "media" | "dpi">,
  ): Promise<Pick<DrawnLabel, "omitted" | "transliterated">>;

  /**
   * Judges a label of this station before it is printed: geometry and symbols, from these very
   * bytes, in the printer's language.
   *
   * @param expected The texts that must be readable off the label.
   * @returns What is wrong; `unverifiable` for what this station does not write.
   */
  check(label: Uint8Array, printer: CheckedFor, expected: readonly string[]): Promise<CheckReport>;

  /**
   * Renders ZPL at printer dots and reads every symbol back. For labels of others: the engine is
   * loaded by the first such call.
   *
   * @returns The texts of the symbols found, in reading order.
   */
  read(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<readonly string[]>;

  /** Renders ZPL to a PNG, as the printer would draw it. */
  picture(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<Uint8Array>;

  /**
   * Turns a document of others into what a printer understands; of one in the printer's language
   * what could change the printer is left out. No label that is drawn here waits for it. The
   * engines are loaded by the first such call.
   *
   * @throws AppError E2029 when the document cannot be read or needs too much memory, E2035 when
   *   converting it takes too long, or a symbol of it would not be readable on the printer's paper.
   */
  convert(original: Original, target: ConvertTarget): Promise<Converted>;

  /**
   * Writes a packing slip, a manifest or a file of many labels. The batches are read one at a time,
   * and other calls are answered between them.
   *
   * @param batches Reads the parts from the first; called once more when the thread is lost.
   * @param turn Of large papers: they are written one at a time, small ones beside them.
   * @returns PDF or XLSX, as ordered.
   * @throws AppError E1072, E2057, E2058 when a label of it cannot be drawn, E2059 when the thread
   *   is lost again, and what `batches` and the turn throw.
   */
  paper(
    order: PaperOrder,
    batches: () => AsyncIterable<PaperBatch>,
    turn?: LargePaper,
  ): Promise<Uint8Array>;

  /** @throws AppError E2058 for a layout that this version does not have. */
  preview(order: PreviewOrder): Promise<PreviewedLabel>;

  /** A QR code for the screen, at level M. @param text At most some hundred signs. */
  qrCode(text: string): Promise<Modules>;

  /** @returns The layouts by name, and of each name every version. */
  layouts(): Promise<readonly LayoutFact[]>;

  close(): Promise<void>;
};

/**
 * E2059: the renderer itself was lost while it worked, and nothing is known of the label. Asking
 * again may succeed.
 */
export class RendererLostError extends AppError {
  override readonly name = "RendererLostError";
  /** It did not answer in time, and most likely would not the next time. */
  readonly isHung: boolean;

  /** @param cause For the log. */
  constructor(cause: string, isHung = false) {
    super("E2059", undefined, { cause });
    this.isHung = isHung;
  }
}

/**
 * Runs what writes nothing, and runs it once more when the renderer was lost but did not hang.
 * @throws RendererLostError when it is lost again, and what `task` throws.
 */
export async function tryTwice<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RendererLostError) || error.isHung) throw error;
    return task();
  }
}
