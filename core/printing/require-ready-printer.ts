/**
 * The gate before a purchase that will print: a label is not paid for while a person must first go
 * to the printer.
 */
import { errors } from "../base/errors.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Printer } from "./printer.ts";
import { findPrinterFor } from "./printers.ts";
import type { PrinterState } from "./printers.schema.ts";

/** The state of a printer, at most some seconds old; undefined when it is not known. */
export type CurrentState = (printer: Printer) => Promise<PrinterState | undefined>;

/**
 * States that only a person at the printer ends. One that cannot be reached is none: it is often
 * restarting or in another desk's use, what it holds is not known, and the label waits for it.
 */
const STOPS: ReadonlySet<PrinterState["state"]> = new Set<PrinterState["state"]>([
  "paper out",
  "ribbon out",
  "head open",
]);

/**
 * No printer, one that reports no state, and one whose state is not known in time are no reason to
 * refuse.
 *
 * @throws AppError E2063 when the label printer is out of paper or ribbon, open, or switched off
 *   under Printers.
 */
export async function requireReadyPrinter(
  deps: Pick<PrintingDeps, "settings">,
  currentState: CurrentState,
): Promise<void> {
  const printer = findPrinterFor(deps, "label");
  if (printer === undefined) return;
  if (!printer.isActive)
    throw errors.labelPrinterNotReady(
      `${printer.name} is switched off under Printers. Nothing was bought. Switch it on there, or buy with printAnyway: the label waits then.`,
      { state: "printer off" },
    );
  const found = await currentState(printer);
  if (found === undefined || !STOPS.has(found.state)) return;
  throw errors.labelPrinterNotReady(
    `${printer.name}: ${found.message} Nothing was bought. Put it in order and buy again, or buy with printAnyway: the label waits then.`,
    { state: found.state },
  );
}
