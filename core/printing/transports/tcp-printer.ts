/**
 * One raw TCP printer in this process: its connection, its last answers, and functions that query
 * it.
 */
import type {
  OdometerReading,
  Odometer,
  PrinterStatus,
  StatusQuery,
} from "../languages/language.ts";
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { KnownPrinter, PrinterKnowledge } from "./printer-knowledge.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import { createSharedConnection, type SharedConnection } from "./tcp-link.ts";
import type { TcpTimes } from "./tcp-times.ts";

/** `at`: ms, from a monotonic clock. */
type Dated<T> = { readonly value: T; readonly at: number };

export type PrinterSession = {
  readonly sharedConnection: SharedConnection;
  /** Highest measured speed of the line, bytes per second; 0 when unknown. */
  bytesPerSecond: number;
  /** Whether the printer ends the connection after a label; undefined when unknown. */
  endsAfterLabel: boolean | undefined;
  /**
   * Number of consecutive labels that the printer was not seen printing; only for languages that do
   * not count labels.
   */
  unseen: number;
  /**
   * Whether the odometer has ever moved for a label. If so, an odometer that does not move proves
   * that nothing was printed.
   */
  hasCounted: boolean;
  status: Dated<PrinterStatus> | undefined;
  reading: Dated<OdometerReading> | undefined;
};

export type TcpContext = {
  readonly times: TcpTimes;
  readonly knowledge: PrinterKnowledge;
  /** ms since 1970 */
  now(): number;
};

/** Returns the state of a printer to which nothing was sent yet. */
export function createPrinterSession(printer: TcpPrinter, times: TcpTimes): PrinterSession {
  const sharedConnection = createSharedConnection(
    (signal) => openPrinterConnection(printer, times, signal),
    {
      idleMs: times.idleMs,
      yieldMs: times.gateMs,
    },
  );
  return {
    sharedConnection,
    bytesPerSecond: 0,
    endsAfterLabel: undefined,
    unseen: 0,
    hasCounted: false,
    status: undefined,
    reading: undefined,
  };
}

/**
 * Returns the status query for a printer; undefined when its language has no status query, or a
 * person has disabled it.
 */
export function statusQueryOf(printer: TcpPrinter): StatusQuery | undefined {
  return printer.asksState ? getLanguage(printer.language).status : undefined;
}

/** Returns the answer if it is at most `freshMs` old. */
export function freshOf<T>(
  dated: Dated<T> | undefined,
  { freshMs }: Pick<TcpTimes, "freshMs">,
): T | undefined {
  return dated !== undefined && performance.now() - dated.at <= freshMs ? dated.value : undefined;
}

/**
 * Queries the printer's status, and records the answer. If a printer that has never answered does
 * not answer now, records that too.
 */
export async function askStatus(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  {
    connection,
    query,
    timeoutMs,
  }: { connection: PrinterConnection; query: StatusQuery; timeoutMs: number },
): Promise<PrinterStatus | undefined> {
  const status = await connection.ask(query, timeoutMs);
  if (status !== undefined) recordStatus(context, session, printer, status);
  else if (!context.knowledge.find(printer).hasAnswered)
    context.knowledge.note(printer, { unansweredAt: context.now() });
  return status;
}

/** Records a status answer. */
export function recordStatus(
  { knowledge }: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  status: PrinterStatus,
): void {
  session.status = { value: status, at: performance.now() };
  knowledge.note(printer, { hasAnswered: true });
}

/**
 * Returns the printer's odometer; undefined when the printer has no odometer that one label moves,
 * or none is known yet.
 */
export function odometerOf(printer: TcpPrinter, known: KnownPrinter): Odometer | undefined {
  return getLanguage(printer.language).odometers?.find(({ name }) => name === known.odometer);
}

/**
 * Reads the odometer's value; undefined when the printer did not answer in time, or one label may
 * not move the odometer.
 */
export async function readOdometer(
  session: PrinterSession,
  printer: TcpPrinter,
  {
    connection,
    odometer,
    timeoutMs,
  }: { connection: PrinterConnection; odometer: Odometer; timeoutMs: number },
): Promise<OdometerReading | undefined> {
  const reading = await connection.ask(odometer.query, timeoutMs);
  if (reading === undefined || !resolvesLabel(reading, printer)) return undefined;
  session.reading = { value: reading, at: performance.now() };
  return reading;
}

/** Returns whether one label moves the odometer by at least one count. */
export function resolvesLabel({ unitMm }: OdometerReading, { media }: TcpPrinter): boolean {
  return unitMm === null || media.heightMm >= unitMm;
}

/**
 * Converts a status answer to a printer's state; undefined means a printer that does not report its
 * state.
 */
export function stateOf(status: PrinterStatus | undefined): PrinterState {
  if (status === undefined)
    return { state: "ready", message: "Connected. This printer does not report its state." };
  const { fault, isIdle } = status;
  if (fault !== undefined) return { state: fault.state, message: fault.message };
  return isIdle ? { state: "ready", message: "Ready." } : { state: "busy", message: "Printing." };
}
