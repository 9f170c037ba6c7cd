/**
 * Raw TCP printing (port 9100). The printer is asked how it is before the label and after it: one that is out of paper
 * gets nothing, and only one that says its buffer is empty is believed to have printed.
 *
 * The line that matters is the first byte of the label: before it a failure sent nothing, after it nobody can tell.
 */
import { notWanted, PrinterError, type PrinterDriver, type PrintFailure, type PrintOutcome, type SendOptions } from "./driver.ts";
import { faultOf, isIdle, type HostStatus } from "./host-status.ts";
import { openPrinterConnection, type PrinterConnection } from "./printer-connection.ts";
import type { Printer, PrinterState } from "./printing.schema.ts";

export type TcpTimeouts = {
  readonly connectMs: number;
  /** For one answer to `~HS`. */
  readonly statusMs: number;
  /** Without the printer taking one more byte. */
  readonly stallMs: number;
  /** From the last byte until the printer says it is done; a longer one counts as handed over. */
  readonly confirmMs: number;
  /** Between two questions while it prints. */
  readonly pollMs: number;
};

const TIMEOUTS: TcpTimeouts = { connectMs: 3_000, statusMs: 1_500, stallMs: 10_000, confirmMs: 10_000, pollMs: 40 };
/** A printer that never answers is asked again after so long: it may have been exchanged. */
const REMEMBER_SILENCE_MS = 10 * 60_000;

/** What is known of the printer at one address. */
type Manners = { readonly answers: true } | { readonly answers: false; readonly until: number };

export function createTcpDriver(options: { readonly timeouts?: Partial<TcpTimeouts>; readonly now?: () => number } = {}): PrinterDriver {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const now = options.now ?? Date.now;
  const manners = new Map<string, Manners>();

  function learn(printer: Printer, answers: boolean): void {
    manners.set(addressOf(printer), answers ? { answers } : { answers, until: now() + REMEMBER_SILENCE_MS });
  }

  function isKnownSilent(printer: Printer): boolean {
    const known = manners.get(addressOf(printer));
    return known !== undefined && !known.answers && now() < known.until;
  }

  /** @returns Whether the printer answers questions. @throws PrinterError `nothing` when it must not be given a label. */
  async function askBefore(printer: Printer, connection: PrinterConnection): Promise<boolean> {
    if (isKnownSilent(printer)) return false;
    const status = await connection.ask(timeouts.statusMs);
    if (status === undefined) {
      // Some printers fall silent exactly when they are out of labels or open.
      if (manners.get(addressOf(printer))?.answers === true) {
        throw new PrinterError("nothing", "no answer", `${printer.name} does not answer as it did before. Look whether it has labels and is closed.`);
      }
      learn(printer, false);
      return false;
    }
    learn(printer, true);
    const fault = faultOf(status);
    if (fault !== undefined) throw new PrinterError("nothing", fault.reason, `${fault.message} The label waits.`);
    return true;
  }

  async function sendOnce(printer: Printer, bytes: Uint8Array, { signal, isWanted }: SendOptions): Promise<PrintOutcome> {
    const connection = await openPrinterConnection(printer, timeouts, signal);
    try {
      const answers = await askBefore(printer, connection);
      if (isWanted?.() === false) throw notWanted();
      await connection.write(bytes);
      if (answers) return await confirm(printer, connection, { ...timeouts, now });
      await connection.finish();
      return { state: "SENT" };
    } finally {
      connection.close();
    }
  }

  return {
    async send(printer, bytes, options = {}) {
      try {
        return await sendOnce(printer, bytes, options);
      } catch (error) {
        throw isKnownSilent(printer) ? error : await withCause(printer, error, timeouts);
      }
    },

    async probe(printer) {
      let status: HostStatus | undefined;
      try {
        status = await askOnce(printer, timeouts);
      } catch (error) {
        return { state: "unreachable", message: error instanceof Error ? error.message : String(error) };
      }
      learn(printer, status !== undefined);
      return stateOf(status);
    },
  };
}

/** Asks until the printer has nothing left to print. @throws PrinterError `maybe` when it stops before. */
async function confirm(printer: Printer, connection: PrinterConnection, patience: TcpTimeouts & { now(): number }): Promise<PrintOutcome> {
  const deadline = patience.now() + patience.confirmMs;
  for (;;) {
    const status = await connection.ask(patience.statusMs);
    if (status === undefined) throw new PrinterError("maybe", "no answer", `${printer.name} took the label and then fell silent. Look whether the label came out.`);
    const fault = faultOf(status);
    if (fault !== undefined && fault.reason !== "busy") throw new PrinterError("maybe", fault.reason, `${fault.message} Then look whether the label came out.`);
    if (isIdle(status)) return { state: "CONFIRMED" };
    if (patience.now() >= deadline) return { state: "SENT" };
    await connection.pause(patience.pollMs);
  }
}

const LINE_FAILURES: ReadonlySet<PrintFailure> = new Set<PrintFailure>(["connection lost", "timeout", "no answer"]);

/**
 * A line that broke in a label is often the last a printer did before it stopped for a reason of its own: it is asked
 * once more, and what it says comes first. Asking prints nothing.
 */
async function withCause(printer: Printer, error: unknown, timeouts: TcpTimeouts): Promise<unknown> {
  if (!(error instanceof PrinterError) || error.sent === "nothing" || !LINE_FAILURES.has(error.reason)) return error;
  const status = await askOnce(printer, timeouts).catch(() => undefined);
  const fault = status === undefined ? undefined : faultOf(status);
  if (fault === undefined || fault.reason === "busy") return error;
  return new PrinterError("maybe", fault.reason, `${fault.message} ${error.message}`);
}

async function askOnce(printer: Printer, timeouts: TcpTimeouts): Promise<HostStatus | undefined> {
  const connection = await openPrinterConnection(printer, timeouts);
  try {
    return await connection.ask(timeouts.statusMs);
  } finally {
    connection.close();
  }
}

function stateOf(status: HostStatus | undefined): PrinterState {
  if (status === undefined) return { state: "ready", message: "Connected. This printer does not report its state." };
  const fault = faultOf(status);
  if (fault !== undefined) return { state: fault.state, message: fault.message };
  return isIdle(status) ? { state: "ready", message: "Ready." } : { state: "busy", message: "Printing." };
}

function addressOf(printer: Printer): string {
  return `${printer.host}:${printer.port}`;
}
