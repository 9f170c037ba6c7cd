/**
 * Wire shapes of printers that stations of an organization share, and of prints that one station
 * asks another for.
 */
import { z } from "zod";
import { uuidID } from "../../base/wire.ts";
import { DOCUMENT_LANGUAGES } from "../../db/documents/documents.schema.ts";
import { lengthMmSchema } from "../../db/documents/paper-length.schema.ts";
import { PRINTER_STATES } from "../../printing/printers.schema.ts";
import { PRINT_ERROR_CODES } from "../../printing/printing.schema.ts";
import { copiesSchema } from "../../printing/program-prints.schema.ts";

/** GET /station/shared-printers */
export const sharedPrinterSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    stationID: z.string(),
    stationName: z.string(),
    language: z.enum(DOCUMENT_LANGUAGES),
    dpi: z.number().int(),
    media: z.object({ widthMm: lengthMmSchema, heightMm: lengthMmSchema }),
    /** As its station last wrote it; "unknown" before the printer's first answer. */
    state: z.enum(["unknown", ...PRINTER_STATES]),
    /**
     * Whether the hub has seen its station within half a minute. What is asked of one that is not
     * reachable waits until it expires.
     */
    isReachable: z.boolean(),
    updatedAt: z.string(),
  })
  .meta({ id: "SharedPrinter" });
export type SharedPrinter = z.infer<typeof sharedPrinterSchema>;

/**
 * ASKED: the printer's station has not taken it yet. TAKEN: it stands in the print journal there;
 * `reason` says what it waits for. PRINTED: it was handed over to the printer. EXPIRED: its time
 * was over before it was begun, so it is not printed; with the code `not answered`, as far as is
 * known: a station that was cut off after it had taken it answers later.
 */
const PRINT_REQUEST_STATES = [
  "ASKED",
  "TAKEN",
  "PRINTED",
  "FAILED",
  "EXPIRED",
  "CANCELLED",
] as const;
const printRequestStateSchema = z.enum(PRINT_REQUEST_STATES);
export type PrintRequestState = (typeof PRINT_REQUEST_STATES)[number];

const REQUESTED_DOCUMENTS = ["label", "packingSlip"] as const;
const documentSchema = z.enum(REQUESTED_DOCUMENTS);
export type RequestedDocument = (typeof REQUESTED_DOCUMENTS)[number];

const [SHORTEST_LIFE_MIN, LONGEST_LIFE_MIN, USUAL_LIFE_MIN] = [1, 120, 10];

/**
 * POST /station/print-requests: a printer of GET /station/shared-printers, and a shipment or the
 * purchase of its label.
 */
export const newPrintRequestSchema = z
  .strictObject({
    printerID: uuidID,
    shipmentID: uuidID.optional(),
    transactionID: uuidID.optional(),
    document: documentSchema.default("label"),
    copies: copiesSchema,
    /** What could not be begun by then is never printed. */
    expiresInMinutes: z
      .number()
      .int()
      .min(SHORTEST_LIFE_MIN)
      .max(LONGEST_LIFE_MIN)
      .default(USUAL_LIFE_MIN),
  })
  .refine((body) => (body.shipmentID === undefined) !== (body.transactionID === undefined), {
    path: ["shipmentID"],
    message: "Either shipmentID or transactionID is needed.",
  })
  .meta({ id: "NewPrintRequest" });
export type NewPrintRequest = z.output<typeof newPrintRequestSchema>;

/** GET /station/waiting-prints: prints of one desk that wait for a person here. */
export const waitingPrintsSchema = z
  .object({
    stationID: z.string(),
    stationName: z.string(),
    /** Copies counted. */
    prints: z.number().int(),
    requestIDs: z.array(z.uuid()),
  })
  .meta({ id: "WaitingPrints" });
export type WaitingPrints = z.infer<typeof waitingPrintsSchema>;

/** POST /station/waiting-prints/answer: the requests that the person was shown. */
export const printsAnswerSchema = z
  .strictObject({ requestIDs: z.array(uuidID).min(1).max(200), print: z.boolean() })
  .meta({ id: "PrintsAnswer" });
export type PrintsAnswer = z.output<typeof printsAnswerSchema>;

export const printRequestsQuerySchema = z.object({
  state: printRequestStateSchema.optional(),
  shipmentID: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).catch(50).default(50),
});
export type PrintRequestsQuery = z.output<typeof printRequestsQuerySchema>;

export const printRequestSchema = z
  .object({
    id: z.uuid(),
    /** By the hub's clock, as `expiresAt`. */
    askedAt: z.string(),
    updatedAt: z.string(),
    expiresAt: z.string(),
    fromStationID: z.string(),
    fromStationName: z.string(),
    toStationID: z.string(),
    toStationName: z.string(),
    /** Whether this station asked for it. */
    isFromHere: z.boolean(),
    printerID: z.uuid(),
    printerName: z.string(),
    shipmentID: z.uuid(),
    /** Empty when the shipment came without an order, or is not here. */
    orderNumber: z.string(),
    /** The purchase whose label is meant; null: the one in force. */
    transactionID: z.uuid().nullable(),
    document: documentSchema,
    copies: z.number().int(),
    /** Member. */
    askedBy: z.string(),
    state: printRequestStateSchema,
    /** Why it waits or was not printed, in English; empty otherwise. */
    reason: z.string(),
    reasonCode: z.enum(PRINT_ERROR_CODES),
    /** Of its job in the journal of the printer's station; null until it is taken. */
    jobID: z.uuid().nullable(),
  })
  .meta({ id: "PrintRequest" });
export type PrintRequest = z.infer<typeof printRequestSchema>;
