/** Transport through CUPS, the print system of Linux and macOS; see spooler-transport.ts. */
import { cupsSpooler } from "../cups/cups-spooler.ts";
import type { CupsPrinter } from "../printer.ts";
import type { FollowTimeouts } from "./follow-job.ts";
import { createSpoolerTransport } from "./spooler-transport.ts";
import type { PrinterTransport } from "./transport.ts";

/**
 * Creates the transport.
 *
 * @param options.timeouts ms.
 */
export function createCupsTransport(
  options: { readonly timeouts?: Partial<FollowTimeouts> } = {},
): PrinterTransport<CupsPrinter> {
  return createSpoolerTransport(cupsSpooler, options);
}
