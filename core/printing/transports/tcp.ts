/**
 * Raw TCP printing (port 9100). A printer whose language has a question for its state gets a label
 * only when it is known to be well, and only one that reports an empty buffer afterwards, and whose
 * odometer has moved where it has one, counts as having printed.
 *
 * A printer that has never answered gets its labels unasked. One that has, and is silent now, gets
 * none: some fall silent exactly when they are out of labels or open.
 *
 * Before the first byte of the label a failure means that nothing was sent; after it the outcome is
 * unknown.
 */
import type { Meter, PrinterStatus } from "../languages/language.ts";
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrintFailure } from "../printing.schema.ts";
import { addressOf, createBriefKnowledge, type PrinterKnowledge } from "./printer-knowledge.ts";
import { confirmLabel, type SentLabel } from "./tcp-confirm.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import {
  askStatus,
  freshOf,
  meetPrinter,
  odometerOf,
  questionOf,
  readMeter,
  type MetPrinter,
  type TcpContext,
} from "./tcp-printer.ts";
import { probePrinter } from "./tcp-probe.ts";
import { onTheWayMs, TIMES, type TcpTimes } from "./tcp-times.ts";
import {
  notWanted,
  PrinterError,
  type PrinterTransport,
  type PrintOutcome,
  type SendOptions,
} from "./transport.ts";

type TcpOptions = {
  readonly times?: Partial<TcpTimes>;
  /** ms since 1970 */
  readonly now?: () => number;
  /** Ends with the process when absent. */
  readonly knowledge?: PrinterKnowledge;
};

/** Proves CONFIRMED of a printer that answers, SENT of another. */
export function createTcpTransport({
  times,
  now = Date.now,
  knowledge = createBriefKnowledge(),
}: TcpOptions = {}): PrinterTransport<TcpPrinter> {
  const context: TcpContext = { times: { ...TIMES, ...times }, knowledge, now };
  const known = new Map<string, MetPrinter>();

  /** Two records of one address share its line. */
  function meet(printer: TcpPrinter): MetPrinter {
    const address = addressOf(printer);
    const met = known.get(address) ?? meetPrinter(printer, context.times);
    known.set(address, met);
    return met;
  }

  return {
    proves: (printer) => (questionOf(printer) === undefined ? "SENT" : "CONFIRMED"),
    async send(printer, bytes, options = {}) {
      const met = meet(printer);
      try {
        return await met.link.forLabel(
          (connection) => sendOn(context, met, printer, { connection, bytes, options }),
          options.signal,
        );
      } catch (error) {
        throw await withCause(context, met, printer, error);
      }
    },
    probe: (printer) => probePrinter(context, meet(printer), printer),
  };
}

async function sendOn(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  {
    connection,
    bytes,
    options,
  }: { connection: PrinterConnection; bytes: Uint8Array; options: SendOptions },
): Promise<PrintOutcome> {
  options.onStage?.("connected");
  const { isAnswering, before } = await gate(context, met, printer, connection);
  if (options.isWanted?.() === false) throw notWanted();
  if (connection.hasEnded)
    throw new PrinterError(
      "nothing",
      "connection lost",
      `${printer.name} closed the connection. The label waits.`,
    );
  const begunAt = performance.now();
  await connection.write(
    bytes,
    (accepted) => context.times.stallMs + onTheWayMs(context.times, accepted, met.bytesPerSecond),
  );
  options.onStage?.("sent");
  const label: SentLabel = { bytes: bytes.length, begunAt, before };
  if (isAnswering) return confirmLabel(context, met, printer, { connection, label });
  // A language without a question for its state may need the end of the connection to know the end
  // of a document.
  if (getLanguage(printer.language).status === undefined) await connection.finish();
  else await connection.settle(context.times.settleMs);
  return { state: "SENT" };
}

/** `before`: what the odometer showed; null when the printer has none. */
type Gate = { readonly isAnswering: boolean; readonly before: Meter | null | undefined };

/** @throws PrinterError `nothing` when the printer must not be given a label. */
async function gate(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  connection: PrinterConnection,
): Promise<Gate> {
  const { times, knowledge } = context;
  const question = questionOf(printer);
  const { hasAnswered, askedInVainAt } = knowledge.find(printer);
  if (question === undefined || (!hasAnswered && askedInVainAt !== null))
    return { isAnswering: false, before: null };
  const timeoutMs = times.gateMs;
  const status: PrinterStatus | undefined =
    (hasAnswered ? freshOf(met.status, times) : undefined) ??
    (await askStatus(context, met, printer, { connection, question, timeoutMs }));
  if (status === undefined) {
    if (hasAnswered)
      throw new PrinterError(
        "nothing",
        "no answer",
        `${printer.name} does not answer as it did before. Look whether it has labels and is closed. The label waits.`,
      );
    return { isAnswering: false, before: null };
  }
  const { fault, words } = status;
  if (fault !== undefined)
    throw new PrinterError("nothing", fault.reason, `${fault.message} The label waits.`, words);
  const odometer = odometerOf(printer, knowledge.find(printer));
  if (odometer === undefined) return { isAnswering: true, before: null };
  return {
    isAnswering: true,
    before:
      freshOf(met.meter, times) ??
      (await readMeter(met, printer, { connection, odometer, timeoutMs })),
  };
}

const LINE_FAILURES: ReadonlySet<PrintFailure> = new Set<PrintFailure>([
  "connection lost",
  "timeout",
  "no answer",
]);

/**
 * A connection often breaks in a label because the printer stopped for a cause of its own, such as
 * paper out: it is asked once more, and its answer comes first. Asking prints nothing.
 */
async function withCause(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  error: unknown,
): Promise<unknown> {
  met.status = undefined; // what it was before does not hold any more
  const question = questionOf(printer);
  if (
    !(error instanceof PrinterError) ||
    error.sent === "nothing" ||
    !LINE_FAILURES.has(error.reason)
  )
    return error;
  if (question === undefined || !context.knowledge.find(printer).hasAnswered) return error;
  const status = await askApart(context, printer, (connection) =>
    askStatus(context, met, printer, { connection, question, timeoutMs: context.times.statusMs }),
  );
  const { fault, words } = status ?? {};
  if (fault === undefined || fault.reason === "busy") return error;
  return new PrinterError("maybe", fault.reason, `${fault.message} ${error.message}`, words);
}

/** Asks over a connection of its own. @returns undefined without an answer. */
async function askApart<T>(
  { times }: TcpContext,
  printer: TcpPrinter,
  ask: (connection: PrinterConnection) => Promise<T>,
): Promise<T | undefined> {
  try {
    const connection = await openPrinterConnection(printer, times);
    try {
      return await ask(connection);
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}
