/**
 * State of updates as Settings shows it: whether they are on, and the progress of an update. Pure.
 */
import { z } from "zod";

/** Why this program does not look for updates; each has a sentence on the screen. */
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
 * Why an update failed. `wentBack`: the starts of the new version failed, and the previous version
 * was reinstalled.
 */
const FAILURES = ["damaged", "signature", "noRoom", "notInstalled", "wentBack", "other"] as const;
export type UpdateFailure = (typeof FAILURES)[number];

/** Work that an update waits for. */
const waitsSchema = z.object({
  /** Labels being sent to a printer. */
  sending: z.number().int(),
  /** Labels that running batches have yet to print. */
  inBatches: z.number().int(),
  /** Whether an order is open at the station, or its label is being bought. */
  isAtWork: z.boolean(),
});
export type Waits = z.infer<typeof waitsSchema>;

const updateStateSchema = z.discriminatedUnion("step", [
  z.object({ step: z.literal("off"), reason: z.enum(OFF_REASONS) }),
  /** `checkedAt`: time of the last answer, ISO 8601; null when there was none. */
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
 * `installAt`: "HH:MM" local time, set by policy; null: on quitting Packbench, or when a person
 * asks for it.
 */
export const updateViewSchema = z.object({
  version: z.string(),
  state: updateStateSchema,
  installAt: z.string().nullable(),
});
export type UpdateView = z.infer<typeof updateViewSchema>;
