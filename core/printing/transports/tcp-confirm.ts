/**
 * Confirms a label after its last byte was sent, as far as the printer's answers prove it:
 * CONFIRMED, or only SENT.
 */
import type { Meter, PrinterStatus } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import {
  noteStatus,
  odometerOf,
  questionOf,
  readMeter,
  stateOf,
  type MetPrinter,
  type TcpContext,
} from "./tcp-printer.ts";
import { onTheWayMs } from "./tcp-times.ts";
import { PrinterError, type PrintOutcome } from "./transport.ts";

/**
 * `begunAt`: ms, before the label's first byte. `before`: the odometer at that time; null when the
 * printer has none, undefined when it was not read.
 */
export type SentLabel = {
  readonly bytes: number;
  readonly begunAt: number;
  readonly before: Meter | null | undefined;
};

type Sent = { readonly connection: PrinterConnection; readonly label: SentLabel };

/**
 * Queries the printer until it has nothing left to print.
 *
 * @throws PrinterError `maybe` when the printer stops before that.
 */
export async function confirmLabel(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times } = context;
  // A printer that ends the connection after a label would reset it on a query, and the label's
  // outcome would be unknown.
  if (met.endsAfterLabel !== false)
    await connection.settle(met.endsAfterLabel === true ? times.statusMs : times.settleMs);
  if (connection.hasEnded) {
    met.endsAfterLabel = true;
    return confirmApart(context, met, printer, { connection, label });
  }
  met.endsAfterLabel = false;
  try {
    return await confirmOn(context, met, printer, { connection, label });
  } catch (error) {
    if (error instanceof PrinterError && error.reason === "connection lost")
      met.endsAfterLabel = undefined;
    throw error;
  }
}

async function confirmOn(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times } = context;
  const question = questionOf(printer);
  if (question === undefined) return { state: "SENT" };
  const onTheWay = onTheWayMs(times, label.bytes, met.bytesPerSecond);
  const begunAt = performance.now();
  const deadline = begunAt + times.confirmMs + onTheWay;
  let isProof = question.countsLabels;
  for (let patienceMs = times.statusMs + onTheWay; ; patienceMs = times.statusMs) {
    const status = await connection.ask(question, patienceMs);
    if (status === undefined && connection.hasEnded)
      return confirmApart(context, met, printer, { connection, label });
    if (status === undefined)
      throw new PrinterError(
        "maybe",
        "no answer",
        `${printer.name} took the label and then fell silent. Look whether the label came out.`,
      );
    noteStatus(context, met, printer, status);
    noteSpeed(met, label);
    const { fault, words = "" } = status;
    if (fault !== undefined && fault.reason !== "busy")
      throw new PrinterError(
        "maybe",
        fault.reason,
        `${fault.message} Then look whether the label came out.`,
        words,
      );
    if (!status.isIdle) {
      isProof = true;
      met.unseen = 0;
    } else if (
      !isProof &&
      performance.now() - begunAt >= (met.unseen < MOST_UNSEEN ? times.beginMs : 0)
    ) {
      met.unseen += 1;
      return {
        state: "SENT",
        words: withWords(words, "it was not seen printing"),
        printer: stateOf(status),
      };
    }
    if (status.isIdle && isProof)
      return proveByOdometer(context, met, printer, { connection, label }, status);
    if (performance.now() >= deadline)
      return {
        state: "SENT",
        words: withWords(words, "it was still printing after its time"),
        printer: stateOf(status),
      };
    await connection.pause(times.pollMs);
  }
}

/**
 * Labels in a row that were not seen printing before the wait for it is skipped, for printers that
 * print faster than they can be queried.
 */
const MOST_UNSEEN = 3;

/** Shortest label for measuring the line; shorter ones measure the printer instead. */
const LEAST_BYTES = 1_024;

function noteSpeed(met: MetPrinter, { bytes, begunAt }: SentLabel): void {
  if (bytes >= LEAST_BYTES)
    met.bytesPerSecond = Math.max(
      met.bytesPerSecond,
      (bytes * 1_000) / Math.max(1, performance.now() - begunAt),
    );
}

/**
 * Checks the odometer of a printer that reports an empty buffer: the count must have moved.
 *
 * @throws PrinterError `maybe` when the odometer has counted earlier labels but not this one.
 */
async function proveByOdometer(
  { times, knowledge }: TcpContext,
  met: MetPrinter,
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
  const deadline = performance.now() + times.meterMs;
  for (;;) {
    const after = await connection.ask(odometer.question, times.statusMs);
    if (after === undefined)
      return {
        state: "SENT",
        words: withWords(words, "its odometer did not answer"),
        printer: state,
      };
    met.meter = { value: after, at: performance.now() };
    const moved = movedText(before, after);
    if (moved !== undefined) {
      met.hasCounted = true;
      return { state: "CONFIRMED", words: withWords(words, moved), printer: state };
    }
    if (performance.now() >= deadline) {
      const still = withWords(
        words,
        `it reported an empty buffer, and its odometer stood still at ${after.count}`,
      );
      if (met.hasCounted)
        throw new PrinterError(
          "maybe",
          "not counted",
          `${printer.name} reports that it is done, and has not counted the label. Look whether the label came out.`,
          still,
        );
      return { state: "SENT", words: still, printer: state };
    }
    await connection.pause(times.pollMs);
  }
}

/**
 * Queries the printer over a new connection, because it ended the first one after the label without
 * an error. Only an odometer proves the label then.
 */
async function confirmApart(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  { connection, label }: Sent,
): Promise<PrintOutcome> {
  const { times, knowledge } = context;
  await connection.pause(times.settleMs); // a connection that the printer closed inside the label is reset by its last bytes
  connection.close();
  const closed: PrintOutcome = { state: "SENT", words: "it ended the connection after the label" };
  const [question, odometer] = [questionOf(printer), odometerOf(printer, knowledge.find(printer))];
  let apart: PrinterConnection;
  try {
    apart = await openPrinterConnection(printer, times);
  } catch {
    return closed;
  }
  try {
    const status =
      question === undefined
        ? undefined
        : await apart.ask(question, times.statusMs).catch(() => undefined);
    if (status === undefined) return closed;
    noteStatus(context, met, printer, status);
    const { fault, words = "" } = status;
    if (fault !== undefined && fault.reason !== "busy")
      throw new PrinterError(
        "maybe",
        fault.reason,
        `${fault.message} Then look whether the label came out.`,
        words,
      );
    const { before } = label;
    const after =
      odometer === undefined || !status.isIdle || !apart.isReusable
        ? undefined
        : await readMeter(met, printer, {
            connection: apart,
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
    apart.close();
  }
}

/** @returns How far the odometer moved, as text for a person; undefined when it did not move. */
function movedText(before: Meter | undefined, after: Meter): string | undefined {
  return before !== undefined && after.unitMm === before.unitMm && after.count > before.count
    ? `odometer ${before.count} to ${after.count}`
    : undefined;
}

function withWords(words: string, more: string): string {
  return words === "" ? more : `${words}; ${more}`;
}
