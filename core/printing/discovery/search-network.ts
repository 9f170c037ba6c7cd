/**
 * Search for network printers: mDNS finds them, SNMP shows their languages. Runs only when a person
 * starts it.
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
/** Highest number of printers in one answer. A large warehouse has fewer printers. */
const MAX = 100;

type Search = {
  /** The desk's printers. */
  readonly known: readonly Printer[];
  readonly log: PrintingDeps["log"];
  /** Searches the network; the default searches the system's default network. */
  readonly browse?: (options: { readonly forMs: number }) => Promise<readonly Announced[]>;
  readonly ask?: typeof askSnmp;
};

/**
 * Returns the printers that announced themselves during the search, sorted by name. A network that
 * cannot be searched is not an error: printers can be added by address.
 */
export async function searchNetwork({
  known,
  log,
  browse = process.platform === "win32" ? browseWindows : browseMdns,
  ask = askSnmp,
}: Search): Promise<NetworkSearch> {
  try {
    const announced = (await browse({ forMs: SEARCH_MS })).slice(0, MAX);
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
