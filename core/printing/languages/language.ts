/** The port of what a printer understands: which bytes are made for it, and how it is asked for its state. Knows no transport. */
import type { LabelRenderer } from "../../labels/label-renderer.ts";
import type { PrinterState, PrintFailure } from "../printing.schema.ts";
import type { Printer } from "../printer.ts";

/** What keeps a printer from printing, with what to do about it. */
export type PrinterFault = { readonly reason: PrintFailure; readonly state: PrinterState["state"]; readonly message: string };

export type PrinterStatus = {
  /** The first thing to be put right; undefined when nothing keeps it from printing. */
  readonly fault: PrinterFault | undefined;
  /** Whether everything that the printer was given is on paper. */
  readonly isIdle: boolean;
};

export type StatusQuestion = {
  /** What is sent; prints nothing. ASCII. */
  readonly query: string;
  /** @param text What has arrived so far, in Latin-1. @returns undefined while the answer is not whole. */
  parse(text: string): PrinterStatus | undefined;
};

export type PrinterLanguage = {
  /** The ending of its files, without the dot. */
  readonly extension: string;
  /** Whether bytes begin as this language does. */
  begins(bytes: Uint8Array): boolean;
  /** Reads back what was drawn. @throws AppError E2035 when a text of `expected` cannot be read; nothing may be printed then. */
  verify(renderer: LabelRenderer, bytes: Uint8Array, printer: Pick<Printer, "dpi" | "media">, expected: readonly string[]): Promise<void>;
  /** Undefined: printers of this language cannot be asked, so no more than the handing over is ever known. */
  readonly status: StatusQuestion | undefined;
};
