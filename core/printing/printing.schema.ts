/** Wire shapes of print jobs. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { documentHashSchema } from "../db/documents/documents.schema.ts";

export const PRINT_JOB_STATUSES = [
  "QUEUED",
  "SENDING",
  "SENT",
  "CONFIRMED",
  "FAILED",
  "UNKNOWN",
] as const;
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
  "not counted",
  "cancelled",
  "folder",
  "queue stopped",
] as const;

export type PrintFailure = (typeof PRINT_FAILURES)[number];

/**
 * Beside these, what keeps a job from a printer at all: "" for nothing, "other" for a cause that
 * only its sentence describes.
 */
export const PRINT_ERROR_CODES = [
  "",
  ...PRINT_FAILURES,
  "no printer",
  "printer removed",
  "printer off",
  "expired",
  "not drawn",
  "converting",
  "station stopped",
  "cancellation open",
  "shipment cancelled",
  "shipment cancelled, may be printed",
  "batch stopped",
  "restored",
  "not shared",
  "station gone",
  "not answered",
  "printed elsewhere",
  "waits for a person",
  "not allowed",
  "not valid",
  "other",
] as const;
export type PrintErrorCode = (typeof PRINT_ERROR_CODES)[number];

/**
 * LABEL: of a shipment. DOCUMENT: a program's file, without a shipment. PAPER: a document that goes
 * with an order. TEST: a printer's test label.
 */
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
/**
 * When a job reached each stage, ISO 8601; of its last attempt. Null: it has not, or an earlier
 * version printed it.
 */
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
const printAttemptSchema = z
  .object({
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
  })
  .meta({ id: "PrintAttempt" });
export type PrintAttempt = z.infer<typeof printAttemptSchema>;

export const printJobSchema = z
  .object({
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
     * Whether the symbols, the shipment's barcode among them, were read back off the very dots that
     * were sent, and keep the rules of our own labels. `unverifiable`: not all of that could be
     * measured, or it does not hold. Empty before that. Independent of `status`: CONFIRMED is the
     * printer's word that the paper came out, not that it can be scanned.
     */
    verification: z.enum(["", ...VERIFICATIONS]),
    /**
     * Why it is `unverifiable`. `WRITING_LOST`: some of the document's text cannot be read on the
     * label, since it is lost in black and white or its font is missing. "": its symbols could not
     * be checked; also when it is verified.
     */
    doubt: z.enum(["", "WRITING_LOST"]),
    sentAt: z.string().nullable(),
    confirmedAt: z.string().nullable(),
    /** SENT because a person answered that it came out, or scanned it. */
    isAnswered: z.boolean(),
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
  })
  .meta({ id: "PrintJob" });
export type PrintJob = z.infer<typeof printJobSchema>;

/** GET /station/printjobs/{id} */
export const printJobHistorySchema = printJobSchema
  .extend({ history: z.array(printAttemptSchema) })
  .meta({ id: "PrintJobHistory" });
export type PrintJobHistory = z.infer<typeof printJobHistorySchema>;

/**
 * POST /station/printjobs: to the station's label printer. `reason`: why a label that was printed
 * is printed once more. `documentHash`: a document of this station is printed for the shipment, not
 * its own label.
 */
export const createPrintJobSchema = z
  .strictObject({
    shipmentID: uuidID,
    documentHash: documentHashSchema.optional(),
    /** Of a further print. "other" when absent. */
    reason: reprintReasonSchema.optional(),
  })
  .meta({ id: "NewPrintJob" });

/** POST /station/printjobs/{id}/answer: did the label of an UNKNOWN job come out? */
export const answerPrintJobSchema = z
  .strictObject({ printed: z.boolean() })
  .meta({ id: "PrintJobAnswer" });
