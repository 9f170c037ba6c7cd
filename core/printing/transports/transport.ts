/**
 * The port behind which printers are: how bytes reach them. A transport states the highest state it
 * can prove, and when it fails whether paper may have come out: that alone decides if the journal
 * may try again by itself.
 */
import type { Printer, TransportName } from "../printer.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrintFailure } from "../printing.schema.ts";

/**
 * CONFIRMED: the printer itself reported it done. SENT: delivered to the transport; more cannot be
 * known.
 */
export type PrintOutcome = {
  readonly state: "CONFIRMED" | "SENT";
  /** The printer's own account of it, with the reason when it proves less than it could. */
  readonly words?: string;
  /** How the printer is after it, where it reported that. */
  readonly printer?: PrinterState;
};

export class PrinterError extends Error {
  override readonly name = "PrinterError";
  /**
   * `nothing`: no byte of the label left us, it may be sent again. `maybe`: a label may have come
   * out; a person or a scan decides.
   */
  readonly sent: "nothing" | "maybe";
  readonly reason: PrintFailure;
  /** The printer's own account of it; "" when it gave none. */
  readonly words: string;

  /** @param message What happened and what to do, for the person at the desk. */
  constructor(sent: "nothing" | "maybe", reason: PrintFailure, message: string, words = "") {
    super(message);
    this.sent = sent;
    this.reason = reason;
    this.words = words;
  }
}

/** @returns The error of a print that is not wanted any more: nothing was sent. */
export function notWanted(): PrinterError {
  return new PrinterError("nothing", "cancelled", "Printing was cancelled.");
}

/**
 * What a transport reports while it sends: the line to the printer is open; the last byte is with
 * the operating system.
 */
export type SendStage = "connected" | "sent";

export type SendOptions = {
  /** Breaks off, in the middle of the label too. */
  readonly signal?: AbortSignal;
  /**
   * Asked immediately before the first byte of the label is sent; when it answers no, nothing is
   * sent (`nothing`, `cancelled`).
   */
  readonly isWanted?: () => boolean;
  /** Called at each stage, at most once. */
  readonly onStage?: (stage: SendStage) => void;
};

export type PrinterTransport<P extends Printer = Printer> = {
  /** The highest state that it can prove of a printer's labels. */
  proves(printer: P): PrintOutcome["state"];

  /**
   * Prints one document, in the printer's language. The caller sends one job at a time to a
   * printer.
   *
   * @throws PrinterError, no other error.
   */
  send(printer: P, bytes: Uint8Array, options?: SendOptions): Promise<PrintOutcome>;

  /** Asks how the printer is, without printing. Never rejects. */
  probe(printer: P): Promise<PrinterState>;
};

/** A transport for each kind of printer. */
export type Transports = {
  readonly [Name in TransportName]: PrinterTransport<Extract<Printer, { transport: Name }>>;
};
