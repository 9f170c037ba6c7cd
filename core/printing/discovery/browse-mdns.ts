/**
 * Search for printers that announce themselves by mDNS, on Linux and macOS. The socket is open only
 * while a person searches.
 */
import { isIPv4 } from "node:net";
import type { Bonjour, Service } from "bonjour-service";
import { ANNOUNCED_TYPES, note, type Announced } from "./announced.ts";

/**
 * Searches the network.
 *
 * @param options.interface Address of the network to search; absent: the system chooses.
 * @throws Error when the network has no multicast.
 */
export async function browseMdns({
  forMs,
  ...options
}: {
  readonly forMs: number;
  readonly interface?: string;
}): Promise<readonly Announced[]> {
  const { Bonjour: Library } = await import("bonjour-service");
  const found = new Map<string, Announced>();
  return new Promise((resolve, reject) => {
    const socketOptions: object = { bind: "0.0.0.0", ...options };
    const bonjour: Bonjour = new Library(socketOptions, (error: unknown) =>
      end(() => reject(asError(error))),
    );
    bonjour["server"].mdns.on("error", (error: unknown) => end(() => reject(asError(error))));
    const timer = setTimeout(() => end(() => resolve([...found.values()])), forMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      bonjour.destroy();
      settle();
    };
    for (const type of ANNOUNCED_TYPES)
      bonjour.find({ type }, (service) =>
        note(found, type, {
          name: service.name,
          host: hostOf(service),
          port: service.port,
          txt: textsOf(service.txt),
        }),
      );
  });
}

/**
 * Returns the service's IPv4 address, otherwise its host name. Prefers the address that the answer
 * came from, because that address is certainly reachable; an announced address may not be.
 */
function hostOf(service: Service): string {
  return (
    [service.referer?.address ?? "", ...(service.addresses ?? [])].find((address) =>
      isIPv4(address),
    ) ?? service.host
  );
}

function textsOf(txt: unknown): [string, unknown][] {
  return typeof txt === "object" && txt !== null ? Object.entries(txt) : [];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
