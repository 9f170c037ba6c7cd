/**
 * Checks the label printer before a purchase that prints: nothing is bought while the printer needs
 * a person to make it print.
 */
import { errors } from "../base/errors.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Printer } from "./printer.ts";
import { findPrinterFor } from "./printers.ts";
import type { PrinterState } from "./printers.schema.ts";

/** The state of a printer, at most a few seconds old; undefined when it is unknown. */
export type CurrentState = (printer: Printer) => Promise<PrinterState | undefined>;

/**
 * States that only a person at the printer can end. "unreachable" is not one of these states: an
 * unreachable printer is often restarting or in use by another desk, and the label waits for it.
 */
const STOPS: ReadonlySet<PrinterState["state"]> = new Set<PrinterState["state"]>([
  "paper out",
  "ribbon out",
  "head open",
]);

/**
 * Rejects a purchase when the label printer needs a person. The purchase is not rejected when there
 * is no label printer, or when its state is unknown.
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
      `${printer.name} is switched off under Printers. Nothing was bought. Switch it on there, or buy with printAnyway: the label then waits for the printer.`,
      { state: "printer off" },
    );
  const found = await currentState(printer);
  if (found === undefined || !STOPS.has(found.state)) return;
  throw errors.labelPrinterNotReady(
    `${printer.name}: ${found.message} Nothing was bought. Resolve this and buy again, or buy with printAnyway: the label then waits for the printer.`,
    { state: found.state },
  );
}
