/**
 * Limits how many prints another desk gets here without a person's consent. Further requests of
 * that desk wait until a person answers or the requests expire.
 */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { printErrorText, readPrintError } from "../../printing/print-error.ts";
import { deskOf } from "./check-request.ts";
import { moveRequest } from "./move-request.ts";
import { findRequest, listOpenIn, type PrintRequestRow } from "./print-requests.store.ts";
import type { PrintsAnswer, WaitingPrints } from "./shared-printers.schema.ts";
import type { Stations } from "./stations.ts";

/** Number of prints of one desk, counting copies, that need no consent within WITHIN_MS. */
const MOST_PRINTS = 10;
const WITHIN_MS = 60_000;
/** Highest number of open requests of one desk, and of requests that a person's answer may name. */
export const MOST_OPEN = 200;
/** Highest number of open requests that are read in one turn. */
export const MOST_READ = 1_000;

export type RequestGate = {
  /** Returns whether a person must allow this request before it is taken. */
  needsPerson(row: PrintRequestRow): boolean;
  /** Counts a request that was taken. */
  noteTaken(row: PrintRequestRow): void;
  /** Records that a person has allowed these requests. */
  allow(ids: readonly string[]): void;
};

/**
 * Creates a gate that counts the prints of the last minute in memory, by this machine's clock: a
 * restart resets the counts.
 */
export function createRequestGate(now: () => string): RequestGate {
  const allowed = new Set<string>();
  const taken = new Map<string, { readonly at: number; readonly copies: number }[]>();
  const recentOf = (stationID: string) => {
    const at = Date.parse(now());
    const recent = (taken.get(stationID) ?? []).filter(
      (one) => one.at <= at && one.at > at - WITHIN_MS,
    );
    if (recent.length === 0) taken.delete(stationID);
    else taken.set(stationID, recent);
    return recent;
  };
  return {
    needsPerson(row) {
      if (allowed.has(row.id)) return false;
      const prints = recentOf(row.fromStationID).reduce((sum, { copies }) => sum + copies, 0);
      return isWaiting(row) || prints >= MOST_PRINTS;
    },
    noteTaken(row) {
      allowed.delete(row.id);
      const one = { at: Date.parse(now()), copies: row.copies };
      taken.set(row.fromStationID, [...recentOf(row.fromStationID), one]);
    },
    allow(ids) {
      for (const id of ids) allowed.add(id);
    },
  };
}

/** Returns whether a request waits for a person's answer. */
export function isWaiting(row: Pick<PrintRequestRow, "reason">): boolean {
  return readPrintError(row.reason).code === "waits for a person";
}

/** Makes a request wait for a person, and stores the reason in the request. */
export function askPerson(deps: WriteDeps, stations: Stations, row: PrintRequestRow): void {
  const message = `The desk "${deskOf(stations, row)}" has asked for more than ${MOST_PRINTS} prints in a minute. A person at the printer's desk must allow this print.`;
  const reason = printErrorText({ code: "waits for a person", message });
  inTransaction(deps, () => void moveRequest(deps, row, { state: "ASKED", reason }));
}

/** Lists the prints that wait for a person at this desk, by requesting desk. */
export function listWaitingPrints(deps: ReadDeps, stations: Stations): WaitingPrints[] {
  const byDesk = new Map<string, WaitingPrints>();
  const asked = listOpenIn(deps.db, {
    stationID: deps.db.stationID,
    state: "ASKED",
    limit: MOST_READ,
  });
  for (const row of asked.filter(isWaiting)) {
    const { prints = 0, requestIDs = [] } = byDesk.get(row.fromStationID) ?? {};
    if (requestIDs.length === MOST_OPEN) continue;
    byDesk.set(row.fromStationID, {
      stationID: row.fromStationID,
      stationName: deskOf(stations, row),
      prints: prints + row.copies,
      requestIDs: [...requestIDs, row.id],
    });
  }
  return [...byDesk.values()];
}

/**
 * Allows or rejects the requests that the person was shown. Skips requests that have ended
 * meanwhile.
 *
 * @returns The requests that still wait.
 */
export function answerWaitingPrints(
  deps: WriteDeps,
  stations: Stations,
  gate: RequestGate,
  { requestIDs, print }: PrintsAnswer,
): WaitingPrints[] {
  inTransaction(deps, () => {
    for (const id of new Set(requestIDs)) {
      const row = findRequest(deps.db, id);
      if (row?.toStationID !== deps.db.stationID || row.state !== "ASKED" || !isWaiting(row))
        continue;
      if (print) gate.allow([id]);
      // The changed row wakes the loop that takes requests.
      moveRequest(
        deps,
        row,
        print
          ? { state: "ASKED", reason: "" }
          : { state: "FAILED", reason: turnedDown(stations, row) },
      );
    }
  });
  return listWaitingPrints(deps, stations);
}

function turnedDown(stations: Stations, row: PrintRequestRow): string {
  const message = `A person at the printer's desk did not allow the prints that the desk "${deskOf(stations, row)}" asked for.`;
  return printErrorText({ code: "not allowed", message });
}
