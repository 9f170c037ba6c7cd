/**
 * Printing through Windows's spooler, by any driver that is installed: as through every spooler.
 */
import type { WindowsPrinter } from "../printer.ts";
import { createWindowsSpooler } from "../windows/windows-spooler.ts";
import { createSpoolerTransport } from "./spooler-transport.ts";
import type { PrinterTransport } from "./transport.ts";

/** No thread is started and nothing is loaded before the first printer of Windows is used. */
export function createWindowsTransport(): PrinterTransport<WindowsPrinter> {
  return createSpoolerTransport(createWindowsSpooler());
}
