/**
 * Wire shapes of what Settings show of a station: its carriers and their prices, its data, its
 * sample set.
 */
import { z } from "zod";
import { priceRowSchema } from "../shipping/prices/prices.schema.ts";

const stationCarrierSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** "" for a carrier that no account of this station is linked with. */
    providerCode: z.string(),
    isSample: z.boolean(),
    /** Gives prices only to an organization with its own account. */
    needsAccount: z.boolean(),
    /** Empty where the carrier names its services only with its prices. */
    services: z.array(z.object({ code: z.string(), name: z.string() })),
  })
  .meta({ id: "StationCarrier" });
export type StationCarrier = z.infer<typeof stationCarrierSchema>;

export const stationCarriersSchema = z
  .object({
    list: z.array(stationCarrierSchema),
    /** For every desi at which a price steps. */
    prices: z.array(priceRowSchema),
  })
  .meta({ id: "StationCarriers" });
export type StationCarriers = z.infer<typeof stationCarriersSchema>;

export const checkedSchema = z.object({ at: z.string(), isWhole: z.boolean() });

export const dataFactsSchema = z
  .object({
    /** Absolute; "" for a database in memory. */
    folder: z.string(),
    /** Of the database and its journal. */
    bytes: z.number().int(),
    /** Of the disk that it lies on. */
    freeBytes: z.number().int(),
    /** The last integrity check; null when there was none. */
    checked: checkedSchema.nullable(),
  })
  .meta({ id: "DataFacts" });
export type DataFacts = z.infer<typeof dataFactsSchema>;

const sampleStaySchema = z.object({
  orderNumber: z.string(),
  /**
   * Its label was bought at a real price; its purchase is still open; its parcel is with the
   * carrier.
   */
  why: z.enum(["REAL_PRICE", "PURCHASE_OPEN", "WITH_CARRIER"]),
});
export type SampleStay = z.infer<typeof sampleStaySchema>;

export const sampleSetSchema = z
  .object({
    /** Sample orders that wait. */
    waiting: z.number().int(),
    /**
     * Labels of sample orders that are cancelled when the set is thrown away: bought at sample
     * prices or in test mode.
     */
    labels: z.number().int(),
    /** Sample orders that stay when the set is thrown away. */
    stays: z.array(sampleStaySchema),
    /** Carriers with sample prices. */
    carriers: z.number().int(),
  })
  .meta({ id: "SampleSet" });
export type SampleSet = z.infer<typeof sampleSetSchema>;
