/**
 * The published shape of jobs: work that calls other machines, or that the station runs at a later
 * time.
 */
import { z } from "zod";

const JOB_STATES = ["WAITING", "RUNNING", "DONE", "REFUSED", "NEEDS_PERSON"] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * `quote`, `buy`, `cancel`, `discard` and `announce` ask a carrier; `discard` removes what a request
 * for prices has left there; `release` lets the orders of a cancelled parcel
 * wait again; `webhook` calls a receiver; `upkeep` is the station's own scheduled work.
 */
export const JOB_KINDS = [
  "quote",
  "buy",
  "cancel",
  "discard",
  "announce",
  "release",
  "webhook",
  "upkeep",
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

export const jobSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    kind: z.enum(JOB_KINDS),
    /**
     * Name of a group of jobs that share a limit of concurrent attempts: for example, the jobs for
     * one carrier account or for one receiver.
     */
    lane: z.string(),
    state: z.enum(JOB_STATES),
    attempts: z.number().int(),
    /** Null: the job does not wait. */
    nextAttemptAt: z.string().nullable(),
    /** Reason why the last attempt failed or the job ended; "" without a reason. */
    lastError: z.string(),
    /**
     * For a purchase or a cancellation: the key by which its carrier knows the label. Null for
     * other jobs.
     */
    transactionID: z.uuid().nullable(),
    /** Null: the job belongs to no shipment. */
    shipmentID: z.uuid().nullable(),
    /** Number of that shipment; null without a shipment. */
    shipmentNumber: z.number().int().nullable(),
    orderNumber: z.string(),
  })
  .meta({ id: "Job" });
export type JobAnswer = z.infer<typeof jobSchema>;
