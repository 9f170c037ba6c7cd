/**
 * The last known state of the label printer: asked every few seconds, and whenever a print job changes. The desk
 * shows it at once instead of waiting for a printer that may not answer.
 */
import type { Deps } from "../deps.ts";
import { labelPrinter } from "./printers.ts";
import { printersChanged } from "./run-queue.ts";

type PrinterState = { readonly state: string; readonly message: string };
export type PrinterWatch = { stateOf(printerID: string): PrinterState; ask(): Promise<void> };

const NOT_ASKED: PrinterState = { state: "unknown", message: "The printer has not been asked yet." };

export function watchPrinter(deps: Deps): PrinterWatch {
  const states = new Map<string, PrinterState>();
  /** The state at which the queue was last told: on a full disk that may fail, and is done at the next look. */
  const told = new Map<string, string>();
  return {
    stateOf: (id) => states.get(id) ?? NOT_ASKED,
    async ask() {
      const printer = labelPrinter(deps);
      if (printer === undefined) return;
      const { state, message } = await deps.printers.probe(printer);
      states.set(printer.id, { state, message });
      // A printer that is back gets what waits for it now, not at its next turn.
      if (told.get(printer.id) === state) return;
      printersChanged(deps, printer.id);
      told.set(printer.id, state);
    },
  };
}
