/** Wire shapes of product files. */
import { z } from "zod";

/** Reasons why a row is left out. */
const PRODUCT_FAULTS = [
  "OPEN_QUOTE",
  "EMPTY_STOCK_CODE",
  "LONG_TEXT",
  /** `detail`: the line that has this stock code too. */
  "STOCK_CODE_TWICE",
  "BAD_WEIGHT",
  "BAD_SIZE",
  /** `detail`: both readings, "1250.00 / 1.25". */
  "AMBIGUOUS_NUMBER",
  "BAD_PICTURE",
  "BAD_BARCODE",
  /** The spreadsheet has replaced the last digits by an exponent: 8.69E+12. */
  "SHORTENED_BARCODE",
  /** `detail`: the highest number. */
  "MANY_BARCODES",
  /** `detail`: the line that has this barcode too. */
  "BARCODE_TWICE",
  /** `detail`: stock code of the product that has this barcode. */
  "BARCODE_TAKEN",
] as const;
export type ProductFault = (typeof PRODUCT_FAULTS)[number];

const rejectedProductSchema = z
  .object({
    /** Line in the file, from 1; the header is line 1. */
    line: z.int(),
    /** Heading of the column; "" for the whole row. */
    column: z.string(),
    value: z.string(),
    code: z.enum(PRODUCT_FAULTS),
    detail: z.string(),
    /** English. */
    reason: z.string(),
  })
  .meta({ id: "RejectedProduct" });
export type RejectedProduct = z.infer<typeof rejectedProductSchema>;

export const productFileSchema = z
  .object({
    /** Id with which the good rows are imported. */
    id: z.uuid(),
    fileName: z.string(),
    /** Number of rows below the heading. */
    rows: z.int(),
    /** Good rows whose products are not known yet. */
    added: z.int(),
    /** Good rows that change a product. */
    known: z.int(),
    /** Headings of ignored columns. */
    unread: z.array(z.string()),
    /** Number of rows that are left out. */
    rejectedCount: z.int(),
    /** The first 1,000 faults in these rows. */
    rejected: z.array(rejectedProductSchema),
  })
  .meta({ id: "ProductFile" });
export type ProductFile = z.infer<typeof productFileSchema>;

export const productFileProgressSchema = z
  .object({
    done: z.int(),
    total: z.int(),
    added: z.int(),
    changed: z.int(),
    /** Rows that were left out, because another product got their barcode since the check. */
    rejected: z.int(),
  })
  .meta({ id: "ProductFileProgress" });
export type ProductFileProgress = z.infer<typeof productFileProgressSchema>;
