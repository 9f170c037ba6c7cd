/** Meaning of the columns of a price list, when its headings do not show the meaning. */
import { z } from "zod";

/** Letters of a column, as a spreadsheet program shows them: "A", "AB". */
const columnSchema = z.string().regex(/^[A-Z]{1,2}$/);
/** Row with the headings, from 1; the prices begin below it. */
const headingsRow = z.number().int().min(1).max(5_000);

const zonesShape = z.object({
  /** One row for each desi step, one column of prices for each zone. */
  shape: z.literal("zones"),
  headingsRow,
  desi: columnSchema,
  zones: z.array(columnSchema).min(1).max(200).readonly(),
});
export type ZonesMapping = z.infer<typeof zonesShape>;

const pricesShape = z.object({
  /** One row for each price. */
  shape: z.literal("prices"),
  headingsRow,
  service: columnSchema.nullable(),
  zone: columnSchema.nullable(),
  /** Desi, or the first desi of a step when `upTo` has the last. */
  desi: columnSchema,
  upTo: columnSchema.nullable(),
  price: columnSchema,
  currency: columnSchema.nullable(),
});
export type PricesMapping = z.infer<typeof pricesShape>;

const shapes = z.discriminatedUnion("shape", [zonesShape, pricesShape]);
export type Mapping = z.infer<typeof shapes>;

export const mappingSchema = shapes
  .refine((mapping) => new Set(columnsOf(mapping)).size === columnsOf(mapping).length, {
    message: "A column is mapped twice.",
  })
  .meta({ id: "PriceListMapping" });

/** Mappings by the key of their headings. */
export const mappingsSchema = z.record(z.string(), mappingSchema);

/** Lists the columns of a mapping. */
function columnsOf(mapping: Mapping): string[] {
  if (mapping.shape === "zones") return [mapping.desi, ...mapping.zones];
  const { service, zone, desi, upTo, price, currency } = mapping;
  return [service, zone, desi, upTo, price, currency].filter((column) => column !== null);
}
