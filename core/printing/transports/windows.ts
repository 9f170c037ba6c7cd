/** Transport through Windows's spooler, with any installed driver; see spooler-transport.ts. */
import type { WindowsPrinter } from "../printer.ts";
import { createWindowsSpooler } from "../windows/windows-spooler.ts";
import { createSpoolerTransport } from "./spooler-transport.ts";
import type { PrinterTransport } from "./transport.ts";

/**
 * Creates the transport. No thread is started and no library is loaded before the first Windows
 * printer is used.
 */
export function createWindowsTransport(): PrinterTransport<WindowsPrinter> {
  return createSpoolerTransport(createWindowsSpooler());
}
