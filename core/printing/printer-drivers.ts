/** Every driver there is, and which one a printer takes. A new kind of printer is added here. */
import type { PrinterDriver } from "./driver.ts";
import { createFileDriver } from "./file-driver.ts";
import type { PrinterDriverName } from "./printing.schema.ts";
import { createTcpDriver } from "./tcp-driver.ts";

export type PrinterDrivers = Readonly<Record<PrinterDriverName, PrinterDriver>>;

export function createPrinterDrivers(): PrinterDrivers {
  return { tcp: createTcpDriver(), file: createFileDriver() };
}

/** One driver for all printers: it hands each to its own. */
export function byDriver(drivers: PrinterDrivers): PrinterDriver {
  return {
    send: (printer, bytes, options) => drivers[printer.driver].send(printer, bytes, options),
    probe: (printer) => drivers[printer.driver].probe(printer),
  };
}
