/** Wire shapes of reading a price list. */
import { z } from "zod";
import { noticeSchema, problemSchema } from "./findings.schema.ts";
import { mappingSchema } from "./mapping.schema.ts";

/** Taxes that the prices of a list include. */
export const PRICES_INCLUDE = ["nothing", "fee", "vat", "feeAndVat"] as const;
export type PricesInclude = (typeof PRICES_INCLUDE)[number];

export const priceListInputSchema = z
  .strictObject({
    fileName: z.string().trim().min(1).max(300),
    /** The file's bytes, base64. */
    content: z.base64(),
    /** Taxes that the prices include: `fee` is the universal service fee. */
    pricesInclude: z.enum(PRICES_INCLUDE),
    /** Sign before the decimals, for numbers that have two readings. */
    decimalSign: z.enum([".", ","]).optional(),
    /** Meaning of the columns, when the headings do not show it; kept for the next file. */
    mapping: mappingSchema.optional(),
    /** Largest envelope, kg or desi; a price list does not state it. */
    fileUpToDesi: z.number().positive().max(5).default(0.5),
    /** Whether parts of a further desi cost their part. */
    isExtraExact: z.boolean().default(false),
  })
  .meta({ id: "PriceListFile" });

const prices = z.array(z.number().int());
const listedServiceSchema = z.object({
  /** "" when the list has no column of services. */
  name: z.string(),
  file: z.object({ upToDesi: z.number(), prices }).nullable(),
  steps: z.array(z.object({ upToDesi: z.number(), prices })),
  perExtraDesi: z.object({ prices, isExact: z.boolean() }).nullable(),
});

export const priceListSchema = z
  .object({
    /**
     * `unknown`: the headings have no known meaning; send the file again with a mapping. `refused`:
     * the file has problems. `loaded`: `zones` and `services` are complete.
     */
    step: z.enum(["unknown", "refused", "loaded"]),
    headings: z.object({
      row: z.number().int(),
      list: z.array(z.object({ column: z.string(), text: z.string() })),
    }),
    /** Mapping that was used; for unknown headings a proposal, or null. */
    mapping: mappingSchema.nullable(),
    /** Names in the order of the prices; empty when one price is valid everywhere. */
    zones: z.array(z.string()),
    /** Net prices in minor units. */
    services: z.array(listedServiceSchema),
    problems: z.array(problemSchema),
    /** Number of all problems; `problems` are the first. */
    problemCount: z.number().int(),
    notices: z.array(noticeSchema),
  })
  .meta({ id: "PriceList" });
export type PriceListAnswer = z.infer<typeof priceListSchema>;
