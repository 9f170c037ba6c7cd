/** Wire shapes of printers and print jobs. A printer is this station's own: other stations have theirs. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { DOCUMENT_LANGUAGES, documentHashSchema } from "../documents/documents.schema.ts";
import { LABEL_MEDIA, lengthMmSchema } from "../documents/media.schema.ts";
import { DENSITIES } from "../labels/labels.schema.ts";

const PRINTER_DRIVERS = ["tcp", "file", "cups", "windows"] as const;
const printerDriverSchema = z.enum(PRINTER_DRIVERS);

/** What a printer of the desk is for. A print job names a role, and the printer that has it when the job is taken prints it. */
export const PRINTER_ROLES = ["label", "returnLabel", "a4", "packingSlip"] as const;
export type PrinterRole = (typeof PRINTER_ROLES)[number];
const roleSchema = z.uuid().nullable().default(null);
/** Which printer has each role, by its id; null: none has. Labels of returns are then printed where labels are. */
export const rolesSchema = z.object({ label: roleSchema, returnLabel: roleSchema, a4: roleSchema, packingSlip: roleSchema }) satisfies z.ZodType<Record<PrinterRole, string | null>>;
export type Roles = z.infer<typeof rolesSchema>;
const changedRoleSchema = uuidID.nullable().optional();
/** PUT /station/printers/roles: absent ones stay. */
export const updateRolesSchema = z.strictObject({ label: changedRoleSchema, returnLabel: changedRoleSchema, a4: changedRoleSchema, packingSlip: changedRoleSchema });
export type UpdateRoles = z.infer<typeof updateRolesSchema>;

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
  /** "never": it gets its labels without a question about its state before or after; absent or "auto": it is asked when it answers. */
  asksState: z.enum(["auto", "never"]).optional(),
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
 * A printer as HTTP answers it. `proves`: the highest state that a print of it can reach. CONFIRMED: the printer reports that the label is out. SENT: it
 * was handed over. `device`: null until it has named itself.
 */
export const printerAnswerSchema = printerSchema.extend({ proves: z.enum(["CONFIRMED", "SENT"]), device: printerDeviceSchema.nullable() }).meta({ id: "PrinterOfStation" });

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
export const PRINT_ERROR_CODES = ["", ...PRINT_FAILURES, "no printer", "printer off", "expired", "not drawn", "converting", "station stopped", "cancellation open", "shipment cancelled", "shipment cancelled, may be printed", "batch stopped", "other"] as const;
export type PrintErrorCode = (typeof PRINT_ERROR_CODES)[number];

/** LABEL: of a shipment. DOCUMENT: a program's file, without a shipment. PAPER: a document that goes with an order. TEST: a printer's test label. */
const PRINT_JOB_KINDS = ["LABEL", "DOCUMENT", "PAPER", "TEST"] as const;
const printJobKindSchema = z.enum(PRINT_JOB_KINDS);
export type PrintJobKind = z.infer<typeof printJobKindSchema>;

/** Why a label is printed once more. */
export const REPRINT_REASONS = ["jam", "damaged", "unreadable", "lost", "other"] as const;
const reprintReasonSchema = z.enum(REPRINT_REASONS);
export type ReprintReason = z.infer<typeof reprintReasonSchema>;

const VERIFICATIONS = ["verified", "unverifiable"] as const;
export type Verification = (typeof VERIFICATIONS)[number];

const time = z.string().nullable();
/** When a job reached each stage, ISO 8601; of its last attempt. Null: it has not, or an earlier version printed it. */
const printStagesSchema = z.object({
  queuedAt: z.string(),
  /** Drawn and verified. */
  preparedAt: time,
  /** The printer was about to be touched. */
  sendingAt: time,
  connectedAt: time,
  /** The last byte was with the operating system. */
  sentAt: time,
  confirmedAt: time,
});

const ATTEMPT_OUTCOMES = ["SENDING", "SENT", "CONFIRMED", "NOT SENT", "UNKNOWN", "FAILED"] as const;

/** One time that a job's label was taken to a printer. */
const printAttemptSchema = z.object({
  number: z.number().int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  printerID: z.uuid(),
  printerName: z.string(),
  beganAt: z.string(),
  preparedAt: z.string(),
  sendingAt: z.string(),
  connectedAt: time,
  sentAt: time,
  confirmedAt: time,
  endedAt: time,
  error: z.string(),
  errorCode: z.enum(PRINT_ERROR_CODES),
  /** The printer's own words, such as the fields of its answer to `~HS`. */
  words: z.string(),
}).meta({ id: "PrintAttempt" });
export type PrintAttempt = z.infer<typeof printAttemptSchema>;

export const printJobSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Empty for a job without a shipment. */
  shipmentID: z.union([z.uuid(), z.literal("")]),
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
  kind: printJobKindSchema,
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
  /** Of a job that a program made. */
  title: z.string(),
  copies: z.number().int(),
  /** Each copy is handed over, confirmed and asked about by itself. */
  copiesDone: z.number().int(),
  /** Why it was printed once more; "" for a first print. */
  reason: z.enum(["", ...REPRINT_REASONS]),
  /** Which reprint of the label it is, from 1; 0: its first print. */
  copyNumber: z.number().int().min(0),
  stages: printStagesSchema,
}).meta({ id: "PrintJob" });
export type PrintJob = z.infer<typeof printJobSchema>;

/** GET /station/printjobs/{id} */
export const printJobHistorySchema = printJobSchema.extend({ history: z.array(printAttemptSchema) }).meta({ id: "PrintJobHistory" });
export type PrintJobHistory = z.infer<typeof printJobHistorySchema>;

/** POST /station/printjobs: to the station's label printer. `reason`: why a label that was printed is printed once more. `documentHash`: a document of this station is printed for the shipment, not its own label. */
export const createPrintJobSchema = z.strictObject({
  shipmentID: uuidID,
  documentHash: documentHashSchema.optional(),
  /** Of a further print. "other" when absent. */
  reason: reprintReasonSchema.optional(),
}).meta({ id: "NewPrintJob" });

/** POST /station/printjobs/{id}/answer: did the label of an UNKNOWN job come out? */
export const answerPrintJobSchema = z.strictObject({ printed: z.boolean() }).meta({ id: "PrintJobAnswer" });

/** "no answer": it answered questions about its state before, and does not now. Some printers do so without paper or with an open head. */
export const PRINTER_STATES = ["ready", "busy", "paper out", "ribbon out", "head open", "paused", "queue stopped", "fault", "no answer", "unreachable"] as const;

/** GET /station/printers: with the last known state of each, which its loop asks for every few seconds. */
export const livePrinterSchema = printerAnswerSchema.extend({
  /** "unknown": it has not been asked yet, or has no role and no job. */
  state: z.enum(["unknown", ...PRINTER_STATES]),
  stateMessage: z.string(),
  /** When it was learned; null while it is unknown. */
  stateAt: z.string().nullable(),
  /** Print jobs that wait for it now. */
  waiting: z.number().int(),
}).meta({ id: "LivePrinter" });

/** POST /station/printers/{id}/probe */
export const printerStateSchema = z.object({ state: z.enum(PRINTER_STATES), message: z.string() }).meta({ id: "PrinterState" });
export type PrinterState = z.infer<typeof printerStateSchema>;
