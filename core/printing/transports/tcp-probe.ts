/**
 * Status queries to a raw TCP printer, in a loop that runs parallel to labels. Only this loop asks
 * a printer for its identity, looks for its odometer, and repeats queries to a printer that has
 * never answered; no label waits for that.
 */
import { getLanguage } from "../languages/languages.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrinterState } from "../printers.schema.ts";
import type { PrinterConnection } from "./tcp-connection.ts";
import {
  askStatus,
  odometerOf,
  statusQueryOf,
  readOdometer,
  resolvesLabel,
  stateOf,
  type PrinterSession,
  type TcpContext,
} from "./tcp-printer.ts";

const PRINTING: PrinterState = { state: "busy", message: "Printing." };

/** Queries a printer's state. Never rejects. */
export async function probePrinter(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
): Promise<PrinterState> {
  try {
    const state = await session.sharedConnection.forQuery((connection) =>
      probeOn(context, session, printer, connection),
    );
    // The identity is queried after the state is known, so that a printer that ignores the query
    // does not delay the state.
    if (isToIdentify(context, printer))
      void session.sharedConnection
        .forQuery((connection) => identify(context, printer, connection))
        .catch(() => undefined);
    return state ?? PRINTING;
  } catch (error) {
    return {
      state: "unreachable",
      message: error instanceof Error ? error.message : String(error),
    };
  }
}

async function probeOn(
  context: TcpContext,
  session: PrinterSession,
  printer: TcpPrinter,
  connection: PrinterConnection,
): Promise<PrinterState> {
  const query = statusQueryOf(printer);
  const { hasAnswered, unansweredAt } = context.knowledge.find(printer);
  const isTriedLately =
    unansweredAt !== null && context.now() - unansweredAt < context.times.askAgainMs;
  if (query === undefined || (!hasAnswered && isTriedLately)) return stateOf(undefined);
  const status = await askStatus(context, session, printer, {
    connection,
    query,
    timeoutMs: context.times.statusMs,
  });
  if (status === undefined)
    return hasAnswered
      ? {
          state: "no answer",
          message: `${printer.name} does not answer, although it did before. Check that it has labels and is closed.`,
        }
      : stateOf(undefined);
  const odometer = odometerOf(printer, context.knowledge.find(printer));
  if (odometer !== undefined && connection.isReusable)
    await readOdometer(session, printer, {
      connection,
      odometer,
      timeoutMs: context.times.statusMs,
    });
  return stateOf(status);
}

/**
 * Returns whether to ask a printer for its identity now: once it has answered a status query, and
 * every ten minutes after that.
 */
function isToIdentify({ knowledge, times, now }: TcpContext, printer: TcpPrinter): boolean {
  const { hasAnswered, identifiedAt } = knowledge.find(printer);
  return (
    hasAnswered &&
    statusQueryOf(printer) !== undefined &&
    (identifiedAt === null || now() - identifiedAt >= times.askAgainMs)
  );
}

/** Asks for the printer's identity, and looks for an odometer. */
async function identify(
  { knowledge, times, now }: TcpContext,
  printer: TcpPrinter,
  connection: PrinterConnection,
): Promise<void> {
  const { identity, odometers = [] } = getLanguage(printer.language);
  if (identity === undefined) return;
  const found = await connection.ask(identity, times.statusMs);
  knowledge.note(printer, {
    identifiedAt: now(),
    ...(found === undefined
      ? {}
      : { identity: { model: found.model, firmware: found.firmware, dpi: found.dpi } }),
  });
  if (found === undefined) return;
  for (const { name, needsSettings, query } of odometers) {
    if (needsSettings && !found.hasSettings) continue;
    const reading = await connection.ask(query, times.statusMs);
    if (reading !== undefined && resolvesLabel(reading, printer))
      return knowledge.note(printer, { odometer: name });
    if (!connection.isReusable) break; // a late answer would be read as the answer to another query
  }
  knowledge.note(printer, { odometer: "none" });
}
