/**
 * One raw TCP printer as this process has met it: its line, its last answers, and what is known of
 * it for good.
 */
import type { Meter, Odometer, PrinterStatus, StatusQuestion } from "../languages/language.ts";
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { KnownPrinter, PrinterKnowledge } from "./printer-knowledge.ts";
import { openPrinterConnection, type PrinterConnection } from "./tcp-connection.ts";
import { createPrinterLink, type PrinterLink } from "./tcp-link.ts";
import type { TcpTimes } from "./tcp-times.ts";

/** `at`: ms, of a clock that is never set. */
type Dated<T> = { readonly value: T; readonly at: number };

export type MetPrinter = {
  readonly link: PrinterLink;
  /** The fastest that its line has been, bytes a second; 0 while that is not known. */
  bytesPerSecond: number;
  /** Whether it ends the connection after a label; undefined while that has not been seen. */
  endsAfterLabel: boolean | undefined;
  /**
   * Labels in a row after which it was not seen printing; only of a language that does not count
   * labels.
   */
  unseen: number;
  /**
   * Whether its odometer has moved for a label: then one that stands still is not a slow odometer.
   */
  hasCounted: boolean;
  status: Dated<PrinterStatus> | undefined;
  meter: Dated<Meter> | undefined;
};

export type TcpContext = {
  readonly times: TcpTimes;
  readonly knowledge: PrinterKnowledge;
  /** ms since 1970 */
  now(): number;
};

/** @returns A printer that nothing was sent to yet. */
export function meetPrinter(printer: TcpPrinter, times: TcpTimes): MetPrinter {
  const link = createPrinterLink((signal) => openPrinterConnection(printer, times, signal), {
    idleMs: times.idleMs,
    yieldMs: times.gateMs,
  });
  return {
    link,
    bytesPerSecond: 0,
    endsAfterLabel: undefined,
    unseen: 0,
    hasCounted: false,
    status: undefined,
    meter: undefined,
  };
}

/**
 * @returns The question for a printer's state; undefined when its language has none, or a person
 *   has switched it off.
 */
export function questionOf(printer: TcpPrinter): StatusQuestion | undefined {
  return printer.asksState ? getLanguage(printer.language).status : undefined;
}

/** @returns What was answered at most `freshMs` ago. */
export function freshOf<T>(
  dated: Dated<T> | undefined,
  { freshMs }: Pick<TcpTimes, "freshMs">,
): T | undefined {
  return dated !== undefined && performance.now() - dated.at <= freshMs ? dated.value : undefined;
}

/** Asks for the state, and notes the answer, or that there was none. */
export async function askStatus(
  context: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  {
    connection,
    question,
    timeoutMs,
  }: { connection: PrinterConnection; question: StatusQuestion; timeoutMs: number },
): Promise<PrinterStatus | undefined> {
  const status = await connection.ask(question, timeoutMs);
  if (status !== undefined) noteStatus(context, met, printer, status);
  else if (!context.knowledge.find(printer).hasAnswered)
    context.knowledge.note(printer, { askedInVainAt: context.now() });
  return status;
}

/** Notes an answer about the state. */
export function noteStatus(
  { knowledge }: TcpContext,
  met: MetPrinter,
  printer: TcpPrinter,
  status: PrinterStatus,
): void {
  met.status = { value: status, at: performance.now() };
  knowledge.note(printer, { hasAnswered: true });
}

/** @returns The printer's odometer, when it has one that a label of this printer's paper moves. */
export function odometerOf(printer: TcpPrinter, known: KnownPrinter): Odometer | undefined {
  return getLanguage(printer.language).odometers?.find(({ name }) => name === known.odometer);
}

/**
 * @returns What the odometer shows; undefined when it did not answer in time, or one label may not
 *   move it.
 */
export async function readMeter(
  met: MetPrinter,
  printer: TcpPrinter,
  {
    connection,
    odometer,
    timeoutMs,
  }: { connection: PrinterConnection; odometer: Odometer; timeoutMs: number },
): Promise<Meter | undefined> {
  const meter = await connection.ask(odometer.question, timeoutMs);
  if (meter === undefined || !resolvesLabel(meter, printer)) return undefined;
  met.meter = { value: meter, at: performance.now() };
  return meter;
}

/** Whether one label moves it by at least one. */
export function resolvesLabel({ unitMm }: Meter, { media }: TcpPrinter): boolean {
  return unitMm === null || media.heightMm >= unitMm;
}

/** @returns The state that an answer, or none, stands for. */
export function stateOf(status: PrinterStatus | undefined): PrinterState {
  if (status === undefined)
    return { state: "ready", message: "Connected. This printer does not report its state." };
  const { fault, isIdle } = status;
  if (fault !== undefined) return { state: fault.state, message: fault.message };
  return isIdle ? { state: "ready", message: "Ready." } : { state: "busy", message: "Printing." };
}
