/**
 * Uses Windows's own DNS client to search for printers that announce themselves, because the
 * firewall of Windows would ask the person if this program bound the mDNS port.
 */
import { createThreadCalls } from "../../base/threads/thread-calls.ts";
import type { NetworkOperations } from "./network-protocol.ts";
import { ANNOUNCED_TYPES, note, type Announced, type AnnouncedType } from "./announced.ts";

const CALL_MS = 15_000;

/**
 * Searches the network.
 *
 * @param library File of the Windows functions; absent: Windows's own.
 * @throws Error when this Windows has no such search (before Windows 10).
 */
export async function browseWindows({
  forMs,
  library,
  workerURL = new URL("./network-worker.ts", import.meta.url),
}: {
  readonly forMs: number;
  readonly library?: string;
  readonly workerURL?: URL;
}): Promise<readonly Announced[]> {
  const thread = createThreadCalls<NetworkOperations>({
    url: workerURL,
    name: "network search",
    data: { library },
    callTimeoutMs: CALL_MS,
    startTimeoutMs: CALL_MS,
    isSilent: true,
    ending: "stopped",
  });
  const { list, isOver } = await thread.call("browse", { types: ANNOUNCED_TYPES, forMs });
  // While Windows may still call back into the thread, ending the thread is unsafe. The thread then
  // keeps running, but does not keep the program alive.
  if (isOver) await thread.close(new Error("the search is over"));
  const found = new Map<string, Announced>();
  for (const { type, ...one } of list) note(found, typeOf(type), one);
  return [...found.values()];
}

function typeOf(type: string): AnnouncedType {
  return ANNOUNCED_TYPES.find((known) => known === type) ?? "ipp";
}
