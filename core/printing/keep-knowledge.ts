/**
 * Stores in the database what is known about network printers, so that after a restart a printer
 * that had stopped answering is still known to be silent.
 */
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Printer } from "./printer.ts";
import * as store from "./printer-knowledge.store.ts";
import type { PrinterDevice } from "./printers.schema.ts";
import {
  addressOf,
  knowledgeKey,
  UNKNOWN_PRINTER,
  type KnownPrinter,
  type PrinterKnowledge,
} from "./transports/printer-knowledge.ts";

/**
 * Shortest time between two writes of "the printer answers", ms; without it the database would be
 * written every few seconds.
 */
const NOTE_ANSWER_EVERY_MS = 60 * 60_000;

/**
 * Creates the stored knowledge. A printer's row is read from the database once, and written when it
 * changes.
 */
export function createStoredKnowledge(
  deps: Pick<PrintingDeps, "db" | "now" | "log" | "newId">,
): PrinterKnowledge {
  const known = new Map<
    string,
    { readonly row: store.PrinterKnowledgeRow | undefined; readonly value: KnownPrinter }
  >();
  const read: PrinterKnowledge["find"] = (printer) => entry(printer).value;
  const entry = (printer: Parameters<PrinterKnowledge["find"]>[0]) => {
    const key = knowledgeKey(printer);
    const row = known.get(key)?.row ?? store.findKnowledge(deps.db, printer.id, addressOf(printer));
    const found = known.get(key) ?? {
      row,
      value: row === undefined ? UNKNOWN_PRINTER : readRow(row),
    };
    known.set(key, found);
    return found;
  };
  return {
    find: read,
    note(printer, change) {
      const { row, value } = entry(printer);
      const now = deps.now();
      const changed: KnownPrinter = { ...value, ...change };
      const next: store.PrinterKnowledgeRow = {
        printerID: printer.id,
        address: addressOf(printer),
        firstAnswerAt: row?.firstAnswerAt ?? (changed.hasAnswered ? now : null),
        lastAnswerAt: change.hasAnswered === true ? now : (row?.lastAnswerAt ?? null),
        askedAt: dateOf(changed.unansweredAt),
        model: changed.identity?.model ?? "",
        firmware: changed.identity?.firmware ?? "",
        dpi: changed.identity?.dpi ?? null,
        odometer: changed.odometer,
        identifiedAt: dateOf(changed.identifiedAt),
      };
      if (row !== undefined && isUnchanged(row, next)) return;
      known.set(knowledgeKey(printer), { row: next, value: changed });
      guarded(deps.log, "knowledge about a printer could not be stored", () =>
        inTransaction(deps, () => store.putKnowledge(deps.db, next)),
      );
    },
  };
}

function isUnchanged(row: store.PrinterKnowledgeRow, next: store.PrinterKnowledgeRow): boolean {
  const isSame =
    JSON.stringify({ ...row, lastAnswerAt: "" }) === JSON.stringify({ ...next, lastAnswerAt: "" });
  return (
    isSame &&
    row.lastAnswerAt !== null &&
    Math.abs(Date.parse(next.lastAnswerAt ?? "") - Date.parse(row.lastAnswerAt)) <
      NOTE_ANSWER_EVERY_MS
  );
}

function readRow(row: store.PrinterKnowledgeRow): KnownPrinter {
  const { model, firmware, dpi } = row;
  return {
    hasAnswered: row.firstAnswerAt !== null,
    unansweredAt: row.askedAt === null ? null : Date.parse(row.askedAt),
    identifiedAt: row.identifiedAt === null ? null : Date.parse(row.identifiedAt),
    odometer: row.odometer,
    identity: model === "" ? undefined : { model, firmware, dpi },
  };
}

function dateOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Deletes what is known about a printer that was removed. */
export function deletePrinterKnowledge(deps: WriteDeps, printerID: string): void {
  inTransaction(deps, () => store.deleteKnowledge(deps.db, printerID));
}

/**
 * Returns the printer's report about itself, and whether its configured density differs; null for a
 * printer that has not identified itself.
 */
export function findDevice(deps: ReadDeps, printer: Printer): PrinterDevice | null {
  const row =
    printer.transport === "tcp"
      ? store.findKnowledge(deps.db, printer.id, addressOf(printer))
      : undefined;
  if (row === undefined || row.model === "") return null;
  const { model, firmware, dpi } = row;
  return {
    model,
    firmware,
    dpi,
    warning: dpi !== null && dpi !== printer.dpi ? "density differs" : null,
  };
}
