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
 * Codes of print errors: transport failures, and other reasons why a job waits or has ended. ""
 * means no error; "other" means a cause that only the message describes.
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
 * LABEL: a shipment's label. DOCUMENT: a program's file, without a shipment. PAPER: a document that
 * is printed with an order. TEST: a printer's test label.
 */
const PRINT_JOB_KINDS = ["LABEL", "DOCUMENT", "PAPER", "TEST"] as const;
const printJobKindSchema = z.enum(PRINT_JOB_KINDS);
export type PrintJobKind = z.infer<typeof printJobKindSchema>;

/** Why a label is reprinted. */
export const REPRINT_REASONS = ["jam", "damaged", "unreadable", "lost", "other"] as const;
const reprintReasonSchema = z.enum(REPRINT_REASONS);
export type ReprintReason = z.infer<typeof reprintReasonSchema>;

const VERIFICATIONS = ["verified", "unverifiable"] as const;
export type Verification = (typeof VERIFICATIONS)[number];

const time = z.string().nullable();
/**
 * When the job's last attempt reached each stage, ISO 8601. Null: not reached, or printed by an
 * earlier version of Packbench.
 */
const printStagesSchema = z.object({
  queuedAt: z.string(),
  /** The label was drawn and verified. */
  preparedAt: time,
  /** The job was claimed; no byte had been sent yet. */
  sendingAt: time,
  connectedAt: time,
  /** The operating system had taken the last byte. */
  sentAt: time,
  confirmedAt: time,
});

const ATTEMPT_OUTCOMES = ["SENDING", "SENT", "CONFIRMED", "NOT SENT", "UNKNOWN", "FAILED"] as const;

/** One attempt to send a job's label to a printer. */
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
    /** The printer's own status text, such as the fields of its answer to `~HS`. */
    words: z.string(),
  })
  .meta({ id: "PrintAttempt" });
export type PrintAttempt = z.infer<typeof printAttemptSchema>;

export const printJobSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** The shipment whose label or paper is printed; empty for a job without a shipment. */
    shipmentID: z.union([z.uuid(), z.literal("")]),
    barcode: z.string(),
    /** Number of the shipment's order; empty when the shipment has no order. */
    orderNumber: z.string(),
    shipmentNumber: z.number().int(),
    recipientName: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    /** Null until the job was sent to a printer. */
    printerID: z.uuid().nullable(),
    printerName: z.string(),
    kind: printJobKindSchema,
    status: printJobStatusSchema,
    /** Number of attempts, including failed attempts. */
    attempts: z.number().int().min(0),
    /** The last error and how to resolve it; empty when there was none. */
    lastError: z.string(),
    lastErrorCode: z.enum(PRINT_ERROR_CODES),
    /**
     * `verified`: all symbols, including the shipment's barcode, were read back from the dots that
     * were sent, and they meet the rules for our own labels. `unverifiable`: at least one of these
     * facts could not be checked, or is not true. Empty before the first attempt. Independent of
     * `status`: CONFIRMED only means that the printer reports a printed label, not that the label
     * can be scanned.
     */
    verification: z.enum(["", ...VERIFICATIONS]),
    /**
     * Why the job is `unverifiable`. `WRITING_LOST`: part of the document's text is unreadable on
     * the label, because black and white hides it or its font is missing. "": the label's symbols
     * could not be checked, or the job is not `unverifiable`.
     */
    doubt: z.enum(["", "WRITING_LOST"]),
    sentAt: z.string().nullable(),
    confirmedAt: z.string().nullable(),
    /**
     * Whether the job is SENT because a person confirmed that its label was printed, or scanned the
     * label.
     */
    isAnswered: z.boolean(),
    isReprint: z.boolean(),
    /** Title of a job that a program created. */
    title: z.string(),
    copies: z.number().int(),
    /**
     * Number of copies printed so far. Each copy is sent, confirmed and, if needed, answered
     * separately.
     */
    copiesDone: z.number().int(),
    /** Why the label was reprinted; "" for a first print. */
    reason: z.enum(["", ...REPRINT_REASONS]),
    /** Number of the reprint, from 1; 0 for the first print. */
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
 * POST /station/printjobs: prints on the station's printer for labels or return labels. `reason`
 * says why a printed label is printed again. `documentHash` names a stored document to print in
 * place of the shipment's own label.
 */
export const createPrintJobSchema = z
  .strictObject({
    shipmentID: uuidID,
    documentHash: documentHashSchema.optional(),
    /** Reason of a reprint; "other" when absent. */
    reason: reprintReasonSchema.optional(),
  })
  .meta({ id: "NewPrintJob" });

/** POST /station/printjobs/{id}/answer: whether the label of an UNKNOWN job was printed. */
export const answerPrintJobSchema = z
  .strictObject({ printed: z.boolean() })
  .meta({ id: "PrintJobAnswer" });
