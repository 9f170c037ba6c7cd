/**
 * Searching the network for printers: by mDNS who is there, by SNMP what they understand. Only when
 * a person asks for it.
 */
import type { PrintingDeps } from "../deps.ts";
import type { Printer } from "../printer.ts";
import { askSnmp, type SnmpFacts } from "./ask-snmp.ts";
import type { Announced } from "./announced.ts";
import { browseMdns } from "./browse-mdns.ts";
import { browseWindows } from "./browse-windows.ts";
import type { NetworkPrinter, NetworkSearch } from "./discovery.schema.ts";
import { deviceField, languageOf } from "./language-of.ts";

const SEARCH_MS = 2_500;
/** A network of a large warehouse; what announces more is no network of printers. */
const MOST = 100;

type Search = {
  /** The printers of this desk. */
  readonly known: readonly Printer[];
  readonly log: PrintingDeps["log"];
  /** The network, where the system's choice is not meant. */
  readonly browse?: (options: { readonly forMs: number }) => Promise<readonly Announced[]>;
  readonly ask?: typeof askSnmp;
};

/**
 * @returns What answered within five seconds, by name. A network that cannot be searched is no
 *   error: printers are added by address then.
 */
export async function searchNetwork({
  known,
  log,
  browse = process.platform === "win32" ? browseWindows : browseMdns,
  ask = askSnmp,
}: Search): Promise<NetworkSearch> {
  try {
    const announced = (await browse({ forMs: SEARCH_MS })).slice(0, MOST);
    const list = await Promise.all(
      announced.map(async (one) => networkPrinter(one, await ask(one.host), known)),
    );
    return { list: list.toSorted((a, b) => a.name.localeCompare(b.name)), isSearched: true };
  } catch (err) {
    log.warn({ err }, "the network could not be searched for printers");
    return { list: [], isSearched: false };
  }
}

function networkPrinter(
  { name, host, port, txt }: Announced,
  facts: SnmpFacts | undefined,
  known: readonly Printer[],
): NetworkPrinter {
  const { deviceID = "", device = "", description = "" } = facts ?? {};
  const model = txt["ty"] ?? (deviceField(deviceID, "MDL", "MODEL") || device || description);
  const language = languageOf(
    [deviceField(deviceID, "CMD", "COMMAND SET"), txt["pdl"] ?? "", model, description].filter(
      (text) => text !== "",
    ),
  );
  const own = known.find(
    (printer) => printer.transport === "tcp" && printer.host === host && printer.port === port,
  );
  return {
    name,
    model,
    place: txt["note"] ?? "",
    host,
    port,
    language,
    printerID: own?.id ?? null,
  };
}
