/**
 * Printers of this desk with their last known state and the number of waiting jobs, read without
 * contacting any printer.
 */
import type { z } from "zod";
import type { PrintingDeps } from "./deps.ts";
import { findDevice } from "./keep-knowledge.ts";
import { printerRecord, type Printer } from "./printer.ts";
import { listPrinters, targetsOf } from "./printers.ts";
import type { livePrinterSchema, printerAnswerSchema } from "./printers.schema.ts";
import { countWaiting } from "./waiting-jobs.store.ts";
import type { PrinterWatch } from "./watch-printer.ts";

/** Returns the HTTP representation of a printer. */
export function presentPrinter(
  deps: Pick<PrintingDeps, "db" | "printers">,
  printer: Printer,
): z.infer<typeof printerAnswerSchema> {
  return {
    ...printerRecord(printer),
    proves: deps.printers.proves(printer),
    device: findDevice(deps, printer),
  };
}

/** Returns the desk's printers, in the order in which they were set up. */
export function listLivePrinters(
  deps: Pick<PrintingDeps, "db" | "settings" | "printers">,
  watch: Pick<PrinterWatch, "stateOf">,
): z.infer<typeof livePrinterSchema>[] {
  return listPrinters(deps).map((printer) => {
    const { state, message, at } = watch.stateOf(printer);
    const waiting = targetsOf(deps, printer.id).reduce(
      (sum, target) => sum + countWaiting(deps.db, target),
      0,
    );
    return { ...presentPrinter(deps, printer), state, stateMessage: message, stateAt: at, waiting };
  });
}
