/**
 * Raw TCP transport (port 9100). If the printer's language has a status query, a label is sent only
 * when the printer reports no fault. The label is CONFIRMED only when the printer afterwards
 * reports an empty buffer and its odometer, if any, has moved.
 *
 * A printer that has never answered gets labels anyway; only its first label waits, briefly, for an
 * answer. A printer that has answered before and is silent now gets no label, because some printers
 * fall silent exactly when they are out of labels or open.
 *
 * A failure before the label's first byte means that nothing was sent; after it the outcome is
 * unknown.
 */
import type { OdometerReading, PrinterStatus } from "../languages/language.ts";
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrintFailure } from "../printing.schema.ts";
import { addressOf, createMemoryKnowledge, type PrinterKnowledge } from "./printer-knowledge.ts";
import { confirmLabel, type SentLabel } from "./tcp-confirm.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import {
  askStatus,
  freshOf,
  createPrinterSession,
  odometerOf,
  statusQueryOf,
  readOdometer,
  type PrinterSession,
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
  /** Absent: knowledge that is lost when the process ends. */
  readonly knowledge?: PrinterKnowledge;
};

/** Creates the transport. It proves CONFIRMED for printers with a status query, otherwise SENT. */
export function createTcpTransport({
  times,
  now = Date.now,
  knowledge = createMemoryKnowledge(),
}: TcpOptions = {}): PrinterTransport<TcpPrinter> {
  const context: TcpContext = { times: { ...TIMES, ...times }, knowledge, now };
  const known = new Map<string, PrinterSession>();

  /** Printer records with the same address share one connection. */
  function sessionOf(printer: TcpPrinter): PrinterSession {
    const address = addressOf(printer);
    const session = known.get(address) ?? createPrinterSession(printer, context.times);
    known.set(address, session);
    return session;
  }

  return {
    proves: (printer) => (statusQueryOf(printer) === undefined ? "SENT" : "CONFIRMED"),
    async send(printer, bytes, options = {}) {
      const session = sessionOf(printer);
      try {
        return await session.sharedConnection.forLabel(
          (connection) => sendOn(context, session, printer, { connection, bytes, options }),
          options.signal,
        );
      } catch (error) {
        throw await withCause(context, session, printer, error);
      }
    },
    probe: (printer) => probePrinter(context, sessionOf(printer), printer),
  };
}

async function sendOn(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  {
    connection,
    bytes,
    options,
  }: { connection: PrinterConnection; bytes: Uint8Array; options: SendOptions },
): Promise<PrintOutcome> {
  options.onStage?.("connected");
  const { isAnswering, before } = await gate(context, session, printer, connection);
  if (options.isWanted?.() === false) throw notWanted();
  if (connection.hasEnded)
    throw new PrinterError(
      "nothing",
      "connection lost",
      `${printer.name} closed the connection. The label waits.`,
    );
  const startedAt = performance.now();
  await connection.write(
    bytes,
    (accepted) =>
      context.times.stallMs + onTheWayMs(context.times, accepted, session.bytesPerSecond),
  );
  options.onStage?.("sent");
  const label: SentLabel = { bytes: bytes.length, startedAt, before };
  if (isAnswering) return confirmLabel(context, session, printer, { connection, label });
  // A printer without a status query may need the end of the connection to recognise the end of a
  // document.
  if (getLanguage(printer.language).status === undefined) await connection.finish();
  else await connection.settle(context.times.settleMs);
  return { state: "SENT" };
}

/** `before`: the odometer's value; null without an odometer, undefined when reading it failed. */
type Gate = { readonly isAnswering: boolean; readonly before: OdometerReading | null | undefined };

/**
 * Checks the printer before a label.
 * @throws PrinterError `nothing` when the printer must not get a label.
 */
async function gate(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  connection: PrinterConnection,
): Promise<Gate> {
  const { times, knowledge } = context;
  const query = statusQueryOf(printer);
  const { hasAnswered, unansweredAt } = knowledge.find(printer);
  if (query === undefined || (!hasAnswered && unansweredAt !== null))
    return { isAnswering: false, before: null };
  const timeoutMs = times.gateMs;
  const status: PrinterStatus | undefined =
    (hasAnswered ? freshOf(session.status, times) : undefined) ??
    (await askStatus(context, session, printer, { connection, query, timeoutMs }));
  if (status === undefined) {
    if (hasAnswered)
      throw new PrinterError(
        "nothing",
        "no answer",
        `${printer.name} does not answer, although it did before. Check that it has labels and is closed. The label waits.`,
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
      freshOf(session.reading, times) ??
      (await readOdometer(session, printer, { connection, odometer, timeoutMs })),
  };
}

const LINE_FAILURES: ReadonlySet<PrintFailure> = new Set<PrintFailure>([
  "connection lost",
  "timeout",
  "no answer",
]);

/**
 * If the connection failed inside a label, queries the printer once more, and puts the fault that
 * it reports first in the error: a connection often breaks inside a label when the printer stops
 * for a cause such as paper out. A query prints nothing.
 */
async function withCause(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  error: unknown,
): Promise<unknown> {
  session.status = undefined; // the earlier status no longer holds
  const query = statusQueryOf(printer);
  if (
    !(error instanceof PrinterError) ||
    error.sent === "nothing" ||
    !LINE_FAILURES.has(error.reason)
  )
    return error;
  if (query === undefined || !context.knowledge.find(printer).hasAnswered) return error;
  const status = await askOverNewConnection(context, printer, (connection) =>
    askStatus(context, session, printer, { connection, query, timeoutMs: context.times.statusMs }),
  );
  const { fault, words } = status ?? {};
  if (fault === undefined || fault.reason === "busy") return error;
  return new PrinterError("maybe", fault.reason, `${fault.message} ${error.message}`, words);
}

/**
 * Queries over a separate connection.
 * @returns undefined without an answer.
 */
async function askOverNewConnection<T>(
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
