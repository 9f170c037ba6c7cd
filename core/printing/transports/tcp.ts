/**
 * Raw TCP printing (port 9100). A printer whose language has a question for its state is asked before the label and after it: one
 * that is out of paper gets nothing, and only one that reports an empty buffer counts as having printed.
 *
 * Before the first byte of the label a failure means that nothing was sent; after it the outcome is unknown.
 */
import type { PrinterStatus, StatusQuestion } from "../languages/language.ts";
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrinterState, PrintFailure } from "../printing.schema.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import { notWanted, PrinterError, type PrinterTransport, type PrintOutcome, type SendOptions } from "./transport.ts";

export type TcpTimeouts = {
  readonly connectMs: number;
  /** For one answer about its state. */
  readonly statusMs: number;
  /** For the printer to accept one more byte. */
  readonly stallMs: number;
  /** From the last byte until the printer reports an empty buffer; a label that takes longer counts as SENT. */
  readonly confirmMs: number;
  /** From the last byte until a printer that does not count its labels is seen printing. */
  readonly beginMs: number;
  /** Between two questions while it prints. */
  readonly pollMs: number;
};

const TIMEOUTS: TcpTimeouts = { connectMs: 3_000, statusMs: 1_500, stallMs: 10_000, confirmMs: 10_000, beginMs: 1_500, pollMs: 40 };
/** After this time a printer that does not answer is asked again: it may have been replaced. */
const REMEMBER_SILENCE_MS = 10 * 60_000;

/** What is known of the printer at one address. */
type Capabilities = { readonly answers: true } | { readonly answers: false; readonly until: number };

/** Proves CONFIRMED of a printer that answers, SENT of another. @param options.now ms since 1970. */
export function createTcpTransport(options: { readonly timeouts?: Partial<TcpTimeouts>; readonly now?: () => number } = {}): PrinterTransport<TcpPrinter> {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const now = options.now ?? Date.now;
  const capabilities = new Map<string, Capabilities>();

  function learn(printer: TcpPrinter, answers: boolean): void {
    capabilities.set(addressOf(printer), answers ? { answers } : { answers, until: now() + REMEMBER_SILENCE_MS });
  }

  function isKnownSilent(printer: TcpPrinter): boolean {
    const known = capabilities.get(addressOf(printer));
    return known !== undefined && !known.answers && now() < known.until;
  }

  /** @returns Whether the printer answers questions. @throws PrinterError `nothing` when it must not be given a label. */
  async function askBefore(printer: TcpPrinter, connection: PrinterConnection): Promise<boolean> {
    const question = questionOf(printer);
    if (question === undefined || isKnownSilent(printer)) return false;
    const status = await connection.ask(question, timeouts.statusMs);
    if (status === undefined) {
      // Some printers fall silent exactly when they are out of labels or open.
      if (capabilities.get(addressOf(printer))?.answers === true) {
        throw new PrinterError("nothing", "no answer", `${printer.name} does not answer as it did before. Look whether it has labels and is closed.`);
      }
      learn(printer, false);
      return false;
    }
    learn(printer, true);
    const { fault } = status;
    if (fault !== undefined) throw new PrinterError("nothing", fault.reason, `${fault.message} The label waits.`);
    return true;
  }

  async function sendOnce(printer: TcpPrinter, bytes: Uint8Array, { signal, isWanted }: SendOptions): Promise<PrintOutcome> {
    const connection = await openPrinterConnection(printer, timeouts, signal);
    try {
      const question = (await askBefore(printer, connection)) ? questionOf(printer) : undefined;
      if (isWanted?.() === false) throw notWanted();
      await connection.write(bytes);
      if (question !== undefined) return await confirm(printer, connection, question, { ...timeouts, now });
      await connection.finish();
      return { state: "SENT" };
    } finally {
      connection.close();
    }
  }

  return {
    proves: (printer) => (questionOf(printer) === undefined ? "SENT" : "CONFIRMED"),
    async send(printer, bytes, options = {}) {
      try {
        return await sendOnce(printer, bytes, options);
      } catch (error) {
        throw isKnownSilent(printer) ? error : await withCause(printer, error, timeouts);
      }
    },

    async probe(printer) {
      let status: PrinterStatus | undefined;
      try {
        status = await askOnce(printer, timeouts);
      } catch (error) {
        return { state: "unreachable", message: error instanceof Error ? error.message : String(error) };
      }
      if (questionOf(printer) !== undefined) learn(printer, status !== undefined);
      return stateOf(status);
    },
  };
}

/** Asks until the printer has nothing left to print. @throws PrinterError `maybe` when it stops before. */
async function confirm(printer: TcpPrinter, connection: PrinterConnection, question: StatusQuestion, patience: TcpTimeouts & { now(): number }): Promise<PrintOutcome> {
  const begun = patience.now();
  const deadline = begun + patience.confirmMs;
  let isProof = question.countsLabels;
  for (;;) {
    const status = await connection.ask(question, patience.statusMs);
    if (status === undefined) throw new PrinterError("maybe", "no answer", `${printer.name} took the label and then fell silent. Look whether the label came out.`);
    const { fault } = status;
    if (fault !== undefined && fault.reason !== "busy") throw new PrinterError("maybe", fault.reason, `${fault.message} Then look whether the label came out.`);
    if (status.isIdle && isProof) return { state: "CONFIRMED" };
    if (!status.isIdle) isProof = true;
    else if (patience.now() - begun >= patience.beginMs) return { state: "SENT" };
    if (patience.now() >= deadline) return { state: "SENT" };
    await connection.pause(patience.pollMs);
  }
}

const LINE_FAILURES: ReadonlySet<PrintFailure> = new Set<PrintFailure>(["connection lost", "timeout", "no answer"]);

/**
 * A connection often breaks in a label because the printer stopped for a cause of its own, such as paper out: it is asked
 * once more, and its answer comes first. Asking prints nothing.
 */
async function withCause(printer: TcpPrinter, error: unknown, timeouts: TcpTimeouts): Promise<unknown> {
  if (!(error instanceof PrinterError) || error.sent === "nothing" || !LINE_FAILURES.has(error.reason)) return error;
  const status = await askOnce(printer, timeouts).catch(() => undefined);
  const fault = status?.fault;
  if (fault === undefined || fault.reason === "busy") return error;
  return new PrinterError("maybe", fault.reason, `${fault.message} ${error.message}`);
}

/** Connects, and asks when the printer's language has a question. @returns undefined without an answer. @throws PrinterError `nothing` */
async function askOnce(printer: TcpPrinter, timeouts: TcpTimeouts): Promise<PrinterStatus | undefined> {
  const question = questionOf(printer);
  const connection = await openPrinterConnection(printer, timeouts);
  try {
    return question === undefined ? undefined : await connection.ask(question, timeouts.statusMs);
  } finally {
    connection.close();
  }
}

function questionOf(printer: TcpPrinter): StatusQuestion | undefined {
  return getLanguage(printer.language).status;
}

function stateOf(status: PrinterStatus | undefined): PrinterState {
  if (status === undefined) return { state: "ready", message: "Connected. This printer does not report its state." };
  const { fault, isIdle } = status;
  if (fault !== undefined) return { state: fault.state, message: fault.message };
  return isIdle ? { state: "ready", message: "Ready." } : { state: "busy", message: "Printing." };
}

function addressOf(printer: TcpPrinter): string {
  return `${printer.host}:${printer.port}`;
}
