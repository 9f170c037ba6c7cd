/** Wire shapes of printers. Each station has its own printers. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { DOCUMENT_LANGUAGES } from "../db/documents/documents.schema.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import { lengthMmSchema } from "../db/documents/paper-length.schema.ts";
import { DENSITIES } from "../labels/labels.schema.ts";

const PRINTER_DRIVERS = ["tcp", "file", "cups", "windows"] as const;
const printerDriverSchema = z.enum(PRINTER_DRIVERS);

/**
 * Roles of printers. A print job that names a role is printed by the printer that has the role when
 * the job is taken.
 */
export const PRINTER_ROLES = ["label", "returnLabel", "a4", "packingSlip"] as const;
export type PrinterRole = (typeof PRINTER_ROLES)[number];
const roleSchema = z.uuid().nullable().default(null);
/**
 * The id of the printer with each role; null: no printer. Without a returnLabel printer, return
 * labels go to the label printer.
 */
export const rolesSchema = z.object({
  label: roleSchema,
  returnLabel: roleSchema,
  a4: roleSchema,
  packingSlip: roleSchema,
}) satisfies z.ZodType<Record<PrinterRole, string | null>>;
export type Roles = z.infer<typeof rolesSchema>;
const changedRoleSchema = uuidID.nullable().optional();
/** PUT /station/printers/roles: absent roles are unchanged. */
export const updateRolesSchema = z.strictObject({
  label: changedRoleSchema,
  returnLabel: changedRoleSchema,
  a4: changedRoleSchema,
  packingSlip: changedRoleSchema,
});
export type UpdateRoles = z.infer<typeof updateRolesSchema>;

const dpiSchema = z.literal(DENSITIES);
const portSchema = z.number().int().min(1).max(65_535);

/**
 * How bitmaps are sent: deflated (Z64), or as hex for printers that cannot decode Z64 and
 * would print it as text.
 */
export const PRINTER_GRAPHICS = ["z64", "hex"] as const;
export type PrinterGraphics = (typeof PRINTER_GRAPHICS)[number];

/** Whether the printer's status is queried; `asksState` below explains the values. */
export const ASKS_STATE = ["auto", "never"] as const;

/**
 * Largest offset, in mm. Labels keep a margin of 2.5 mm at each side, and large letters reach up to
 * half a millimetre into this margin, so a larger offset would push print off the paper. Records of
 * earlier versions may have offsets of up to 5 mm.
 */
export const MAX_OFFSET_MM = 2;

/**
 * Settings that apply to each label. An absent darkness, speed or gap means the printer's own
 * value, an absent offset means 0, and absent graphics mean "z64". The limits of the offsets are
 * those of ^LT at 600 dpi.
 */
const settingFields = {
  /** Added to the darkness that is set at the printer (ZPL) or to the factory darkness. */
  darkness: z.number().int().min(-30).max(30).optional(),
  /** Inches per second. */
  speed: z.number().int().min(1).max(14).optional(),
  /** Shift of the whole print to the right. */
  offsetXMm: z.number().min(-5).max(5).optional(),
  /** Shift of the whole print down. */
  offsetYMm: z.number().min(-5).max(5).optional(),
  graphics: z.enum(PRINTER_GRAPHICS).optional(),
  /** Gap between two labels of the roll; 0: a roll without gaps. For TSPL and EPL. */
  gapMm: z.number().min(0).max(20).optional(),
  /**
   * "never": labels are sent without a status query. "auto" or absent: the status is queried,
   * unless the printer was queried and has never answered.
   */
  asksState: z.enum(ASKS_STATE).optional(),
};

/** A printer in settings and in HTTP answers; the core's own shape is in `printer.ts`. */
export const printerSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    driver: printerDriverSchema,
    /** For `tcp`; otherwise empty. */
    host: z.string(),
    port: portSchema,
    /** For `file`: the folder into which each job is written as a file; otherwise empty. */
    path: z.string(),
    /** For `cups` and `windows`: the name of the system's print queue; otherwise absent. */
    queue: z.string().optional(),
    language: z.enum(DOCUMENT_LANGUAGES),
    dpi: dpiSchema,
    widthMm: lengthMmSchema,
    heightMm: lengthMmSchema,
    isActive: z.boolean(),
    /** Whether other stations of the organization may print on this printer. */
    isShared: z.boolean().default(false),
    ...settingFields,
  })
  .meta({ id: "Printer" });
export type PrinterRecord = z.infer<typeof printerSchema>;

/** A printer's report about itself. */
const printerDeviceSchema = z.object({
  model: z.string(),
  firmware: z.string(),
  /** Dots per inch; null when the reported density is unknown to us. */
  dpi: z.number().int().nullable(),
  /** `density differs`: labels are drawn for another density and are printed in the wrong size. */
  warning: z.enum(["density differs"]).nullable(),
});
export type PrinterDevice = z.infer<typeof printerDeviceSchema>;
/**
 * A printer in HTTP answers. `proves` is the highest status that a print job on this printer can
 * reach. CONFIRMED: the printer reports that the label was printed. SENT: the label was handed
 * over. `device` is null until the printer has identified itself.
 */
export const printerAnswerSchema = printerSchema
  .extend({ proves: z.enum(["CONFIRMED", "SENT"]), device: printerDeviceSchema.nullable() })
  .meta({ id: "PrinterOfStation" });

/** A host name or an IP address, without port or scheme. */
const hostSchema = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[0-9A-Za-z.:_-]+$/, "A host name or IP address is needed, without a port.");
const pathSchema = z.string().trim().min(1).max(1_000);

/**
 * Name of a print queue in the system. The patterns follow the rules of CUPS and of Windows for
 * names, so a name is never a path, an option or an address. `\\computer\printer` is a shared
 * printer to which this Windows user is connected.
 */
const queueSchema = {
  cups: z
    .string()
    .trim()
    .min(1)
    .max(127)
    .regex(
      /^[^\s\p{Cc}/#?'"\\<>-][^\s\p{Cc}/#?'"\\<>]*$/u,
      "The name of a print queue is needed, as in the system.",
    ),
  windows: z
    .string()
    .trim()
    .min(1)
    .max(220)
    .regex(
      /^(?:\\\\[^\p{Cc}\\/,!]+\\)?[^\p{Cc}\\,!]+$/u,
      "The name of a printer is needed, as in Windows.",
    ),
};

const printerFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((name) => !name.includes("\0"), { message: "must not have a NUL character" }),
  language: z.enum(DOCUMENT_LANGUAGES),
  dpi: dpiSchema,
  widthMm: lengthMmSchema,
  heightMm: lengthMmSchema,
  isActive: z.boolean(),
  isShared: z.boolean(),
  ...settingFields,
};

const withDefaults = {
  ...printerFields,
  language: printerFields.language.default("ZPL"),
  dpi: printerFields.dpi.default(203),
  widthMm: printerFields.widthMm.default(LABEL_MEDIA.widthMm),
  heightMm: printerFields.heightMm.default(LABEL_MEDIA.heightMm),
  isActive: printerFields.isActive.default(true),
  isShared: printerFields.isShared.default(false),
};

/** POST /station/printers */
export const createPrinterSchema = z
  .discriminatedUnion("driver", [
    z.strictObject({
      ...withDefaults,
      driver: z.literal("tcp"),
      host: hostSchema,
      port: portSchema.default(9100),
    }),
    z.strictObject({ ...withDefaults, driver: z.literal("file"), path: pathSchema }),
    z.strictObject({ ...withDefaults, driver: z.literal("cups"), queue: queueSchema.cups }),
    z.strictObject({ ...withDefaults, driver: z.literal("windows"), queue: queueSchema.windows }),
  ])
  .meta({ id: "NewPrinter" });
export type CreatePrinter = z.infer<typeof createPrinterSchema>;

/**
 * PATCH /station/printers/{id}: absent fields are unchanged; null resets a setting to its default.
 */
export const updatePrinterSchema = z
  .strictObject({
    name: printerFields.name.optional(),
    dpi: dpiSchema.optional(),
    widthMm: lengthMmSchema.optional(),
    heightMm: lengthMmSchema.optional(),
    isActive: z.boolean().optional(),
    isShared: z.boolean().optional(),
    language: z.enum(DOCUMENT_LANGUAGES).optional(),
    /** For network printers. */
    host: hostSchema.optional(),
    port: portSchema.optional(),
    /** For printers with a queue of CUPS or Windows. */
    queue: z.union([queueSchema.cups, queueSchema.windows]).optional(),
    darkness: settingFields.darkness.unwrap().nullable().optional(),
    speed: settingFields.speed.unwrap().nullable().optional(),
    offsetXMm: settingFields.offsetXMm.unwrap().nullable().optional(),
    offsetYMm: settingFields.offsetYMm.unwrap().nullable().optional(),
    graphics: settingFields.graphics.unwrap().nullable().optional(),
    gapMm: settingFields.gapMm.unwrap().nullable().optional(),
    asksState: settingFields.asksState.unwrap().nullable().optional(),
  })
  .meta({ id: "PrinterChange" });
export type UpdatePrinter = z.infer<typeof updatePrinterSchema>;
/**
 * "no answer": the printer answered status queries before, and does not answer now. Some printers
 * fall silent without paper or with an open head.
 */
export const PRINTER_STATES = [
  "ready",
  "busy",
  "paper out",
  "ribbon out",
  "head open",
  "paused",
  "queue stopped",
  "fault",
  "no answer",
  "unreachable",
] as const;

/**
 * GET /station/printers: each printer with its last known state, which is queried every few
 * seconds.
 */
export const livePrinterSchema = printerAnswerSchema
  .extend({
    /** "unknown": the printer was not queried yet, or has neither a role nor a job. */
    state: z.enum(["unknown", ...PRINTER_STATES]),
    stateMessage: z.string(),
    /** When the state was learned; null while it is unknown. */
    stateAt: z.string().nullable(),
    /** Number of print jobs that wait for this printer. */
    waiting: z.number().int(),
  })
  .meta({ id: "LivePrinter" });

/** POST /station/printers/{id}/probe */
export const printerStateSchema = z
  .object({ state: z.enum(PRINTER_STATES), message: z.string() })
  .meta({ id: "PrinterState" });
export type PrinterState = z.infer<typeof printerStateSchema>;
