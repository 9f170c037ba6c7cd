/** Ends jobs whose outcome is known without an attempt. */
import type { JobDeps } from "./deps.ts";
import type { JobKindName } from "./jobs.schema.ts";
import * as states from "./job-states.store.ts";
import * as store from "./jobs.store.ts";

/**
 * Ends a waiting job whose work was done elsewhere, so that the next job of its sequence may run.
 * Needs an open transaction.
 */
export function endJob(
  deps: Pick<JobDeps, "db" | "now">,
  kind: JobKindName,
  subjectID: string,
): void {
  const job = store.findJob(deps.db, kind, subjectID);
  if (job?.state === "WAITING")
    states.markEnded(deps.db, job, { state: "DONE", error: "", now: deps.now() });
}

/**
 * Ends a job that waits or needs a person, after a person has decided about its subject. Needs an
 * open transaction.
 */
export function endDecided(
  deps: Pick<JobDeps, "db" | "now">,
  kind: JobKindName,
  subjectID: string,
): void {
  const job = store.findJob(deps.db, kind, subjectID);
  if (job?.state === "NEEDS_PERSON")
    states.markNotDone(deps.db, job.id, { error: "", now: deps.now() });
  else endJob(deps, kind, subjectID);
}
