/**
 * What a station does for prints between stations, beside requests: it shows its shared printers, takes what was asked of them, answers, and gives up what was not
 * taken in time. Nothing is taken or answered before all of the hub's changes are here: an older copy of the data would do both anew.
 */
import { startLoop } from "../base/loop.ts";
import type { Deps } from "../deps.ts";
import type { PrinterWatch } from "../printing/watch-printer.ts";
import { answerGivenUp } from "./answer-requests.ts";
import { bringBackLabels } from "./bring-back-labels.ts";
import { expireUnanswered } from "./end-requests.ts";
import * as store from "./print-requests.store.ts";
import type { RequestGate } from "./request-gate.ts";
import { serveRequests } from "./serve-requests.ts";
import { createSharing } from "./share-printers.ts";
import type { Stations } from "./stations.ts";

/** The state of a printer is compared this often: asking a printer records no fact. */
const SHARE_EVERY_MS = 1_000;
/** While something waits for the connection, or for its shipment. */
const SOON_MS = 500;
/** Rows that came by a snapshot record no fact that would wake the loop. */
const LOOK_EVERY_MS = 5_000;
/** When what other desks asked for is looked at next. */
const AGAIN_MS = { more: 0, soon: SOON_MS, done: LOOK_EVERY_MS } as const;
/** The printer's station says that a print has expired; when it does not, the one that asked does. */
const GRACE_MS = 10_000;

export type SharedPrinting = {
  /** A printer here or elsewhere may have changed. */
  printersChanged(): void;
  /** A request is new, or has another state. */
  requestChanged(id: string): void;
  /** A print job may have another state. */
  jobsChanged(): void;
  /** Lets what runs end. */
  stop(): Promise<void>;
};

/** Starts both loops; they do nothing in a station that has joined no others. */
export function startSharedPrinting(deps: Deps, watch: Pick<PrinterWatch, "stateOf">, stations: Stations, gate: RequestGate): SharedPrinting {
  const share = createSharing(deps, watch, stations);
  const sharing = startLoop(deps.log, "shared printers", () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return Promise.resolve(LOOK_EVERY_MS);
    if (stations.isCaughtUp()) share(organizationID);
    return Promise.resolve(SHARE_EVERY_MS);
  });
  /** Requests that have changed: given up elsewhere, perhaps, while they were taken here. */
  const changed = new Set<string>();
  /** Those that had been given up before the hub was reached, with the journal. */
  let isCompared = false;
  const asking = startLoop(deps.log, "prints of other stations", async () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return LOOK_EVERY_MS;
    const me = deps.db.stationID;
    const nowMs = stations.hubNow();
    for (const row of store.listOpenFrom(deps.db, me)) if (row.state === "ASKED" && Date.parse(row.expires_at) + GRACE_MS <= nowMs) expireUnanswered(deps, stations, row);
    bringBackLabels(deps, stations, organizationID);
    if (!stations.isCaughtUp()) {
      isCompared = false;
      return SOON_MS;
    }
    if (!isCompared) for (const row of store.listGivenUp(deps.db, { organizationID, stationID: me })) answerGivenUp(deps, row);
    isCompared = true;
    for (const id of changed) {
      const row = store.findRequest(deps.db, id);
      if (row?.to_station_id === me && (row.state === "EXPIRED" || row.state === "CANCELLED")) answerGivenUp(deps, row);
      changed.delete(id); // not before: it is tried again on a full disk
    }
    return AGAIN_MS[await serveRequests(deps, stations, gate)];
  });
  return {
    printersChanged: () => sharing.wake(),
    requestChanged(id) {
      changed.add(id);
      asking.wake();
    },
    jobsChanged: () => asking.wake(),
    async stop() {
      await Promise.all([sharing.stop(), asking.stop()]);
    },
  };
}
