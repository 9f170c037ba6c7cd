/** Wire shapes of printers. A printer is this station's own: other stations have theirs. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { DOCUMENT_LANGUAGES } from "../db/documents/documents.schema.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import { lengthMmSchema } from "../db/documents/paper-length.schema.ts";
import { DENSITIES } from "../labels/labels.schema.ts";

const PRINTER_DRIVERS = ["tcp", "file", "cups", "windows"] as const;
const printerDriverSchema = z.enum(PRINTER_DRIVERS);

/**
 * What a printer of the desk is for. A print job names a role, and the printer that has it when the
 * job is taken prints it.
 */
export const PRINTER_ROLES = ["label", "returnLabel", "a4", "packingSlip"] as const;
export type PrinterRole = (typeof PRINTER_ROLES)[number];
const roleSchema = z.uuid().nullable().default(null);
/**
 * Which printer has each role, by its id; null: none has. Labels of returns are then printed where
 * labels are.
 */
export const rolesSchema = z.object({
  label: roleSchema,
  returnLabel: roleSchema,
  a4: roleSchema,
  packingSlip: roleSchema,
}) satisfies z.ZodType<Record<PrinterRole, string | null>>;
export type Roles = z.infer<typeof rolesSchema>;
const changedRoleSchema = uuidID.nullable().optional();
/** PUT /station/printers/roles: absent ones stay. */
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
 * How bitmaps are sent: deflated, or as plain hex for printers that know no Z64 and print its
 * letters.
 */
export const PRINTER_GRAPHICS = ["z64", "hex"] as const;
export type PrinterGraphics = (typeof PRINTER_GRAPHICS)[number];

/** Whether a printer is asked for its state before and after a label. */
export const ASKS_STATE = ["auto", "never"] as const;

/**
 * A larger offset pushes print off the paper: labels leave 2.5 mm free at each side, into which
 * large letters reach by up to half a millimetre. Settings of before may have one of up to 5 mm.
 */
export const MOST_OFFSET_MM = 2;

/**
 * Of each label; what is absent is as the printer's own panel sets it, or 0, or "z64". The offset's
 * bounds are those of ^LT at 600 dpi.
 */
const settingFields = {
  /** Added to the darkness that is set at the printer. */
  darkness: z.number().int().min(-30).max(30).optional(),
  /** Inches a second. */
  speed: z.number().int().min(1).max(14).optional(),
  /** Everything is printed further right by this. */
  offsetXMm: z.number().min(-5).max(5).optional(),
  /** Everything is printed further down by this. */
  offsetYMm: z.number().min(-5).max(5).optional(),
  graphics: z.enum(PRINTER_GRAPHICS).optional(),
  /** Between two labels of the roll; 0: a roll without gaps. For TSPL and EPL. */
  gapMm: z.number().min(0).max(20).optional(),
  /**
   * "never": it gets its labels without a question about its state before or after; absent or
   * "auto": it is asked when it answers.
   */
  asksState: z.enum(ASKS_STATE).optional(),
};

/** A printer as settings keep it and HTTP answers it; the core's own shape is `printer.ts`. */
export const printerSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    driver: printerDriverSchema,
    /** For `tcp`; empty otherwise. */
    host: z.string(),
    port: portSchema,
    /** For `file`: the folder into which each job is written as a file; empty otherwise. */
    path: z.string(),
    /** For `cups` and `windows`: the name of the system's print queue; absent otherwise. */
    queue: z.string().optional(),
    language: z.enum(DOCUMENT_LANGUAGES),
    dpi: dpiSchema,
    widthMm: lengthMmSchema,
    heightMm: lengthMmSchema,
    isActive: z.boolean(),
    /** Whether other stations of the organization may print on it. */
    isShared: z.boolean().default(false),
    ...settingFields,
  })
  .meta({ id: "Printer" });
export type PrinterRecord = z.infer<typeof printerSchema>;

/** What a printer says it is. */
const printerDeviceSchema = z.object({
  model: z.string(),
  firmware: z.string(),
  /** Null: a density that is not known here. */
  dpi: z.number().int().nullable(),
  /** `density differs`: labels are drawn for another density, and come out in a wrong size. */
  warning: z.enum(["density differs"]).nullable(),
});
export type PrinterDevice = z.infer<typeof printerDeviceSchema>;
/**
 * A printer as HTTP answers it. `proves`: the highest state that a print of it can reach.
 * CONFIRMED: the printer reports that the label is out. SENT: it was handed over. `device`: null
 * until it has named itself.
 */
export const printerAnswerSchema = printerSchema
  .extend({ proves: z.enum(["CONFIRMED", "SENT"]), device: printerDeviceSchema.nullable() })
  .meta({ id: "PrinterOfStation" });

/** A host name or an address, without port or scheme. */
const hostSchema = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[0-9A-Za-z.:_-]+$/, "A host name or IP address is needed, without a port.");
const pathSchema = z.string().trim().min(1).max(1_000);

/**
 * As the system names it. A name is never a path, an option or an address: CUPS's own rule for
 * names, and Windows's; `\\computer\printer` is one that this user is connected to.
 */
const queueSchema = {
  cups: z
    .string()
    .trim()
    .min(1)
    .max(127)
    .regex(
      /^[^\s\p{Cc}/#?'"\\<>-][^\s\p{Cc}/#?'"\\<>]*$/u,
      "The name of a print queue is needed, as the system has it.",
    ),
  windows: z
    .string()
    .trim()
    .min(1)
    .max(220)
    .regex(
      /^(?:\\\\[^\p{Cc}\\/,!]+\\)?[^\p{Cc}\\,!]+$/u,
      "The name of a printer is needed, as Windows has it.",
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
 * PATCH /station/printers/{id}: absent fields stay; null takes a setting back to the printer's own.
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
    /** Of a printer of the network. */
    host: hostSchema.optional(),
    port: portSchema.optional(),
    /** Of a printer of the print system. */
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
 * "no answer": it answered questions about its state before, and does not now. Some printers do so
 * without paper or with an open head.
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
 * GET /station/printers: with the last known state of each, which its loop asks for every few
 * seconds.
 */
export const livePrinterSchema = printerAnswerSchema
  .extend({
    /** "unknown": it has not been asked yet, or has no role and no job. */
    state: z.enum(["unknown", ...PRINTER_STATES]),
    stateMessage: z.string(),
    /** When it was learned; null while it is unknown. */
    stateAt: z.string().nullable(),
    /** Print jobs that wait for it now. */
    waiting: z.number().int(),
  })
  .meta({ id: "LivePrinter" });

/** POST /station/printers/{id}/probe */
export const printerStateSchema = z
  .object({ state: z.enum(PRINTER_STATES), message: z.string() })
  .meta({ id: "PrinterState" });
export type PrinterState = z.infer<typeof printerStateSchema>;
