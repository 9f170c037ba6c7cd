/**
 * Queues of this computer's print system, for a person who sets up a printer. They are listed in
 * the background and cached, so that a hanging print system or an unreachable network printer
 * delays a request by at most 1.5 seconds. No byte is sent to any printer.
 */
import { setTimeout } from "node:timers/promises";
import { cupsSpooler } from "../cups/cups-spooler.ts";
import type { Printer } from "../printer.ts";
import type { FoundQueue, Spooler } from "../spooler.ts";
import { createWindowsSpooler } from "../windows/windows-spooler.ts";
import type { FoundQueues } from "./discovery.schema.ts";
import { deviceField, languageOf } from "./language-of.ts";

/** Age from which a list is refreshed in the background, ms. */
const FRESH_MS = 5_000;
/** Longest wait for the first list, ms. A healthy print system needs a few milliseconds. */
const FIRST_MS = 1_500;

type Driver = FoundQueues["list"][number]["driver"];
type Options = {
  readonly driver: Driver;
  readonly list: Spooler<never>["list"];
  readonly firstMs?: number;
  /** ms */
  readonly now?: () => number;
};

/**
 * Lists the queues.
 *
 * @param known The desk's printers.
 * @returns The cached list at once; the first list within 1.5 seconds, or an empty list.
 */
type FindQueues = (known: readonly Printer[]) => Promise<FoundQueues>;

/** Creates a function that lists the queues of one print system from a cache. */
export function createQueueFinder({
  driver,
  list,
  firstMs = FIRST_MS,
  now = () => performance.now(),
}: Options): FindQueues {
  let last: { readonly queues: readonly FoundQueue[]; readonly at: number } | undefined;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    try {
      last = { queues: await list(), at: now() };
    } catch {
      last = undefined; // there is no print system, or it does not answer now
    } finally {
      asking = undefined;
    }
  };
  return async (known) => {
    if (last === undefined || now() - last.at > FRESH_MS) asking ??= ask();
    if (last === undefined)
      await Promise.race([asking, setTimeout(firstMs, undefined, { ref: false })]);
    return {
      list: (last?.queues ?? []).map((queue) => present(driver, queue, known)),
      isSearched: last !== undefined,
    };
  };
}

/** Lists the queues of this computer. */
export const findQueues: FindQueues =
  process.platform === "win32"
    ? createQueueFinder({ driver: "windows", list: createWindowsSpooler().list })
    : createQueueFinder({ driver: "cups", list: cupsSpooler.list });

function present(
  driver: Driver,
  { name, makeAndModel, device, deviceID, state }: FoundQueue,
  known: readonly Printer[],
): FoundQueues["list"][number] {
  const model = deviceField(deviceID, "MDL", "MODEL") || makeAndModel;
  const language = languageOf(
    [deviceField(deviceID, "CMD", "COMMAND SET"), plain(device), model].filter(
      (text) => text !== "",
    ),
  );
  const own = known.find((printer) => printer.transport === driver && printer.queue === name);
  return {
    driver,
    queue: name,
    model,
    device: plain(device),
    language,
    state,
    printerID: own?.id ?? null,
  };
}

/**
 * Decodes a device's address, without the user name and password that a print server's address may
 * contain.
 */
function plain(device: string): string {
  const address = device.replace(/\/\/[^/@]*@/, "//");
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // a lone percent sign
  }
}
