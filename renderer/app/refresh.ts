/**
 * Reads data again when the core's events name it. Events that arrive during a read cause one more
 * read after it; an entry with `readOne` reads at each event.
 */
import type { LiveTopic, Topic } from "../../core/db/outbox/topics.schema.ts";
import { listen } from "../lib/bridge.ts";
import type { Refetch } from "../store/feature.ts";
import { useShared } from "../store/shared.ts";
import { followSignIn } from "./desk-gate.ts";
import { PARTS } from "./parts.ts";
import { readSerialScans } from "./serial-scans.ts";
import { useStore } from "./store.ts";

/** Pause after reading the accounts that announce, ms: a cut-off is hours away, or an hour. */
const ANNOUNCING_PACE_MS = 30_000;

/** Data that the window itself reads again. */
const SHARED: readonly Refetch[] = [
  {
    topics: [
      "shipment.changed",
      "balance.changed",
      "printjob.changed",
      "import.done",
      "printer.changed",
      "orderfolder.changed",
    ],
    read: () => useShared.getState().loadDesk(),
  },
  {
    topics: ["shipment.changed"],
    async read() {
      await useShared.getState().loadAnnouncing();
      await new Promise((resolve) => setTimeout(resolve, ANNOUNCING_PACE_MS));
    },
  },
  { topics: ["printjob.changed"], read: () => useShared.getState().loadPrintJobs() },
  { topics: ["sync.changed"], read: () => useShared.getState().loadSync() },
  { topics: ["sync.changed"], read: () => useShared.getState().loadMarketplaces() },
  { topics: ["scale.changed"], read: () => useShared.getState().loadScales() },
  { topics: ["scanner.read"], read: readSerialScans },
];

type Reader = {
  readonly topics: readonly (Topic | LiveTopic)[];
  readonly onEvent: (subjectID: string) => void;
  readonly onReturn: () => void;
};

/**
 * Subscribes to the core's events.
 *
 * @returns Function that unsubscribes.
 */
export function followCore(): () => void {
  const readers = [...SHARED, ...PARTS.flatMap(({ refetchOn = [] }) => refetchOn)].map(readerOf);
  const [desk] = readers;

  // A newer core may send topics that this screen does not know; topics without a reader are
  // ignored.
  const stopFacts = listen("core:event", ({ topic, subjectID }) => {
    if (topic === "snapshot.taken") for (const { onReturn } of readers) onReturn();
    for (const { topics, onEvent } of readers)
      if (topics.some((one) => one === topic)) onEvent(subjectID);
  });
  const stopState = listen("core:state", ({ state }) => {
    useShared.getState().setCoreState(state);
    // Events that occurred while the core was stopped did not arrive.
    if (state === "running") for (const { onReturn } of readers) onReturn();
  });
  // A printer or a sender that was added on this screen changes the station's facts.
  const stopOwn = useStore.subscribe((now, before) => {
    const changed = PARTS.some(
      ({ deskParts }) =>
        deskParts !== undefined &&
        deskParts(now).some((part, index) => part !== deskParts(before)[index]),
    );
    if (changed) desk?.onReturn();
  });
  const stopSignIn = followSignIn(() => {
    for (const { onReturn } of readers) onReturn();
  });
  return () => [stopFacts, stopState, stopOwn, stopSignIn].forEach((stop) => stop());
}

function readerOf(refetch: Refetch): Reader {
  const { topics } = refetch;
  if ("readOne" in refetch)
    return {
      topics,
      onEvent: (subjectID) => void refetch.readOne(subjectID),
      onReturn: () => undefined,
    };
  const read = oneAtATime(refetch.read);
  return { topics, onEvent: read, onReturn: read };
}

function oneAtATime(read: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await read();
    } while (again);
    running = false;
  };
  return () => void run();
}
