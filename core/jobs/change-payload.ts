/** Gives jobs another payload after they were written. */
import type { JobDeps } from "./deps.ts";
import * as states from "./job-states.store.ts";

/**
 * Replaces the payload of a job, also while it runs; a running attempt keeps the payload from its
 * start. Needs an open transaction.
 */
export function changePayload(deps: Pick<JobDeps, "db">, jobID: string, payload: unknown): void {
  states.setPayload(deps.db, jobID, JSON.stringify(payload));
}

/** Makes a waiting job due now with another payload; needs an open transaction. */
export function restartWith(
  deps: Pick<JobDeps, "db" | "now">,
  jobID: string,
  payload: unknown,
): void {
  changePayload(deps, jobID, payload);
  states.markAgain(deps.db, jobID, deps.now());
}
