/**
 * Background work of printing between stations: publishes this station's shared printers, takes
 * other stations' print requests for them, answers the taken requests, expires this station's own
 * requests that no station took in time, and puts unprinted labels back on the waiting list.
 * Requests are taken and answered only while all of the hub's changes are applied here: otherwise a
 * station with restored data would take and answer requests again that it had taken and answered
 * before.
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
  /** A printer of any station may have changed. */
  printersChanged(): void;
  /** A request was created, or its state has changed. */
  requestChanged(id: string): void;
  /** The state of a print job may have changed. */
  jobsChanged(): void;
  /** Stops both loops, and waits until their running turns have ended. */
  stop(): Promise<void>;
};

/**
 * Starts the loop that publishes printers and the loop that handles requests. Both do nothing while
 * the station has not joined a hub.
 */
export function startSharedPrinting(
  deps: FulfilmentDeps,
  watch: Pick<PrinterWatch, "stateOf">,
  stations: Stations,
  gate: RequestGate,
): SharedPrinting {
  const { printersEveryMs, requestsSoonMs, requestsLookMs, requestsGraceMs } = deps.syncTimes;
  /** Delay before requests of other stations are checked again. */
  const againMs = { more: 0, soon: requestsSoonMs, done: requestsLookMs };
  const share = createSharing(deps, watch, stations);
  const printersLoop = startLoop(deps.log, "shared printers", () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return Promise.resolve(requestsLookMs);
    if (stations.isCaughtUp()) share(organizationID);
    return Promise.resolve(printersEveryMs);
  });
  /** Ids of requests that changed since the last turn, and may have been cancelled or expired. */
  const changed = new Set<string>();
  /** Whether requests that ended while this station was offline were compared with the journal. */
  let isCompared = false;
  const requestsLoop = startLoop(deps.log, "prints of other stations", async () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return requestsLookMs;
    const me = deps.db.stationID;
    const nowMs = stations.hubNow();
    for (const row of store.listOpenFrom(deps.db, me))
      if (row.state === "ASKED" && Date.parse(row.expiresAt) + requestsGraceMs <= nowMs)
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
      if (row?.toStationID === me && (row.state === "EXPIRED" || row.state === "CANCELLED"))
        answerGivenUp(deps, row);
      changed.delete(id); // Deleted last: if the disk is full, the next turn tries again.
    }
    return againMs[await serveRequests(deps, stations, gate)];
  });
  return {
    printersChanged: () => printersLoop.wake(),
    requestChanged(id) {
      changed.add(id);
      requestsLoop.wake();
    },
    jobsChanged: () => requestsLoop.wake(),
    async stop() {
      await Promise.all([printersLoop.stop(), requestsLoop.stop()]);
    },
  };
}
