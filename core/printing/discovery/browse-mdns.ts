/**
 * Printers that announce themselves by mDNS. The socket is open only while a person searches: on Windows, binding its port makes the firewall
 * ask, so there nothing is bound.
 */
import { isIPv4 } from "node:net";
import type { Bonjour, Service } from "bonjour-service";

export type Announced = { readonly name: string; readonly host: string; readonly port: number; readonly txt: Readonly<Record<string, string>> };

/** Raw data; IPP, whose printers take raw data too where they are label printers. */
const TYPES = ["pdl-datastream", "ipp"] as const;
const RAW_PORT = 9100;

/** @param options.interface The address of the network to search; absent: those that the system chooses. @throws Error when the network has no multicast. */
export async function browseMdns({ forMs, ...options }: { readonly forMs: number; readonly interface?: string }): Promise<readonly Announced[]> {
  const { Bonjour: Library } = await import("bonjour-service");
  const found = new Map<string, Announced>();
  return new Promise((resolve, reject) => {
    const socketOptions: object = { bind: "0.0.0.0", ...options };
    const bonjour: Bonjour = new Library(socketOptions, (error: unknown) => end(() => reject(asError(error))));
    bonjour["server"].mdns.on("error", (error: unknown) => end(() => reject(asError(error))));
    const timer = setTimeout(() => end(() => resolve([...found.values()])), forMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      bonjour.destroy();
      settle();
    };
    for (const type of TYPES) bonjour.find({ type }, (service) => note(found, service, type));
  });
}

/** A printer that announces both is one: raw data count. */
function note(found: Map<string, Announced>, service: Service, type: (typeof TYPES)[number]): void {
  // The address that it answered from can be reached; of those that it names perhaps another.
  const host = [service.referer?.address ?? "", ...(service.addresses ?? [])].find((address) => isIPv4(address)) ?? service.host;
  if (type === "ipp" && found.has(host)) return;
  found.set(host, { name: service.name, host, port: type === "ipp" ? RAW_PORT : service.port, txt: textsOf(service.txt) });
}

function textsOf(txt: unknown): Readonly<Record<string, string>> {
  if (typeof txt !== "object" || txt === null) return {};
  return Object.fromEntries(Object.entries(txt).map(([key, value]) => [key.toLowerCase(), String(value).slice(0, LONGEST)]));
}

const LONGEST = 255;

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
