/**
 * Background work of printing between stations: publishes this station's shared printers, takes
 * requests for them, answers requests, and expires those not taken in time. Takes and answers
 * nothing until all of the hub's changes are applied here: restored data would repeat both.
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
  /** Stops both loops and waits for the running turn. */
  stop(): Promise<void>;
};

/** Starts both loops; they do nothing at a station that has not joined others. */
export function startSharedPrinting(
  deps: FulfilmentDeps,
  watch: Pick<PrinterWatch, "stateOf">,
  stations: Stations,
  gate: RequestGate,
): SharedPrinting {
  const { printersEveryMs, requestsSoonMs, requestsLookMs, requestsGraceMs } = deps.syncTimes;
  /** Delay before requests of other desks are checked again. */
  const againMs = { more: 0, soon: requestsSoonMs, done: requestsLookMs };
  const share = createSharing(deps, watch, stations);
  const sharing = startLoop(deps.log, "shared printers", () => {
    const organizationID = stations.organizationID();
    if (organizationID === null) return Promise.resolve(requestsLookMs);
    if (stations.isCaughtUp()) share(organizationID);
    return Promise.resolve(printersEveryMs);
  });
  /** Requests that changed: the other station may have given them up while they were taken here. */
  const changed = new Set<string>();
  /**
   * Whether the requests that were given up before the hub was reached were compared with the
   * journal.
   */
  let isCompared = false;
  const asking = startLoop(deps.log, "prints of other stations", async () => {
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
      changed.delete(id); // deleted last, so that a full disk leads to another try
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
