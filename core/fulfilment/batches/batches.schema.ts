/** Wire shapes of batches: labels printed together, in a chosen order. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { uuidID } from "../../base/wire.ts";
import { printJobStatusSchema, REPRINT_REASONS } from "../../printing/printing.schema.ts";
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";

/**
 * Order of a batch. `given`: as listed. `carrier`: by carrier and service. `zone`: by province and
 * district. `product`: by the parcel's first item.
 */
export const BATCH_SORTS = ["given", "carrier", "zone", "product"] as const;
const sortSchema = z.enum(BATCH_SORTS);
export type BatchSort = z.infer<typeof sortSchema>;

const BATCH_STATUSES = ["RUNNING", "PAUSED", "DONE", "STOPPED"] as const;
const batchStatusSchema = z.enum(BATCH_STATUSES);
export type BatchStatus = z.infer<typeof batchStatusSchema>;

/**
 * Why a batch is paused. `question`: it is not known whether one of its labels was printed.
 * `restart`: the station was restarted.
 */
const PAUSE_REASONS = ["", "person", "question", "restart"] as const;
const pauseReasonSchema = z.enum(PAUSE_REASONS);
export type PauseReason = z.infer<typeof pauseReasonSchema>;

export const MOST_LABELS = 1_000;

/** Body of POST /station/batches. */
export const createBatchSchema = z
  .strictObject({
    shipmentIDs: z.array(uuidID).min(1).max(MOST_LABELS),
    sort: sortSchema.default("given"),
    title: z.string().trim().max(100).default(""),
    /**
     * Printer of the whole batch; absent: the printers with the roles of labels and return labels.
     */
    printerID: uuidID.optional(),
    /** Required when labels of the batch were printed before. */
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
    /** Printer of the whole batch; null: the printers with the roles of labels. */
    printerID: z.uuid().nullable(),
    status: batchStatusSchema,
    pauseReason: pauseReasonSchema,
    total: z.number().int(),
    /** Number of labels that were sent to the printer or confirmed. */
    printed: z.number().int(),
    /** Number of labels that failed to print; the journal has the reasons. */
    failed: z.number().int(),
    /** Number of labels for which a person is asked whether they were printed. */
    unknown: z.number().int(),
    /** Number of labels still to be printed. */
    left: z.number().int(),
    /** Estimated time, from the pace of the last labels; null before the second label. */
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
    /** Carrier, as in GET /shipments. */
    providerCode: z.string(),
    /** Title of the parcel's first item; "" without items. */
    productTitle: z.string(),
    printJobID: z.uuid().nullable(),
    /** Status of the label's print job; "" until the label is in the journal. */
    status: z.enum(["", ...printJobStatusSchema.options]),
  })
  .meta({ id: "PrintBatchItem" });
export type BatchItem = z.infer<typeof batchItemSchema>;

/**
 * Body of POST /station/batches/{id}/resume and /rest. `after`: barcode, order number or shipment
 * number of the last good label; the labels after it are printed again, as copies.
 */
export const resumeBatchSchema = z
  .strictObject({ after: z.string().trim().min(1).max(200).optional() })
  .meta({ id: "PrintBatchResume" });

export const batchRestSchema = z
  .object({
    /** Last good label. */
    last: batchItemSchema,
    /** Number of labels after the last good label that were printed and would be printed again. */
    again: z.number().int(),
    /** Number of labels after the last good label that were not printed yet. */
    first: z.number().int(),
  })
  .meta({ id: "PrintBatchRest" });
export type BatchRest = z.infer<typeof batchRestSchema>;

/** Query of GET /station/batches/unprinted. */
export const unprintedQuerySchema = z.object({
  /** Last of the `days` days, Turkish time; today when absent. */
  day: daySchema.optional(),
  days: z.coerce.number().int().min(1).max(31).default(1),
  /** Provider code, as in GET /shipments; all when absent. */
  carrier: z.string().trim().min(1).max(50).transform(currentCode).optional(),
  /** Order of `preview`. */
  sort: sortSchema.default("given"),
});
export type UnprintedQuery = z.output<typeof unprintedQuerySchema>;

export const unprintedSchema = z
  .object({
    /** All carriers with unprinted labels of the queried days. */
    carriers: z.array(
      z.object({ providerCode: z.string(), carrierName: z.string(), labels: z.number().int() }),
    ),
    /**
     * The first thousand shipments of the chosen carrier, or of all carriers, in the order of their
     * purchases.
     */
    shipmentIDs: z.array(z.uuid()),
    /** First labels in the order of `sort`. */
    preview: z.array(batchItemSchema),
  })
  .meta({ id: "UnprintedLabels" });
export type Unprinted = z.infer<typeof unprintedSchema>;
