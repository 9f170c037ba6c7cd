/**
 * Payload of a cancel job. `isSurplus` distinguishes voiding a second label from a person's
 * cancellation: voiding leaves the other label in force.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { findJob } from "../../jobs/jobs.service.ts";

const payloadSchema = z.object({
  memberID: z.string(),
  /** Whether only this label is cancelled, and the shipment's other label stays in force. */
  isSurplus: z.boolean().optional(),
});
export type CancelPayload = z.output<typeof payloadSchema>;

/** Reason stored with the cancelled label. */
export const SECOND_LABEL = "A second label of the same shipment";

/**
 * Parses the payload of a job that cancels a label.
 *
 * @throws Error when the payload has another shape.
 */
export function readCancelPayload(payload: string): CancelPayload {
  return parseJson(payload, payloadSchema, "the payload of a job that cancels");
}

/** Returns whether the carrier of a second label is being asked to void it. */
export function isBeingVoided(deps: ReadDeps, transactionID: string): boolean {
  const job = findJob(deps, "cancel", transactionID);
  return (
    job !== undefined &&
    (job.state === "WAITING" || job.state === "RUNNING") &&
    readCancelPayload(job.payload).isSurplus === true
  );
}
