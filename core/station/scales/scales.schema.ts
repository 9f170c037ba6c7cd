/** Wire shapes of scales and serial scanners. Each station has its own devices. */
import { z } from "zod";

const DEVICE_KINDS = ["scale", "scanner"] as const;

/** Formats of scales at a serial line or a network port: `formats.ts`. */
export const FORMATS = ["st", "sics", "toledo", "number", "own"] as const;
export type FormatName = (typeof FORMATS)[number];

/**
 * Serial port: a device file below /dev, or a port of Windows. Any other path is rejected, so that
 * no file is opened by it.
 */
const serialPortSchema = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^(?:\/dev\/(?!.*\.\.)[\w./:+@=#-]+|COM\d{1,3})$/,
    "The name of a serial port is needed: COM3, /dev/ttyUSB0.",
  );
/** A host name or an IP address, without port or scheme. */
const hostSchema = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[0-9A-Za-z.:_-]+$/, "A host name or IP address is needed, without a port.");
const usbNumber = z.int().min(0).max(0xff_ff);

/** A regular expression with a group `weight`. */
const patternSchema = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (pattern) => {
      try {
        return /\(\?<weight>/.test(pattern) && new RegExp(pattern).flags === "";
      } catch {
        return false;
      }
    },
    { message: "must be a regular expression with a group (?<weight>…)" },
  );

/** Settings of every device. The fields from `format` on are for scales. */
const commonFields = {
  name: z.string().trim().min(1).max(80),
  kind: z.enum(DEVICE_KINDS).default("scale"),
  isActive: z.boolean().default(true),
  /** The format in which the scale sends; not for USB scales, which have one format. */
  format: z.enum(FORMATS).default("st"),
  /** For the format `own`: regular expression with the groups weight, sign, unit and state. */
  pattern: patternSchema.nullable().default(null),
  /** For the format `own`: sent five times a second to get a weight; null: the scale sends by itself. */
  ask: z.string().min(1).max(20).nullable().default(null),
  /** Unit of lines that name no unit. */
  unit: z.enum(["kg", "g"]).default("kg"),
  /** Equal stable readings in a row that make a weight count. */
  equalReads: z.int().min(1).max(10).default(3),
};
const hidFields = {
  driver: z.literal("hid"),
  vendorID: usbNumber,
  productID: usbNumber,
  /** Null: any device of this model. */
  serialNumber: z.string().max(126).nullable().default(null),
};
const serialFields = {
  driver: z.literal("serial"),
  serialPort: serialPortSchema,
  baudRate: z
    .literal([600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200])
    .default(9_600),
  dataBits: z.literal([7, 8]).default(8),
  parity: z.enum(["none", "even", "odd"]).default("none"),
  stopBits: z.literal([1, 2]).default(1),
};
const tcpFields = {
  driver: z.literal("tcp"),
  host: hostSchema,
  port: z.int().min(1).max(65_535),
};

/** POST /station/scales. */
export const createDeviceSchema = z.discriminatedUnion("driver", [
  z.strictObject({ ...commonFields, ...hidFields }),
  z.strictObject({ ...commonFields, ...serialFields }),
  z.strictObject({ ...commonFields, ...tcpFields }),
]);
export type CreateDevice = z.output<typeof createDeviceSchema>;

/** A device as it is stored in the desk's settings and sent. */
export const deviceSchema = z
  .discriminatedUnion("driver", [
    z.object({ id: z.uuid(), ...commonFields, ...hidFields }),
    z.object({ id: z.uuid(), ...commonFields, ...serialFields }),
    z.object({ id: z.uuid(), ...commonFields, ...tcpFields }),
  ])
  .meta({ id: "ScaleSettings" });
export type Device = z.output<typeof deviceSchema>;

/** PATCH /station/scales/:id: absent fields are unchanged; the driver cannot be changed. */
export const updateDeviceSchema = z.strictObject({
  name: commonFields.name.optional(),
  kind: z.enum(DEVICE_KINDS).optional(),
  isActive: z.boolean().optional(),
  format: z.enum(FORMATS).optional(),
  pattern: patternSchema.nullable().optional(),
  ask: z.string().min(1).max(20).nullable().optional(),
  unit: z.enum(["kg", "g"]).optional(),
  equalReads: z.int().min(1).max(10).optional(),
  serialPort: serialPortSchema.optional(),
  baudRate: serialFields.baudRate.unwrap().optional(),
  dataBits: serialFields.dataBits.unwrap().optional(),
  parity: serialFields.parity.unwrap().optional(),
  stopBits: serialFields.stopBits.unwrap().optional(),
  host: hostSchema.optional(),
  port: tcpFields.port.optional(),
});
export type UpdateDevice = z.output<typeof updateDeviceSchema>;

/**
 * `off`: switched off by a person. `starting`: its driver starts. `unplugged`, `inUse`, `denied`: it
 * cannot be opened. `driverLost`: its driver crashed or hung, and is started again. `silent`: it
 * sends nothing. `unreadable`: it sends something that its format does not describe. `needsZero`:
 * it was not at zero since the last parcel. `ready`: its weight counts, or the scanner can scan.
 */
const DEVICE_STATES = [
  "off",
  "starting",
  "unplugged",
  "inUse",
  "denied",
  "driverLost",
  "silent",
  "unreadable",
  "fault",
  "overloaded",
  "negative",
  "otherUnit",
  "needsZero",
  "moving",
  "empty",
  "ready",
] as const;
export type DeviceStateName = (typeof DEVICE_STATES)[number];

const deviceStateSchema = z
  .object({
    state: z.enum(DEVICE_STATES),
    /** The weight that the scale shows now, whether or not it counts; null when it shows none. */
    grams: z.int().nullable(),
    /** The unit that the scale shows, if it is neither kg nor g. */
    unit: z.string().nullable(),
    /** The beginning of what an unreadable device sends. */
    sample: z.string().nullable(),
    /** Names the fault and its remedy; null in a state without a fault. */
    message: z.string().nullable(),
  })
  .meta({ id: "ScaleState" });
export type DeviceState = z.infer<typeof deviceStateSchema>;

/** A device with its present state. */
export const liveDeviceSchema = z
  .object({ device: deviceSchema, now: deviceStateSchema })
  .meta({ id: "Scale" });
export type LiveDevice = z.infer<typeof liveDeviceSchema>;

/** A weight that counts. */
export const scaleWeightSchema = z.object({ grams: z.int() }).meta({ id: "ScaleWeight" });

/** A device of this computer that can be set up. */
const foundDeviceSchema = z.object({
  driver: z.enum(["hid", "serial"]),
  /** The maker's name of the device; the port's name when it has none. */
  name: z.string(),
  /** For `serial`; otherwise empty. */
  serialPort: z.string(),
  /** For `hid`; otherwise null. */
  vendorID: z.int().nullable(),
  productID: z.int().nullable(),
  serialNumber: z.string().nullable(),
  /** Id of the device if it is set up already. */
  scaleID: z.uuid().nullable(),
});
export type FoundDevice = z.infer<typeof foundDeviceSchema>;

/** `isSearched`: false when a driver could not be loaded, or did not answer in time. */
export const foundDevicesSchema = z.object({
  list: z.array(foundDeviceSchema),
  isSearched: z.boolean(),
});

/** Codes that serial scanners have read since the last call, oldest first. */
export const scannedCodesSchema = z.object({ codes: z.array(z.string()) });
