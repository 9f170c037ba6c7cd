/**
 * The last known state of each printer that has a role: asked every few seconds, and whenever a print job changes. The desk
 * shows it at once instead of waiting for a printer that may not answer.
 */
import type { Deps } from "../deps.ts";
import type { Printer } from "./printer.ts";
import type { PrinterState } from "./printing.schema.ts";
import { printersChanged } from "./waiting-jobs.ts";

/** `at`: when it was learned, ISO 8601; null before the first question. */
type KnownState = { readonly state: PrinterState["state"] | "unknown"; readonly message: string; readonly at: string | null };
export type PrinterWatch = {
  /** The state at the last question; "unknown" before the first one. */
  stateOf(printerID: string): KnownState;
  /** Asks the printer for its state, at most for as long as its transport waits. Not while a label is being sent: many printers accept one connection at a time. */
  ask(printer: Printer): Promise<void>;
};

const NOT_ASKED: KnownState = { state: "unknown", message: "The printer has not been asked yet.", at: null };

/** Nothing is asked until `ask` is called. */
export function watchPrinter(deps: Deps): PrinterWatch {
  const states = new Map<string, KnownState>();
  /** The state for which waiting labels were last made due: on a full disk that may fail, and is done at the next question. */
  const noted = new Map<string, string>();
  return {
    stateOf: (id) => states.get(id) ?? NOT_ASKED,
    async ask(printer) {
      const { state, message } = await deps.printers.probe(printer);
      states.set(printer.id, { state, message, at: deps.now() });
      // A printer that is ready again gets its waiting labels now, not at its next turn.
      if (noted.get(printer.id) === state) return;
      printersChanged(deps, printer.id);
      noted.set(printer.id, state);
    },
  };
}
