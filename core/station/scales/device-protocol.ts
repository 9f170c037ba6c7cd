/** Messages between the core and a process that drives one device. All are plain data. */
import { z } from "zod";
import { readingSchema } from "./reading.schema.ts";
import { deviceSchema } from "./scales.schema.ts";

/** Why a device cannot be used; the names are those of `DEVICE_STATES`. */
const LOST_REASONS = ["unplugged", "inUse", "denied"] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/** A device of this computer, as its driver lists it. */
const listedSchema = z.strictObject({
  driver: z.enum(["hid", "serial"]),
  name: z.string(),
  serialPort: z.string(),
  vendorID: z.int().nullable(),
  productID: z.int().nullable(),
  serialNumber: z.string().nullable(),
});
export type Listed = z.infer<typeof listedSchema>;

/** The times of `ScaleTimes` that a process of a driver uses. */
const openTimesSchema = z.object({
  reopenMs: z.number(),
  askMs: z.number(),
  reconnectMs: z.number(),
  readingMs: z.number(),
});
export type DriverTimes = z.infer<typeof openTimesSchema>;

/** Messages to the process. It drives the last opened device until it ends. */
export const toDeviceSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("open"), device: deviceSchema, times: openTimesSchema }),
  z.strictObject({ type: z.literal("list") }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ToDevice = z.input<typeof toDeviceSchema>;

export const fromDeviceSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("pong") }),
  z.strictObject({ type: z.literal("opened") }),
  /** `message`: the system's words, for the log. */
  z.strictObject({
    type: z.literal("lost"),
    reason: z.enum(LOST_REASONS),
    message: z.string().max(500),
  }),
  z.strictObject({ type: z.literal("reading"), reading: readingSchema }),
  /** `sample`: the beginning of a line that the format does not describe. */
  z.strictObject({ type: z.literal("unreadable"), sample: z.string().max(40) }),
  z.strictObject({ type: z.literal("code"), code: z.string().min(1).max(200) }),
  /** `isWhole`: false when a driver could not be loaded or did not list its devices. */
  z.strictObject({
    type: z.literal("listed"),
    list: z.array(listedSchema).max(200),
    isWhole: z.boolean(),
  }),
]);
export type FromDevice = z.infer<typeof fromDeviceSchema>;
