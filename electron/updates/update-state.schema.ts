/** What Settings show of updates: whether there are any here, and how far one is. Pure. */
import { z } from "zod";

/** Why this program looks for no updates; each is a sentence on the screen. */
const OFF_REASONS = [
  "notPackaged",
  "notForDistribution",
  "practice",
  "byPolicy",
  "byIt",
  "bySystem",
  "byHand",
  "unsigned",
  "noPublisher",
  "noAddress",
  "notWritable",
] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/**
 * Why an update did not come. `wentBack`: its starts failed, and the version before was put back.
 */
const FAILURES = ["damaged", "signature", "noRoom", "notInstalled", "wentBack", "other"] as const;
export type UpdateFailure = (typeof FAILURES)[number];

/** What an update waits for: a count, or whether it is so. */
const waitsSchema = z.object({
  /** Labels on their way to a printer. */
  sending: z.number().int(),
  /** Labels of running batches that are still to come. */
  inBatches: z.number().int(),
  /** An order is open at the desk, or its label is being bought. */
  isAtWork: z.boolean(),
});
export type Waits = z.infer<typeof waitsSchema>;

const updateStateSchema = z.discriminatedUnion("step", [
  z.object({ step: z.literal("off"), reason: z.enum(OFF_REASONS) }),
  /** `checkedAt`: of the last answer, ISO 8601; null when there was none. */
  z.object({ step: z.literal("idle"), checkedAt: z.string().nullable(), isOffline: z.boolean() }),
  z.object({ step: z.literal("checking") }),
  z.object({ step: z.literal("downloading"), next: z.string(), percent: z.number() }),
  z.object({ step: z.literal("ready"), next: z.string() }),
  z.object({ step: z.literal("waiting"), next: z.string(), for: waitsSchema }),
  z.object({ step: z.literal("installing"), next: z.string() }),
  z.object({ step: z.literal("failed"), reason: z.enum(FAILURES), next: z.string().nullable() }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

/**
 * `installAt`: "HH:MM" of the desk's own time, by the policy; null: when Packbench is quit, or when
 * a person says so.
 */
export const updateViewSchema = z.object({
  version: z.string(),
  state: updateStateSchema,
  installAt: z.string().nullable(),
});
export type UpdateView = z.infer<typeof updateViewSchema>;
