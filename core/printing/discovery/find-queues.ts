/**
 * The queues of this computer's print system, for a person who sets up a printer. They are listed
 * beside the request and kept: a print system that hangs, or a printer of the network that is off,
 * delays no request. No printer is sent a byte.
 */
import { setTimeout } from "node:timers/promises";
import { cupsSpooler } from "../cups/cups-spooler.ts";
import type { Printer } from "../printer.ts";
import type { FoundQueue, Spooler } from "../spooler.ts";
import { createWindowsSpooler } from "../windows/windows-spooler.ts";
import type { FoundQueues } from "./discovery.schema.ts";
import { deviceField, languageOf } from "./language-of.ts";

/** Older lists are renewed in the background. */
const FRESH_MS = 5_000;
/** For the first list; a healthy print system has it in some milliseconds. */
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
 * @param known The printers of the desk.
 * @returns The last list, at once; the first one within a second and a half, or an empty one.
 */
type FindQueues = (known: readonly Printer[]) => Promise<FoundQueues>;

/** @returns A memory of one print system's queues. */
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
      last = undefined; // no print system, or one that does not answer now
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

/** Of this computer. */
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

/** Addresses of print servers may have a name and a password in them. */
function plain(device: string): string {
  const address = device.replace(/\/\/[^/@]*@/, "//");
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // a lone percent sign
  }
}
