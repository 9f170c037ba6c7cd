/** Wire shapes of shared printers, and of print requests from one station to another. */
import { z } from "zod";
import { uuidID } from "../../base/wire.ts";
import { DOCUMENT_LANGUAGES } from "../../db/documents/documents.schema.ts";
import { lengthMmSchema } from "../../db/documents/paper-length.schema.ts";
import { PRINTER_STATES } from "../../printing/printers.schema.ts";
import { PRINT_ERROR_CODES } from "../../printing/printing.schema.ts";
import { copiesSchema } from "../../printing/program-prints.schema.ts";

/** Item of GET /station/shared-printers. */
export const sharedPrinterSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    stationID: z.string(),
    stationName: z.string(),
    language: z.enum(DOCUMENT_LANGUAGES),
    dpi: z.number().int(),
    media: z.object({ widthMm: lengthMmSchema, heightMm: lengthMmSchema }),
    /** State that the printer's station wrote last; "unknown" before the printer's first answer. */
    state: z.enum(["unknown", ...PRINTER_STATES]),
    /**
     * Whether the hub has seen the printer's station within half a minute. A request to an
     * unreachable station waits until it expires.
     */
    isReachable: z.boolean(),
    updatedAt: z.string(),
  })
  .meta({ id: "SharedPrinter" });
export type SharedPrinter = z.infer<typeof sharedPrinterSchema>;

/**
 * ASKED: the printer's station has not taken the request. TAKEN: the request is in the print
 * journal of the printer's station; `reason` says why it waits. PRINTED: the document was sent to
 * the printer. EXPIRED: the request's time ended before printing started, so the document is not
 * printed. With the codes `not answered` and `station gone` this is not certain: a station that lost
 * its connection after taking the request answers later or never.
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
 * Body of POST /station/print-requests: a printer of GET /station/shared-printers, and a shipment
 * or the purchase of its label.
 */
export const newPrintRequestSchema = z
  .strictObject({
    printerID: uuidID,
    shipmentID: uuidID.optional(),
    transactionID: uuidID.optional(),
    document: documentSchema.default("label"),
    copies: copiesSchema,
    /** Time after which a request that was not started is never printed. */
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

/** Item of GET /station/waiting-prints: prints of one desk that wait for a person here. */
export const waitingPrintsSchema = z
  .object({
    stationID: z.string(),
    stationName: z.string(),
    /** Number of prints, counting copies. */
    prints: z.number().int(),
    requestIDs: z.array(z.uuid()),
  })
  .meta({ id: "WaitingPrints" });
export type WaitingPrints = z.infer<typeof waitingPrintsSchema>;

/** Body of POST /station/waiting-prints/answer: the requests that the person was shown. */
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
    /** Time of the request, by the hub's clock, like `expiresAt`. */
    askedAt: z.string(),
    updatedAt: z.string(),
    expiresAt: z.string(),
    fromStationID: z.string(),
    fromStationName: z.string(),
    toStationID: z.string(),
    toStationName: z.string(),
    /** Whether this station made the request. */
    isFromHere: z.boolean(),
    printerID: z.uuid(),
    printerName: z.string(),
    shipmentID: z.uuid(),
    /** Order number; empty for a shipment that has no order, or is not stored here. */
    orderNumber: z.string(),
    /** Purchase of the label; null: the label in force. */
    transactionID: z.uuid().nullable(),
    document: documentSchema,
    copies: z.number().int(),
    /** Id of the member. */
    askedBy: z.string(),
    state: printRequestStateSchema,
    /** Why the request waits or was not printed, in English; otherwise empty. */
    reason: z.string(),
    reasonCode: z.enum(PRINT_ERROR_CODES),
    /** Job in the journal of the printer's station; null until the request is taken. */
    jobID: z.uuid().nullable(),
  })
  .meta({ id: "PrintRequest" });
export type PrintRequest = z.infer<typeof printRequestSchema>;
