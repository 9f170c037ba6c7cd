/**
 * Confirms a label after its last byte was sent, as far as the printer's answers prove it:
 * CONFIRMED, or only SENT.
 */
import type { OdometerReading, PrinterStatus } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import {
  recordStatus,
  odometerOf,
  statusQueryOf,
  readOdometer,
  stateOf,
  type PrinterSession,
  type TcpContext,
} from "./tcp-printer.ts";
import { onTheWayMs } from "./tcp-times.ts";
import { PrinterError, type PrintOutcome } from "./transport.ts";

/**
 * `startedAt`: ms, before the label's first byte. `before`: the odometer at that time; null when
 * the printer has no odometer, undefined when it was not read.
 */
export type SentLabel = {
  readonly bytes: number;
  readonly startedAt: number;
  readonly before: OdometerReading | null | undefined;
};

type Sent = { readonly connection: PrinterConnection; readonly label: SentLabel };

/**
 * Queries the printer until it has nothing left to print.
 *
 * @throws PrinterError `maybe` when the printer stops before the label is printed.
 */
export async function confirmLabel(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times } = context;
  // Waits before the first query: a printer that ends the connection after a label would reset it
  // on a query, and the label's outcome would be unknown.
  if (session.endsAfterLabel !== false)
    await connection.settle(session.endsAfterLabel === true ? times.statusMs : times.settleMs);
  if (connection.hasEnded) {
    session.endsAfterLabel = true;
    return confirmOverNewConnection(context, session, printer, { connection, label });
  }
  session.endsAfterLabel = false;
  try {
    return await confirmOn(context, session, printer, { connection, label });
  } catch (error) {
    if (error instanceof PrinterError && error.reason === "connection lost")
      session.endsAfterLabel = undefined;
    throw error;
  }
}

async function confirmOn(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times } = context;
  const query = statusQueryOf(printer);
  if (query === undefined) return { state: "SENT" };
  const onTheWay = onTheWayMs(times, label.bytes, session.bytesPerSecond);
  const startedAt = performance.now();
  const deadline = startedAt + times.confirmMs + onTheWay;
  let isProof = query.countsLabels;
  for (let patienceMs = times.statusMs + onTheWay; ; patienceMs = times.statusMs) {
    const status = await connection.ask(query, patienceMs);
    if (status === undefined && connection.hasEnded)
      return confirmOverNewConnection(context, session, printer, { connection, label });
    if (status === undefined)
      throw new PrinterError(
        "maybe",
        "no answer",
        `${printer.name} accepted the label and then stopped answering. Check whether the label was printed.`,
      );
    recordStatus(context, session, printer, status);
    recordSpeed(session, label);
    const { fault, words = "" } = status;
    if (fault !== undefined && fault.reason !== "busy")
      throw new PrinterError(
        "maybe",
        fault.reason,
        `${fault.message} Then check whether the label was printed.`,
        words,
      );
    if (!status.isIdle) {
      isProof = true;
      session.unseen = 0;
    } else if (
      !isProof &&
      performance.now() - startedAt >= (session.unseen < MAX_UNSEEN ? times.beginMs : 0)
    ) {
      session.unseen += 1;
      return {
        state: "SENT",
        words: withWords(words, "it was not seen printing"),
        printer: stateOf(status),
      };
    }
    if (status.isIdle && isProof)
      return proveByOdometer(context, session, printer, { connection, label }, status);
    if (performance.now() >= deadline)
      return {
        state: "SENT",
        words: withWords(words, "it was still printing after the time limit"),
        printer: stateOf(status),
      };
    await connection.pause(times.pollMs);
  }
}

/**
 * After this many consecutive labels that were not seen printing, the wait for the start of
 * printing is skipped. Some printers print faster than they can be queried.
 */
const MAX_UNSEEN = 3;

/**
 * Shortest label for measuring the speed of the line, in bytes. A shorter label would measure the
 * printer's speed instead.
 */
const MIN_BYTES = 1_024;

function recordSpeed(session: PrinterSession, { bytes, startedAt }: SentLabel): void {
  if (bytes >= MIN_BYTES)
    session.bytesPerSecond = Math.max(
      session.bytesPerSecond,
      (bytes * 1_000) / Math.max(1, performance.now() - startedAt),
    );
}

/**
 * Checks the odometer of a printer that reports an empty buffer: the count must have moved.
 *
 * @throws PrinterError `maybe` when the odometer has counted earlier labels but not this label.
 */
async function proveByOdometer(
  { times, knowledge }: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  { connection, label }: Sent,
  status: PrinterStatus,
): Promise<PrintOutcome> {
  const { words = "" } = status;
  const state = stateOf(status);
  const { before } = label;
  if (before === null) return { state: "CONFIRMED", words, printer: state };
  const odometer = odometerOf(printer, knowledge.find(printer));
  if (odometer === undefined || before === undefined)
    return {
      state: "SENT",
      words: withWords(words, "its odometer did not answer before the label"),
      printer: state,
    };
  const deadline = performance.now() + times.odometerMs;
  for (;;) {
    const after = await connection.ask(odometer.query, times.statusMs);
    if (after === undefined)
      return {
        state: "SENT",
        words: withWords(words, "its odometer did not answer"),
        printer: state,
      };
    session.reading = { value: after, at: performance.now() };
    const moved = movedText(before, after);
    if (moved !== undefined) {
      session.hasCounted = true;
      return { state: "CONFIRMED", words: withWords(words, moved), printer: state };
    }
    if (performance.now() >= deadline) {
      const still = withWords(
        words,
        `it reported an empty buffer, but its odometer stayed at ${after.count}`,
      );
      if (session.hasCounted)
        throw new PrinterError(
          "maybe",
          "not counted",
          `${printer.name} reports that it is done, but has not counted the label. Check whether the label was printed.`,
          still,
        );
      return { state: "SENT", words: still, printer: state };
    }
    await connection.pause(times.pollMs);
  }
}

/**
 * Queries the printer over a new connection, because the printer ended the first connection after
 * the label without an error. Over the new connection only an odometer proves the label.
 */
async function confirmOverNewConnection(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times, knowledge } = context;
  // If the printer closed the connection before the label's end, the label's last bytes cause a
  // reset; the pause waits for it and throws.
  await connection.pause(times.settleMs);
  connection.close();
  const closed: PrintOutcome = { state: "SENT", words: "it ended the connection after the label" };
  const [query, odometer] = [statusQueryOf(printer), odometerOf(printer, knowledge.find(printer))];
  let separate: PrinterConnection;
  try {
    separate = await openPrinterConnection(printer, times);
  } catch {
    return closed;
  }
  try {
    const status =
      query === undefined
        ? undefined
        : await separate.ask(query, times.statusMs).catch(() => undefined);
    if (status === undefined) return closed;
    recordStatus(context, session, printer, status);
    const { fault, words = "" } = status;
    if (fault !== undefined && fault.reason !== "busy")
      throw new PrinterError(
        "maybe",
        fault.reason,
        `${fault.message} Then check whether the label was printed.`,
        words,
      );
    const { before } = label;
    const after =
      odometer === undefined || !status.isIdle || !separate.isReusable
        ? undefined
        : await readOdometer(session, printer, {
            connection: separate,
            odometer,
            timeoutMs: times.statusMs,
          }).catch(() => undefined);
    const moved = before === null || after === undefined ? undefined : movedText(before, after);
    return moved === undefined
      ? {
          ...closed,
          words: withWords(words, "it ended the connection after the label"),
          printer: stateOf(status),
        }
      : { state: "CONFIRMED", words: withWords(words, moved), printer: stateOf(status) };
  } finally {
    separate.close();
  }
}

/** Describes to a person how far the odometer moved; undefined when it did not move. */
function movedText(
  before: OdometerReading | undefined,
  after: OdometerReading,
): string | undefined {
  return before !== undefined && after.unitMm === before.unitMm && after.count > before.count
    ? `odometer ${before.count} to ${after.count}`
    : undefined;
}

function withWords(words: string, more: string): string {
  return words === "" ? more : `${words}; ${more}`;
}
