/** mDNS announcement of the simulated printer, like that of Bonjour printers. Off by default. */
import { Bonjour, type ServiceConfig } from "bonjour-service";
import { MODEL } from "./printer-answers.ts";
import type { SimulatorLanguage } from "./printer-stream.ts";

export type Announcement = { stop(): Promise<void> };

/** Name by which each language is announced. */
const PDL: Readonly<Record<SimulatorLanguage, string>> = {
  ZPL: "application/vnd.zebra-zpl",
  TSPL: "application/vnd.tsc-tspl",
  EPL: "application/vnd.zebra-epl",
};
const LOOPBACK = /^127\./;

/**
 * Announces `_pdl-datastream._tcp` and, at the same port, `_printer._tcp`, by which Bonjour groups
 * a printer's services.
 *
 * @param printer.host Address at which the printer listens; on loopback only programs of this
 * machine see the announcement.
 * @param onError Called for socket errors, such as a network without multicast.
 */
export function announcePrinter(
  printer: {
    readonly name: string;
    readonly host: string;
    readonly port: number;
    readonly language: SimulatorLanguage;
  },
  onError: (error: unknown) => void,
): Announcement {
  // On Linux a socket that is bound to a specific address gets no multicast.
  const options: Partial<ServiceConfig> & { readonly interface?: string; readonly bind: string } = {
    bind: "0.0.0.0",
    ...(LOOPBACK.test(printer.host) ? { interface: printer.host } : {}),
  };
  const bonjour = new Bonjour(options, onError);
  bonjour["server"].mdns.on("error", onError);
  const txt = {
    txtvers: "1",
    ty: MODEL,
    product: `(${MODEL})`,
    pdl: PDL[printer.language],
    note: "Simulator",
  };
  for (const type of ["pdl-datastream", "printer"])
    bonjour.publish({
      name: printer.name,
      type,
      port: printer.port,
      txt,
      probe: false,
      disableIPv6: true,
    });
  return {
    stop: () =>
      new Promise((resolve) => {
        bonjour.unpublishAll(() => bonjour.destroy(() => resolve()));
      }),
  };
}
