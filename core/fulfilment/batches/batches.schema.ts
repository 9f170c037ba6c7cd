/** Wire shapes of batches: labels that are printed together, in an order. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { uuidID } from "../../base/wire.ts";
import { printJobStatusSchema, REPRINT_REASONS } from "../../printing/printing.schema.ts";

/**
 * `given`: as they were listed. `carrier`: by carrier and service. `zone`: by province and
 * district. `product`: by the first item of the parcel.
 */
export const BATCH_SORTS = ["given", "carrier", "zone", "product"] as const;
const sortSchema = z.enum(BATCH_SORTS);
export type BatchSort = z.infer<typeof sortSchema>;

const BATCH_STATUSES = ["RUNNING", "PAUSED", "DONE", "STOPPED"] as const;
const batchStatusSchema = z.enum(BATCH_STATUSES);
export type BatchStatus = z.infer<typeof batchStatusSchema>;

/**
 * `question`: whether a label of it came out is not known. `restart`: the station was started
 * again.
 */
const PAUSE_REASONS = ["", "person", "question", "restart"] as const;
const pauseReasonSchema = z.enum(PAUSE_REASONS);
export type PauseReason = z.infer<typeof pauseReasonSchema>;

export const MOST_LABELS = 1_000;

/** POST /station/batches */
export const createBatchSchema = z
  .strictObject({
    shipmentIDs: z.array(uuidID).min(1).max(MOST_LABELS),
    sort: sortSchema.default("given"),
    title: z.string().trim().max(100).default(""),
    /** Absent: the printers that have the roles of labels and of return labels. */
    printerID: uuidID.optional(),
    /** Needed where labels of the batch were printed before. */
    reason: z.enum(REPRINT_REASONS).optional(),
  })
  .meta({ id: "NewPrintBatch" });
export type CreateBatch = z.output<typeof createBatchSchema>;

export const batchSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    title: z.string(),
    sort: sortSchema,
    /** The one printer that prints all of it; null: the printers that have the roles of labels. */
    printerID: z.uuid().nullable(),
    status: batchStatusSchema,
    pauseReason: pauseReasonSchema,
    total: z.number().int(),
    /** Labels that were handed over or came out. */
    printed: z.number().int(),
    /** Labels that could not be printed; why is in the journal. */
    failed: z.number().int(),
    /** Labels of which it is asked whether they came out. */
    unknown: z.number().int(),
    /** Labels that are still to come. */
    left: z.number().int(),
    /** By the pace of its last labels; null before the second one. */
    secondsLeft: z.number().int().nullable(),
  })
  .meta({ id: "PrintBatch" });
export type Batch = z.infer<typeof batchSchema>;

export const batchItemSchema = z
  .object({
    position: z.number().int(),
    shipmentID: z.uuid(),
    barcode: z.string(),
    orderNumber: z.string(),
    recipientName: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    /** Of the carrier, as of GET /shipments. */
    providerCode: z.string(),
    /** Of the first item of the parcel; "" when it has none. */
    productTitle: z.string(),
    printJobID: z.uuid().nullable(),
    /** "" while it is not in the journal yet. */
    status: z.enum(["", ...printJobStatusSchema.options]),
  })
  .meta({ id: "PrintBatchItem" });
export type BatchItem = z.infer<typeof batchItemSchema>;

/**
 * POST /station/batches/{id}/resume, and /rest. `after`: the barcode or order number of the last
 * good label; those behind it are printed again, as copies.
 */
export const resumeBatchSchema = z
  .strictObject({ after: z.string().trim().min(1).max(200).optional() })
  .meta({ id: "PrintBatchResume" });

export const batchRestSchema = z
  .object({
    /** The last good label. */
    last: batchItemSchema,
    /** Labels behind it that were printed and would be printed again. */
    again: z.number().int(),
    /** Labels behind it that were not printed yet. */
    first: z.number().int(),
  })
  .meta({ id: "PrintBatchRest" });
export type BatchRest = z.infer<typeof batchRestSchema>;

/** GET /station/batches/unprinted */
export const unprintedQuerySchema = z.object({
  /** The last of `days`, by Turkish time; today when absent. */
  day: daySchema.optional(),
  days: z.coerce.number().int().min(1).max(31).default(1),
  /** Provider code, as of GET /shipments; all when absent. */
  carrier: z.string().trim().min(1).max(50).optional(),
  /** Of `preview`. */
  sort: sortSchema.default("given"),
});
export type UnprintedQuery = z.output<typeof unprintedQuerySchema>;

export const unprintedSchema = z
  .object({
    /** Of all carriers of those days. */
    carriers: z.array(
      z.object({ providerCode: z.string(), carrierName: z.string(), labels: z.number().int() }),
    ),
    /** In the order of their purchases; the first thousand of the chosen carrier, or of all. */
    shipmentIDs: z.array(z.uuid()),
    /** The first ones in the order of `sort`. */
    preview: z.array(batchItemSchema),
  })
  .meta({ id: "UnprintedLabels" });
export type Unprinted = z.infer<typeof unprintedSchema>;
