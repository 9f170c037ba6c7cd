/**
 * Serves requests of other desks, in the order of their ids. Ends invalid and late requests, lets
 * requests that need a person wait, and takes the rest at the pace of the printer's queue. Ends the
 * surplus requests of a desk, a few per turn.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { printErrorText, type PrintError } from "../../printing/print-error.ts";
import { answerTaken } from "./answer-requests.ts";
import { deskOf, explainInvalid } from "./check-request.ts";
import { expireRequest, EXPIRED_UNKNOWN } from "./end-requests.ts";
import { moveRequest } from "./move-request.ts";
import { findRequest, listOpenIn, type PrintRequestRow } from "./print-requests.store.ts";
import { isWaiting, askPerson, MOST_OPEN, MOST_READ, type RequestGate } from "./request-gate.ts";
import type { Stations } from "./stations.ts";
import { isOlderThanRestore, takeRequest } from "./take-requests.ts";

/**
 * Highest number of jobs of one desk in one printer's queue. The next request is taken when one of
 * them has ended.
 */
const MOST_TAKEN = 4;
/** Number of rows that are changed in one turn; API calls are answered between two turns. */
const SLICE = 50;

/**
 * Result of a turn. `more`: there are more rows to change. `soon`: a request waits for its shipment
 * or for the connection.
 */
export type Served = "more" | "soon" | "done";

/** Answers requests that were taken, and takes the requests that may be taken now. */
export async function serveRequests(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "faultPoint" | "labels">,
  stations: Stations,
  gate: RequestGate,
): Promise<Served> {
  const list = (state: "ASKED" | "TAKEN"): PrintRequestRow[] =>
    listOpenIn(deps.db, { stationID: deps.db.stationID, state, limit: MOST_READ });
  const ofDesk = new Map<string, number>();
  let [changed, isSoon] = [0, false];
  for (const row of list("TAKEN")) {
    if (changed === SLICE) return "more";
    if (answerTaken(deps, row)) changed += 1;
  }
  const inQueue = countBy(list("TAKEN"), queueOf);
  for (const row of list("ASKED")) {
    if (changed === SLICE) return "more";
    const nth = add(ofDesk, row.fromStationID);
    if (endInvalid(deps, stations, row, nth)) {
      changed += 1;
    } else if (gate.needsPerson(row)) {
      if (isWaiting(row)) continue;
      askPerson(deps, stations, row);
      changed += 1;
    } else if ((inQueue.get(queueOf(row)) ?? 0) < MOST_TAKEN) {
      changed += 1;
      if (!(await takeRequest(deps, stations, row))) isSoon = true;
      else if (findRequest(deps.db, row.id)?.state === "TAKEN") {
        gate.noteTaken(row);
        add(inQueue, queueOf(row));
      }
      if (!stations.isCaughtUp()) return "soon";
    }
  }
  return isSoon ? "soon" : "done";
}

/**
 * Ends an invalid, late or surplus request.
 *
 * @param nth Position among the open requests of its desk, from 1.
 * @returns Whether the request has ended.
 */
function endInvalid(
  deps: WriteDeps,
  stations: Stations,
  row: PrintRequestRow,
  nth: number,
): boolean {
  const why = explainInvalid(deps, stations, row);
  if (why !== undefined) return fail(deps, row, why);
  if (Date.parse(row.expiresAt) <= stations.hubNow()) {
    expireRequest(
      deps,
      row,
      isOlderThanRestore(deps, stations, row) ? EXPIRED_UNKNOWN : expiredFor(stations, row),
    );
    return true;
  }
  return nth > MOST_OPEN && fail(deps, row, tooMany(stations, row));
}

function fail(deps: WriteDeps, row: PrintRequestRow, why: PrintError): true {
  inTransaction(
    deps,
    () => void moveRequest(deps, row, { state: "FAILED", reason: printErrorText(why) }),
  );
  return true;
}

function tooMany(stations: Stations, row: PrintRequestRow): PrintError {
  return {
    code: "not allowed",
    message: `The desk "${deskOf(stations, row)}" has more than ${MOST_OPEN} open prints here.`,
  };
}

function expiredFor(stations: Stations, row: PrintRequestRow): PrintError | undefined {
  if (!isWaiting(row)) return undefined;
  const message = `The request expired before a person at the printer's desk allowed this print of the desk "${deskOf(stations, row)}".`;
  return { code: "expired", message };
}

const queueOf = (row: PrintRequestRow): string => `${row.fromStationID} ${row.printerID}`;

function countBy(
  rows: readonly PrintRequestRow[],
  keyOf: (row: PrintRequestRow) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) add(counts, keyOf(row));
  return counts;
}

function add(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
