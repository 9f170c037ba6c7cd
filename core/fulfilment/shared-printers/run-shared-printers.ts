/**
 * What a station does for prints between stations, beside requests: it shows its shared printers,
 * takes what was asked of them, answers, and gives up what was not taken in time. Nothing is taken
 * or answered before all of the hub's changes are here: an older copy of the data would do both
 * anew.
 */
import { startLoop } from "../../base/loop.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { PrinterWatch } from "../../printing/watch-printer.ts";
import { answerGivenUp } from "./answer-requests.ts";
import { bringBackLabels } from "./bring-back-labels.ts";
import { expireUnanswered } from "./end-requests.ts";
import * as store from "./print-requests.store.ts";
import type { RequestGate } from "./request-gate.ts";
import { serveRequests } from "./serve-requests.ts";
import { createSharing } from "./share-printers.ts";
import type { Stations } from "./stations.ts";

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
export function startSharedPrinting(
  deps: FulfilmentDeps,
  watch: Pick<PrinterWatch, "stateOf">,
  stations: Stations,
  gate: RequestGate,
): SharedPrinting {
  const { printersEveryMs, requestsSoonMs, requestsLookMs, requestsGraceMs } = deps.syncTimes;
  /** When what other desks asked for is looked at next. */
  const againMs = { more: 0, soon: requestsSoonMs, done: requestsLookMs };
  const share = createSharing(deps, watch, stations);
  const sharing = startLoop(deps.log, "shared printers", () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return Promise.resolve(requestsLookMs);
    if (stations.isCaughtUp()) share(organizationID);
    return Promise.resolve(printersEveryMs);
  });
  /** Requests that have changed: given up elsewhere, perhaps, while they were taken here. */
  const changed = new Set<string>();
  /** Those that had been given up before the hub was reached, with the journal. */
  let isCompared = false;
  const asking = startLoop(deps.log, "prints of other stations", async () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return requestsLookMs;
    const me = deps.db.stationID;
    const nowMs = stations.hubNow();
    for (const row of store.listOpenFrom(deps.db, me))
      if (row.state === "ASKED" && Date.parse(row.expires_at) + requestsGraceMs <= nowMs)
        expireUnanswered(deps, stations, row);
    bringBackLabels(deps, stations, organizationID);
    if (!stations.isCaughtUp()) {
      isCompared = false;
      return requestsSoonMs;
    }
    if (!isCompared)
      for (const row of store.listGivenUp(deps.db, { organizationID, stationID: me }))
        answerGivenUp(deps, row);
    isCompared = true;
    for (const id of changed) {
      const row = store.findRequest(deps.db, id);
      if (row?.to_station_id === me && (row.state === "EXPIRED" || row.state === "CANCELLED"))
        answerGivenUp(deps, row);
      changed.delete(id); // not before: it is tried again on a full disk
    }
    return againMs[await serveRequests(deps, stations, gate)];
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
