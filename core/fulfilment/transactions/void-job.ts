/**
 * How a job that voids a second label is told from one by which a person cancels a shipment: it
 * leaves the other label as it is.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { findJob } from "../../jobs/jobs.service.ts";

const payloadSchema = z.object({
  memberID: z.string(),
  /** The shipment has two labels: this one alone is cancelled, the other stays. */
  isSurplus: z.boolean().optional(),
});
export type CancelPayload = z.output<typeof payloadSchema>;

/** Why it was cancelled. */
export const SECOND_LABEL = "A second label of the same shipment";

export function readCancelPayload(payload: string): CancelPayload {
  return parseJson(payload, payloadSchema, "the payload of a job that cancels");
}

/** Whether the carrier of a second label is being asked to void it. */
export function isBeingVoided(deps: ReadDeps, transactionID: string): boolean {
  const job = findJob(deps, "cancel", transactionID);
  return (
    job !== undefined &&
    (job.state === "WAITING" || job.state === "RUNNING") &&
    readCancelPayload(job.payload).isSurplus === true
  );
}
