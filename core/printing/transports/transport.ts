/**
 * The port to printers: how bytes reach them. A transport states the highest status that it can
 * prove, and on failure whether a label may have been printed, which alone decides whether the
 * journal may retry automatically.
 */
import type { Printer, TransportName } from "../printer.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrintFailure } from "../printing.schema.ts";

/**
 * CONFIRMED: the printer itself reported the label as done. SENT: delivered to the transport; more
 * is not known.
 */
export type PrintOutcome = {
  readonly state: "CONFIRMED" | "SENT";
  /**
   * The printer's own status text, with the reason when less than the highest status was proved.
   */
  readonly words?: string;
  /** The printer's state after the label, if it was reported. */
  readonly printer?: PrinterState;
};

export class PrinterError extends Error {
  override readonly name = "PrinterError";
  /**
   * `nothing`: no byte of the label was sent, so the label may be sent again. `maybe`: a label may
   * have been printed; a person or a scan decides.
   */
  readonly sent: "nothing" | "maybe";
  readonly reason: PrintFailure;
  /** The printer's own status text; "" for none. */
  readonly words: string;

  /**
   * Creates the error.
   *
   * @param message The cause and the remedy, for the person at the desk.
   */
  constructor(sent: "nothing" | "maybe", reason: PrintFailure, message: string, words = "") {
    super(message);
    this.sent = sent;
    this.reason = reason;
    this.words = words;
  }
}

/** Creates the error of a print that was cancelled before anything was sent. */
export function notWanted(): PrinterError {
  return new PrinterError("nothing", "cancelled", "Printing was cancelled.");
}

/**
 * Stages that a transport reports while it sends: the printer is connected; the operating system
 * has taken the last byte.
 */
export type SendStage = "connected" | "sent";

export type SendOptions = {
  /** Aborts sending, even inside the label. */
  readonly signal?: AbortSignal;
  /**
   * Called immediately before the label's first byte; on false nothing is sent (`nothing`,
   * `cancelled`).
   */
  readonly isWanted?: () => boolean;
  /** Called at most once for each stage. */
  readonly onStage?: (stage: SendStage) => void;
};

export type PrinterTransport<P extends Printer = Printer> = {
  /** Returns the highest status that the transport can prove for labels on this printer. */
  proves(printer: P): PrintOutcome["state"];

  /**
   * Prints one document in the printer's language. The caller sends one job at a time to a printer.
   *
   * @throws PrinterError, no other error.
   */
  send(printer: P, bytes: Uint8Array, options?: SendOptions): Promise<PrintOutcome>;

  /** Queries the printer's state without printing. Never rejects. */
  probe(printer: P): Promise<PrinterState>;
};

/** A transport for each kind of printer. */
export type Transports = {
  readonly [Name in TransportName]: PrinterTransport<Extract<Printer, { transport: Name }>>;
};
