/**
 * Requests that are given up: their time is over, or a station that has a part in them has left.
 */
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
  message: "Its time was over before it could be printed.",
};
const NOT_ANSWERED: PrintError = {
  code: "not answered",
  message:
    "Its time was over, and the printer's station did not answer. If that station was cut off, it may have printed it: look there before you print it again.",
};
/** Of a station that does not know what an older copy of its data has lost. */
export const EXPIRED_UNKNOWN = NOT_ANSWERED;
const GONE: PrintError = {
  code: "station gone",
  message: "The station has left the others, or was revoked, before it was printed.",
};
const MAY_BE_PRINTED: PrintError = {
  code: "station gone",
  message:
    "The printer's station has left the others, or was revoked, with this print in its journal. Look there whether it came out before you print it again.",
};

/** @param row ASKED of this station. */
export function expireRequest(deps: WriteDeps, row: store.PrintRequestRow, why = EXPIRED): void {
  inTransaction(
    deps,
    () => void moveRequest(deps, row, { state: "EXPIRED", reason: printErrorText(why) }),
  );
}

/** A station that is there reports to the hub more often. */
const REPORTS_WITHIN_MS = 20_000;

/**
 * Ends what this station asked for and got no answer to.
 *
 * @param row ASKED, and some time over its end: the printer's station would have ended it.
 */
export function expireUnanswered(
  deps: WriteDeps,
  stations: Stations,
  row: store.PrintRequestRow,
): void {
  expireRequest(deps, row, isNeverSeen(stations, row) ? EXPIRED : NOT_ANSWERED);
}

/**
 * @returns Whether a request of this station cannot have come to the printer's: either it never
 *   left this one, or the other one has not been there since.
 */
export function isNeverSeen(
  stations: Stations,
  { asked_at, to_station_id }: store.PrintRequestRow,
): boolean {
  const askedAt = Date.parse(asked_at);
  const cutOffSince = stations.cutOffSince();
  return cutOffSince === null
    ? (stations.find(to_station_id)?.seenAt ?? askedAt) + REPORTS_WITHIN_MS < askedAt
    : cutOffSince < askedAt;
}

/**
 * Another station was revoked or has left: its printers are not offered any more, and what was open
 * between it and this one ends. Inside or outside a transaction.
 */
export function endStation(deps: WriteDeps, stationID: string): void {
  const me = deps.db.stationID;
  const shared = printers.listOf(deps.db, stationID);
  const open = [
    ...store.listOpenFrom(deps.db, me).filter((row) => row.to_station_id === stationID),
    ...store
      .listOpenTo(deps.db, me)
      .filter((row) => row.from_station_id === stationID && row.state === "ASKED"),
  ];
  if (shared.length + open.length === 0) return;
  inTransaction(deps, () => {
    withdrawPrinters(deps, shared);
    for (const row of open)
      moveRequest(
        deps,
        row,
        row.state === "ASKED"
          ? { state: "EXPIRED", reason: printErrorText(GONE) }
          : { state: "FAILED", reason: printErrorText(MAY_BE_PRINTED) },
      );
  });
}

/**
 * This station leaves the others: it offers nothing any more, and what no station has taken is not
 * printed.
 */
export function leaveOthers(deps: WriteDeps): void {
  const me = deps.db.stationID;
  inTransaction(deps, () => {
    withdrawPrinters(deps, printers.listOf(deps.db, me));
    for (const row of [...store.listOpenFrom(deps.db, me), ...store.listOpenTo(deps.db, me)]) {
      if (row.state === "ASKED")
        moveRequest(deps, row, { state: "EXPIRED", reason: printErrorText(GONE) });
    }
  });
}

/** They are not offered any more. Needs an open transaction. */
export function withdrawPrinters(
  deps: WriteDeps,
  rows: readonly printers.SharedPrinterRow[],
): void {
  for (const { id, organization_id: organizationID } of rows) {
    printers.updatePrinter(deps.db, id, { is_shared: 0, updated_at: deps.now() });
    recordFact(deps, { topic: "sharedprinter.changed", organizationID, subjectID: id });
  }
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Deletes this station's copies of requests that were made thirty days ago. @returns How many. */
export function pruneRequests(deps: WriteDeps, atMost: number): number {
  return inTransaction(deps, () =>
    store.deleteBefore(deps.db, earliestIdAt(Date.parse(deps.now()) - KEPT_MS), atMost),
  );
}
