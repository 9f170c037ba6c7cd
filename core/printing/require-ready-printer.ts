/**
 * Checks the label printer before a purchase that prints: nothing is bought while the printer is
 * out of paper or ribbon, open, or switched off in the settings.
 */
import { errors } from "../base/errors.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Printer } from "./printer.ts";
import { findPrinterFor } from "./printers.ts";
import type { PrinterState } from "./printers.schema.ts";

/** Returns a printer's state, at most a few seconds old; undefined when it is unknown. */
export type CurrentState = (printer: Printer) => Promise<PrinterState | undefined>;

/**
 * States in which a person must first load or close the printer. Other states stop no purchase: an
 * unreachable printer, for example, is often restarting or in use by another desk, and the label
 * waits for it.
 */
const STOPS: ReadonlySet<PrinterState["state"]> = new Set<PrinterState["state"]>([
  "paper out",
  "ribbon out",
  "head open",
]);

/**
 * Rejects a purchase when the label printer is not ready for labels. The purchase is not rejected
 * when there is no label printer, or when its state is unknown.
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
