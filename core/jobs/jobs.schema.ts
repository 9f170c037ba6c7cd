/**
 * Jobs as they are answered: what leaves the machine or waits, and has not ended or needs a person.
 */
import { z } from "zod";

const JOB_STATES = ["WAITING", "RUNNING", "DONE", "REFUSED", "NEEDS_PERSON"] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * `quote`, `buy` and `cancel` ask a carrier; `webhook` calls a receiver; `upkeep` is the station's
 * own work by the clock.
 */
export const JOB_KINDS = ["quote", "buy", "cancel", "webhook", "upkeep"] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

export const jobSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    kind: z.enum(JOB_KINDS),
    /** What runs beside each other only so often: one carrier account, one receiver. */
    lane: z.string(),
    state: z.enum(JOB_STATES),
    attempts: z.number().int(),
    /** null: not waiting for a time. */
    nextAttemptAt: z.string().nullable(),
    /** Why the last attempt came to no end; "" when there was none. */
    lastError: z.string(),
    /**
     * Of a purchase or a cancellation: the key that its carrier knows the label by. null for
     * others.
     */
    transactionID: z.uuid().nullable(),
    /** null: it belongs to no shipment. */
    shipmentID: z.uuid().nullable(),
    /** Of that shipment; null when it belongs to none. */
    shipmentNumber: z.number().int().nullable(),
    orderNumber: z.string(),
  })
  .meta({ id: "Job" });
export type JobAnswer = z.infer<typeof jobSchema>;
