/** State of a move that runs. */
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { StationDeps } from "../deps.ts";
import * as store from "./move-in.store.ts";
import type { MoveInRow } from "./move-in.store.ts";

/** Reads a move again; undefined when a person has paused or ended it since. */
export function stillRunning(
  { db }: StationDeps,
  { organizationID, accountID }: MoveInRow,
): MoveInRow | undefined {
  const now = store.findMoveIn(db, organizationID, accountID);
  return now?.state === "RUNNING" ? now : undefined;
}

/** Records that the state of a move has changed; needs an open transaction. */
export function noteState(
  deps: StationDeps,
  { organizationID, accountID, memberID }: MoveInRow,
): void {
  recordFact(deps, {
    topic: "movein.changed",
    organizationID,
    subjectID: accountID,
    visibleTo: memberID,
    payload: null,
  });
}
