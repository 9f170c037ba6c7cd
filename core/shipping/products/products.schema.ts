/** Wire shapes of products: what a packing desk knows of the things that it packs. */
import { z } from "zod";
import { pagingQuery } from "../../http/paging.schema.ts";
import { isLikeBadge } from "../../base/badge-number.ts";
import { queryBoolean } from "../../base/wire.ts";

export const LONGEST_STOCK_CODE = 100;
export const LONGEST_TITLE = 300;
export const LONGEST_SHELF = 50;
const LONGEST_BARCODE = 100;
const LONGEST_ADDRESS = 2_000;
export const MOST_BARCODES = 20;
/** Largest weight, g, and longest side, mm. */
export const MOST_GRAMS = 1_000_000;
export const MOST_MM = 10_000;

/**
 * Returns whether a text may be a barcode: a scanner sends neither spaces nor control characters,
 * and the number of a badge must not be stored in clear.
 */
export function isBarcode(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= LONGEST_BARCODE &&
    /^[\x21-\x7e]+$/.test(text) &&
    !isLikeBadge(text)
  );
}

/** Returns whether a text is the address of a picture, or empty. */
export function isPictureAddress(text: string): boolean {
  return text === "" || (text.length <= LONGEST_ADDRESS && /^https?:\/\/\S+$/i.test(text));
}

export const productSchema = z
  .object({
    /** Follows from the stock code, so that it is the same at each station. */
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    stockCode: z.string(),
    title: z.string(),
    /** Address of its picture, http or https; "" without. */
    imageURL: z.string(),
    /** 0: unknown. */
    weightGrams: z.int(),
    lengthMm: z.int(),
    widthMm: z.int(),
    heightMm: z.int(),
    /** Place in the warehouse; "" when unknown. */
    shelf: z.string(),
    barcodes: z.array(z.string()),
    /** Barcodes that another product has too: a scan of one counts no item. */
    conflicts: z.array(z.string()),
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof productSchema>;

/** An item of an order, with the facts of its product. */
export const itemProductSchema = z
  .object({
    itemID: z.string(),
    shelf: z.string(),
    /** Barcodes of which a scan counts a piece of the item. */
    barcodes: z.array(z.string()),
    /** Barcodes that another product has too: a scan of one counts nothing. */
    conflicts: z.array(z.string()),
    /** Whether the product has a picture. */
    hasPicture: z.boolean(),
  })
  .meta({ id: "ItemProduct" });

/** Measures of earlier parcels with the same contents. */
export const usualParcelSchema = z
  .object({
    /** Earlier parcels whose weight is known: at most the last 20. */
    parcels: z.int(),
    /** Their mean weight, g. */
    grams: z.int(),
    /** Standard deviation of their weights, g; 0 for fewer than two parcels. */
    spreadGrams: z.number(),
    /** The most frequent size, mm; 0 when unknown. */
    lengthMm: z.int(),
    widthMm: z.int(),
    heightMm: z.int(),
    /** Whether the order's weight is unusual: off by more than 5 %, 30 g and two deviations. */
    isUnusual: z.boolean(),
    /** Whether an unusual weight stops the purchase until a person passes it. */
    stops: z.boolean(),
  })
  .meta({ id: "UsualParcel" });
export type UsualParcel = z.infer<typeof usualParcelSchema>;

const barcode = z
  .string()
  .trim()
  .refine(isBarcode, { message: "must be a barcode without spaces, and not a badge" });
const text = (most: number) => z.string().trim().max(most);

/** PUT /station/products: absent fields of a known product stay unchanged. */
export const productInputSchema = z
  .strictObject({
    stockCode: text(LONGEST_STOCK_CODE).min(1),
    title: text(LONGEST_TITLE).optional(),
    imageURL: z
      .string()
      .trim()
      .refine(isPictureAddress, { message: "must be an http or https address" })
      .optional(),
    weightGrams: z.int().min(0).max(MOST_GRAMS).optional(),
    lengthMm: z.int().min(0).max(MOST_MM).optional(),
    widthMm: z.int().min(0).max(MOST_MM).optional(),
    heightMm: z.int().min(0).max(MOST_MM).optional(),
    shelf: text(LONGEST_SHELF).optional(),
    /** All its barcodes. */
    barcodes: z.array(barcode).max(MOST_BARCODES).optional(),
  })
  .meta({ id: "NewProduct" });
export type ProductInput = z.output<typeof productInputSchema>;

export const productsQuerySchema = z.object({
  ...pagingQuery,
  /** Words of the stock code, the title or the shelf, or a whole barcode. */
  search: z.string().max(200).optional().catch(undefined),
  /** Only products with a barcode that another product has too. */
  conflicts: queryBoolean,
});
export type ProductsQuery = z.output<typeof productsQuerySchema>;

/** POST /station/products/barcodes: the scanned code is the barcode of this item. */
export const learnBarcodeSchema = z
  .strictObject({
    shipmentID: z.uuid(),
    itemID: z.string().min(1).max(100),
    barcode,
  })
  .meta({ id: "LearnBarcode" });
export type LearnBarcode = z.output<typeof learnBarcodeSchema>;

export const productSettingsSchema = z
  .object({
    /**
     * Whether a weight that is unusual for the contents stops the purchase; otherwise it only warns.
     */
    stopsUnusualWeight: z.boolean(),
  })
  .meta({ id: "ProductSettings" });
export type ProductSettings = z.infer<typeof productSettingsSchema>;
