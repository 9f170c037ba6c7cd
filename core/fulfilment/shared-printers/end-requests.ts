/** Ends print requests that expired, or whose printing or requesting station has left. */
import { earliestIdAt } from "../../base/ids.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { printErrorText, type PrintError } from "../../printing/print-error.ts";
import { moveRequest } from "./move-request.ts";
import * as store from "./print-requests.store.ts";
import type { Stations } from "./stations.ts";
import * as printers from "./shared-printers.store.ts";

const EXPIRED: PrintError = {
  code: "expired",
  message: "The request expired before it could be printed.",
};
const NOT_ANSWERED: PrintError = {
  code: "not answered",
  message:
    "The request expired, and the printer's station did not answer. If that station was disconnected, it may have printed the document: check there before you print it again.",
};
/**
 * Reason that a station gives after an older copy of its data was restored, because it does not
 * know what it lost.
 */
export const EXPIRED_UNKNOWN = NOT_ANSWERED;
const GONE: PrintError = {
  code: "station gone",
  message: "The printer's station left the hub, or was revoked, before the document was printed.",
};
const GONE_UNANSWERED: PrintError = {
  code: "station gone",
  message:
    "The printer's station left the hub, or was revoked, before it answered. Check there whether the document was printed before you print it again.",
};
const REQUESTER_GONE: PrintError = {
  code: "station gone",
  message: "The requesting station left the hub, or was revoked, before the document was printed.",
};
const LEFT: PrintError = {
  code: "station gone",
  message:
    "The requesting station left the hub before the printer's station accepted the request. Check at that printer whether the document was printed before you print it again.",
};
const MAY_BE_PRINTED: PrintError = {
  code: "station gone",
  message:
    "The printer's station left the hub, or was revoked, while this print was in its journal. Check there whether the document was printed before you print it again.",
};

/**
 * Expires a request.
 *
 * @param row Request from or to this station, in the state ASKED.
 */
export function expireRequest(deps: WriteDeps, row: store.PrintRequestRow, why = EXPIRED): void {
  inTransaction(
    deps,
    () => void moveRequest(deps, row, { state: "EXPIRED", reason: printErrorText(why) }),
  );
}

/** Longest time between two reports of a reachable station to the hub, ms. */
const REPORTS_WITHIN_MS = 20_000;

/**
 * Expires a request of this station that got no answer.
 *
 * @param row Request in the state ASKED, some time after it expired: a reachable printing station
 *   would have ended it.
 */
export function expireUnanswered(
  deps: WriteDeps,
  stations: Stations,
  row: store.PrintRequestRow,
): void {
  expireRequest(deps, row, isNeverSeen(stations, row) ? EXPIRED : NOT_ANSWERED);
}

/**
 * Returns whether a request of this station certainly did not reach the printer's station: the
 * request was never sent, or the other station has been offline since before the request.
 */
export function isNeverSeen(
  stations: Stations,
  { askedAt: at, toStationID }: store.PrintRequestRow,
): boolean {
  const askedAt = Date.parse(at);
  const cutOffSince = stations.cutOffSince();
  return cutOffSince === null
    ? (stations.find(toStationID)?.seenAt ?? askedAt) + REPORTS_WITHIN_MS < askedAt
    : cutOffSince < askedAt;
}

/**
 * Withdraws the printers of a station that was revoked or has left, and ends the open requests
 * between that station and this station, except requests that this station has taken. Works inside
 * or outside a transaction.
 */
export function endStation(deps: WriteDeps, stationID: string): void {
  const me = deps.db.stationID;
  const shared = printers.listOf(deps.db, stationID);
  const sent = store.listOpenFrom(deps.db, me).filter((row) => row.toStationID === stationID);
  const received = store
    .listOpenTo(deps.db, me)
    .filter((row) => row.fromStationID === stationID && row.state === "ASKED");
  if (shared.length + sent.length + received.length === 0) return;
  inTransaction(deps, () => {
    withdrawPrinters(deps, shared);
    for (const row of sent) {
      if (row.state === "ASKED") expireRequest(deps, row, GONE_UNANSWERED);
      else moveRequest(deps, row, { state: "FAILED", reason: printErrorText(MAY_BE_PRINTED) });
    }
    for (const row of received) expireRequest(deps, row, REQUESTER_GONE);
  });
}

/**
 * Ends printing between stations when this station leaves the hub: withdraws its shared printers,
 * and expires the requests from it and to it that no station has taken.
 *
 * @param isReached Whether the other stations get to know of this. If not, ends also the requests
 *   from this station that another station has taken, since no answer to them can arrive.
 */
export function leaveOthers(deps: WriteDeps, isReached = true): void {
  const me = deps.db.stationID;
  inTransaction(deps, () => {
    withdrawPrinters(deps, printers.listOf(deps.db, me));
    for (const row of store.listOpenFrom(deps.db, me)) {
      if (row.state === "ASKED") expireRequest(deps, row, isReached ? LEFT : NOT_ANSWERED);
      else if (!isReached)
        moveRequest(deps, row, { state: "FAILED", reason: printErrorText(MAY_BE_PRINTED) });
    }
    for (const row of store.listOpenTo(deps.db, me))
      if (row.state === "ASKED") expireRequest(deps, row, isReached ? GONE : NOT_ANSWERED);
  });
}

/** Withdraws shared printers; needs an open transaction. */
export function withdrawPrinters(
  deps: WriteDeps,
  rows: readonly printers.SharedPrinterRow[],
): void {
  for (const { id, organizationID } of rows) {
    printers.updatePrinter(deps.db, id, { isShared: 0, updatedAt: deps.now() });
    recordFact(deps, { topic: "sharedprinter.changed", organizationID, subjectID: id });
  }
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Deletes this station's copies of requests older than thirty days, and returns the number of
 * deleted requests.
 */
export function pruneRequests(deps: WriteDeps, atMost: number): number {
  return inTransaction(deps, () =>
    store.deleteBefore(deps.db, earliestIdAt(Date.parse(deps.now()) - KEPT_MS), atMost),
  );
}
