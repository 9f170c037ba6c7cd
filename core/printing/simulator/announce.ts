/**
 * The simulated printer makes itself known on the network by mDNS, as Bonjour printers do. Off
 * unless it is asked for.
 */
import { Bonjour, type ServiceConfig } from "bonjour-service";
import { MODEL } from "./printer-answers.ts";
import type { SimulatorLanguage } from "./printer-stream.ts";

export type Announcement = { stop(): Promise<void> };

/** How an announcement names a language. */
const PDL: Readonly<Record<SimulatorLanguage, string>> = {
  ZPL: "application/vnd.zebra-zpl",
  TSPL: "application/vnd.tsc-tspl",
  EPL: "application/vnd.zebra-epl",
};
const LOOPBACK = /^127\./;

/**
 * Announces `_pdl-datastream._tcp`, and `_printer._tcp`, by which Bonjour knows printers of one
 * name, at the same port.
 *
 * @param printer.host Of the address it listens at; on loopback only programs of this machine see
 *   it.
 * @param onError Of the socket, such as a network without multicast.
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
  // Bound to an address of its own, a socket gets no multicast on Linux.
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
