/**
 * Wire shapes of facts that Settings show: carriers and their prices, data on the disk, the sample
 * set.
 */
import { z } from "zod";
import { priceRowSchema } from "../shipping/prices/prices.schema.ts";

const stationCarrierSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** "" for a carrier without a linked account at this station. */
    providerCode: z.string(),
    isSample: z.boolean(),
    /** The carrier quotes only organizations that have their own account. */
    needsAccount: z.boolean(),
    /** Empty when the carrier names its services only together with prices. */
    services: z.array(z.object({ code: z.string(), name: z.string() })),
  })
  .meta({ id: "StationCarrier" });
export type StationCarrier = z.infer<typeof stationCarrierSchema>;

/**
 * Largest number of rows of prices. Thirty of the largest agreements have 2,000 rows with 60,000
 * prices, which nobody reads and no window shows in time.
 */
export const MOST_PRICE_ROWS = 100;

export const stationCarriersSchema = z
  .object({
    list: z.array(stationCarrierSchema),
    /** One row for each desi at which a price changes, up to `MOST_PRICE_ROWS`, smallest first. */
    prices: z.array(priceRowSchema),
    /** Whether prices change at further desi. */
    hasMorePrices: z.boolean(),
  })
  .meta({ id: "StationCarriers" });
export type StationCarriers = z.infer<typeof stationCarriersSchema>;

export const checkedSchema = z.object({ at: z.string(), isWhole: z.boolean() });

export const dataFactsSchema = z
  .object({
    /** Absolute path; "" for a database in memory. */
    folder: z.string(),
    /** Size of the database and its WAL. */
    bytes: z.number().int(),
    /** Free space on the disk that holds the folder. */
    freeBytes: z.number().int(),
    /** The last integrity check; null before the first check. */
    checked: checkedSchema.nullable(),
  })
  .meta({ id: "DataFacts" });
export type DataFacts = z.infer<typeof dataFactsSchema>;

const sampleStaySchema = z.object({
  orderNumber: z.string(),
  /**
   * Reasons why a sample order stays: its label has a real price, its purchase is still open, or
   * the carrier has its parcel.
   */
  why: z.enum(["REAL_PRICE", "PURCHASE_OPEN", "WITH_CARRIER"]),
});
export type SampleStay = z.infer<typeof sampleStaySchema>;

export const sampleSetSchema = z
  .object({
    /** Sample orders without a label. */
    waiting: z.number().int(),
    /**
     * Labels that deleting the set cancels: labels of sample orders bought at sample prices or in
     * test mode.
     */
    labels: z.number().int(),
    /** Sample orders that stay when the set is deleted. */
    stays: z.array(sampleStaySchema),
    /** Carriers with sample prices. */
    carriers: z.number().int(),
  })
  .meta({ id: "SampleSet" });
export type SampleSet = z.infer<typeof sampleSetSchema>;
