/**
 * All transports combined: each printer is served by its own transport. A new transport is a file
 * in this folder and an entry here.
 */
import { findOtherLanguage } from "../languages/languages.ts";
import type { Printer } from "../printer.ts";
import { createCupsTransport } from "./cups.ts";
import { createFileTransport } from "./file.ts";
import { createTcpTransport } from "./tcp.ts";
import type { PrinterKnowledge } from "./printer-knowledge.ts";
import { PrinterError, type PrinterTransport, type Transports } from "./transport.ts";
import { createWindowsTransport } from "./windows.ts";

/**
 * Creates all transports of the product, each with its own state of the printers that it has
 * contacted.
 *
 * @param knowledge Persistent knowledge about network printers.
 */
export function createTransports(knowledge: PrinterKnowledge): Transports {
  return {
    tcp: createTcpTransport({ knowledge }),
    file: createFileTransport(),
    cups: createCupsTransport(),
    windows: createWindowsTransport(),
  };
}

/**
 * Combines the transports into one. Bytes that start like a file of a different language are not
 * sent, because a printer prints a language that it does not understand as text, page after page.
 */
export function joinTransports(transports: Transports): PrinterTransport {
  return {
    proves: (printer) =>
      onItsTransport(transports, printer, (transport, own) => transport.proves(own)),
    async send(printer, bytes, options) {
      const other = findOtherLanguage(printer.language, bytes);
      if (other !== undefined)
        throw new PrinterError(
          "nothing",
          "fault",
          `${printer.name} understands ${printer.language}. ${other} is not sent to it.`,
        );
      return onItsTransport(transports, printer, (transport, own) =>
        transport.send(own, bytes, options),
      );
    },
    probe: (printer) =>
      onItsTransport(transports, printer, (transport, own) => transport.probe(own)),
  };
}

function onItsTransport<T>(
  transports: Transports,
  printer: Printer,
  run: <P extends Printer>(transport: PrinterTransport<P>, own: P) => T,
): T {
  switch (printer.transport) {
    case "tcp":
      return run(transports.tcp, printer);
    case "file":
      return run(transports.file, printer);
    case "cups":
      return run(transports.cups, printer);
    case "windows":
      return run(transports.windows, printer);
  }
}
