/** Wire shapes of printers and print jobs. A printer is this station's own: other stations have theirs. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { DOCUMENT_LANGUAGES } from "../documents/documents.schema.ts";
import { LABEL_MEDIA, lengthMmSchema } from "../documents/media.schema.ts";
import { DENSITIES } from "../labels/labels.schema.ts";

const PRINTER_DRIVERS = ["tcp", "file", "cups", "windows"] as const;
const printerDriverSchema = z.enum(PRINTER_DRIVERS);

/** What a printer of the desk is for. A print job names a role, and the printer that has it when the job is taken prints it. */
export const PRINTER_ROLES = ["label"] as const;
export type PrinterRole = (typeof PRINTER_ROLES)[number];
/** Which printer has each role, by its id; null: none has. */
export const rolesSchema = z.object({ label: z.uuid().nullable() }) satisfies z.ZodType<Record<PrinterRole, string | null>>;
export type Roles = z.infer<typeof rolesSchema>;

const dpiSchema = z.literal(DENSITIES);
const portSchema = z.number().int().min(1).max(65_535);

/** How bitmaps are sent: deflated, or as plain hex for printers that know no Z64 and print its letters. */
export const PRINTER_GRAPHICS = ["z64", "hex"] as const;
export type PrinterGraphics = (typeof PRINTER_GRAPHICS)[number];

/**
 * A larger offset pushes print off the paper: labels leave 2.5 mm free at each side, into which large letters reach by up to half a millimetre.
 * Settings of before may have one of up to 5 mm.
 */
export const MOST_OFFSET_MM = 2;

/** Of each label; what is absent is as the printer's own panel sets it, or 0, or "z64". The offset's bounds are those of ^LT at 600 dpi. */
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
};

/** A printer as settings keep it and HTTP answers it; the core's own shape is `printer.ts`. */
export const printerSchema = z.object({
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
  ...settingFields,
}).meta({ id: "Printer" });
export type PrinterRecord = z.infer<typeof printerSchema>;

/** A printer as HTTP answers it. `proves`: the highest state that a print of it can reach. CONFIRMED: the printer reports that the label is out. SENT: it was handed over. */
export const printerAnswerSchema = printerSchema.extend({ proves: z.enum(["CONFIRMED", "SENT"]) }).meta({ id: "PrinterOfStation" });

/** A host name or an address, without port or scheme. */
const hostSchema = z.string().trim().min(1).max(253).regex(/^[0-9A-Za-z.:_-]+$/, "A host name or IP address is needed, without a port.");
const pathSchema = z.string().trim().min(1).max(1_000);

/** As the system names it. A name is never a path, an option or an address: CUPS's own rule for names, and Windows's without a server before it. */
const queueSchema = {
  cups: z.string().trim().min(1).max(127).regex(/^[^\s\p{Cc}/#?'"\\<>-][^\s\p{Cc}/#?'"\\<>]*$/u, "The name of a print queue is needed, as the system has it."),
  windows: z.string().trim().min(1).max(220).regex(/^[^\p{Cc}\\,!]+$/u, "The name of a printer is needed, as Windows has it, without a computer's name before it."),
};

const printerFields = {
  name: z.string().trim().min(1).max(100).refine((name) => !name.includes("\0"), { message: "must not have a NUL character" }),
  language: z.enum(DOCUMENT_LANGUAGES),
  dpi: dpiSchema,
  widthMm: lengthMmSchema,
  heightMm: lengthMmSchema,
  isActive: z.boolean(),
  ...settingFields,
};

const withDefaults = {
  ...printerFields,
  language: printerFields.language.default("ZPL"),
  dpi: printerFields.dpi.default(203),
  widthMm: printerFields.widthMm.default(LABEL_MEDIA.widthMm),
  heightMm: printerFields.heightMm.default(LABEL_MEDIA.heightMm),
  isActive: printerFields.isActive.default(true),
};

/** POST /station/printers */
export const createPrinterSchema = z.discriminatedUnion("driver", [
  z.strictObject({ ...withDefaults, driver: z.literal("tcp"), host: hostSchema, port: portSchema.default(9100) }),
  z.strictObject({ ...withDefaults, driver: z.literal("file"), path: pathSchema }),
  z.strictObject({ ...withDefaults, driver: z.literal("cups"), queue: queueSchema.cups }),
  z.strictObject({ ...withDefaults, driver: z.literal("windows"), queue: queueSchema.windows }),
]).meta({ id: "NewPrinter" });
export type CreatePrinter = z.infer<typeof createPrinterSchema>;

/** PATCH /station/printers/{id}: absent fields stay; null takes a setting back to the printer's own. */
export const updatePrinterSchema = z.strictObject({
  name: printerFields.name.optional(),
  dpi: dpiSchema.optional(),
  widthMm: lengthMmSchema.optional(),
  heightMm: lengthMmSchema.optional(),
  isActive: z.boolean().optional(),
  darkness: settingFields.darkness.unwrap().nullable().optional(),
  speed: settingFields.speed.unwrap().nullable().optional(),
  offsetXMm: settingFields.offsetXMm.unwrap().nullable().optional(),
  offsetYMm: settingFields.offsetYMm.unwrap().nullable().optional(),
  graphics: settingFields.graphics.unwrap().nullable().optional(),
  gapMm: settingFields.gapMm.unwrap().nullable().optional(),
}).meta({ id: "PrinterChange" });
export type UpdatePrinter = z.infer<typeof updatePrinterSchema>;

const PRINT_JOB_STATUSES = ["QUEUED", "SENDING", "SENT", "CONFIRMED", "FAILED", "UNKNOWN"] as const;
export const printJobStatusSchema = z.enum(PRINT_JOB_STATUSES);

/** Why a transport could not print. */
const PRINT_FAILURES = [
  "refused",
  "unreachable",
  "paper out",
  "ribbon out",
  "head open",
  "paused",
  "fault",
  "busy",
  "no answer",
  "timeout",
  "connection lost",
  "cancelled",
  "folder",
  "queue stopped",
] as const;

export type PrintFailure = (typeof PRINT_FAILURES)[number];

/** Beside these, what keeps a job from a printer at all: "" for nothing, "other" for a cause that only its sentence describes. */
export const PRINT_ERROR_CODES = ["", ...PRINT_FAILURES, "no printer", "not drawn", "converting", "station stopped", "cancellation open", "shipment cancelled", "shipment cancelled, may be printed", "other"] as const;
export type PrintErrorCode = (typeof PRINT_ERROR_CODES)[number];

const VERIFICATIONS = ["verified", "unverifiable"] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const printJobSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
  shipmentID: z.uuid(),
  barcode: z.string(),
  /** Empty when the shipment came without an order. */
  orderNumber: z.string(),
  shipmentNumber: z.number().int(),
  recipientName: z.string(),
  districtName: z.string(),
  cityName: z.string(),
  /** Null until it was sent to one. */
  printerID: z.uuid().nullable(),
  printerName: z.string(),
  kind: z.literal("LABEL"),
  status: printJobStatusSchema,
  /** How often it was sent to the printer, failed attempts included. */
  attempts: z.number().int().min(0),
  /** The last error and what to do about it; empty when there was none. */
  lastError: z.string(),
  lastErrorCode: z.enum(PRINT_ERROR_CODES),
  /**
   * Whether the symbols, the shipment's barcode among them, were read back off the very dots that were sent, and keep the rules of our own labels.
   * `unverifiable`: not all of that could be measured, or it does not hold. Empty before that. Independent of `status`: CONFIRMED is the printer's
   * word that the paper came out, not that it can be scanned.
   */
  verification: z.enum(["", ...VERIFICATIONS]),
  sentAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  isReprint: z.boolean(),
}).meta({ id: "PrintJob" });
export type PrintJob = z.infer<typeof printJobSchema>;

/** POST /station/printjobs: to the station's label printer. `documentHash`: a document of this station is printed for the shipment, not its own label. */
export const createPrintJobSchema = z.strictObject({ shipmentID: uuidID, documentHash: z.string().regex(/^[0-9a-f]{64}$/, "The SHA-256 of a document is needed, 64 hex digits.").optional() }).meta({ id: "NewPrintJob" });

/** POST /station/printjobs/{id}/answer: did the label of an UNKNOWN job come out? */
export const answerPrintJobSchema = z.strictObject({ printed: z.boolean() }).meta({ id: "PrintJobAnswer" });

const PRINTER_STATES = ["ready", "busy", "paper out", "head open", "paused", "queue stopped", "fault", "unreachable"] as const;

/** POST /station/printers/{id}/probe */
export const printerStateSchema = z.object({ state: z.enum(PRINTER_STATES), message: z.string() }).meta({ id: "PrinterState" });
export type PrinterState = z.infer<typeof printerStateSchema>;
