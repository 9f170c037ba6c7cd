/** Wire shapes of importing an order file. */
import { z } from "zod";
import { orderChangeSchema } from "../order-changes/order-changes.schema.ts";

/**
 * Largest body, in bytes: a file of 16 MiB as base64, and its name. A slightly larger file still
 * fits, and gets the error that states the limits.
 */
export const LARGEST_BODY = 22 * 1024 * 1024;

export const importInputSchema = z
  .strictObject({
    fileName: z.string().trim().min(1).max(300),
    /** The file's bytes, base64. */
    content: z.base64(),
  })
  .meta({ id: "OrderFile" });

export const REJECTED_CODES = [
  "OPEN_QUOTE",
  "NO_ORDER_NUMBER",
  "LONG_ORDER_NUMBER",
  "ORDER_NUMBER_TAKEN",
  /** The corrected row has the number of an order that is imported already. */
  "ORDER_HERE",
  "EMPTY_NAME",
  "EMPTY_PHONE",
  "EMPTY_ADDRESS",
  "EMPTY_CITY",
  "UNKNOWN_CITY",
  "EMPTY_DISTRICT",
  "UNKNOWN_DISTRICT",
  "UNKNOWN_COUNTRY",
  "EMPTY_WEIGHT",
  "BAD_WEIGHT",
  "BAD_SIZE",
  "BAD_QUANTITY",
  "BAD_AMOUNT",
  /** More than two decimals: rounding would collect another amount. */
  "AMOUNT_DECIMALS",
  /**
   * `detail`: both readings, with thousands first, each in an unambiguous form: "1250.00 / 1.25",
   * "1255.00 / 1.2550".
   */
  "AMBIGUOUS_NUMBER",
  /** `detail`: the currency. Cash on delivery needs TL. */
  "OTHER_CURRENCY",
  "BAD_PAYER",
  "BAD_COLLECTION",
  "BAD_DECLARED_VALUE",
  "LONG_WAYBILL",
  "LONG_INVOICE",
  /** A sender's name has at least 4 characters. */
  "SHORT_NAME",
  /** A sender's telephone must be a Turkish number. */
  "BAD_PHONE",
  /** A phone with fewer than 7 digits. */
  "SHORT_PHONE",
  /** "5,32E+09": a spreadsheet has replaced digits by an exponent. */
  "LOST_DIGITS",
  /** "#N/A": the spreadsheet shows an error, or has not calculated the formula. */
  "CELL_ERROR",
  "LONG_TEXT",
  /** No fault of this row: another row of its order must be corrected. */
  "ANOTHER_ROW",
  /** An order has too many rows. `detail`: their number, and the most: "1200 / 1000". */
  "MANY_ROWS",
  /** `detail`: the error's code; `reason` explains it. */
  "OTHER",
] as const;
export type RejectedCode = (typeof REJECTED_CODES)[number];

export const rejectedRowSchema = z
  .object({
    /** Line in the file, from 1; the header is line 1. */
    line: z.number().int(),
    column: z.string(),
    /**
     * Field of the row that must be corrected; absent when only the file can be corrected: the
     * whole row, or an order of several rows.
     */
    field: z.string().optional(),
    value: z.string(),
    code: z.enum(REJECTED_CODES),
    /**
     * Detail of the reason: the line with the same order number (ORDER_NUMBER_TAKEN), the city
     * (UNKNOWN_DISTRICT), both readings (AMBIGUOUS_NUMBER), the currency (OTHER_CURRENCY),
     * the rows of the order and the most (MANY_ROWS), the error's code (OTHER).
     */
    detail: z.string().optional(),
    /** English. */
    reason: z.string(),
  })
  .meta({ id: "RejectedRow" });
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

const repairedCellSchema = z
  .object({
    /** Line in the file, from 1. */
    line: z.number().int(),
    column: z.string(),
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: "RepairedCell" });
export type RepairedCell = z.infer<typeof repairedCellSchema>;

export const importResultSchema = z
  .object({
    fileName: z.string(),
    /** Name of the source by which the file was read. */
    source: z.string(),
    /**
     * Whether the import was stopped: imported orders stay, and sending the same file again adds
     * the rest.
     */
    isStopped: z.boolean(),
    /** Number of data rows. */
    rows: z.number().int(),
    /** Number of orders that were imported for the first time. */
    added: z.number().int(),
    /** Number of cancelled orders that wait again because their rows have changed. */
    reopened: z.number().int(),
    /** Number of orders that were imported before, without changed orders. */
    known: z.number().int(),
    /** Number of orders that are cancelled in the file and were never imported. */
    skipped: z.number().int(),
    /** Number of known orders that the file changes or cancels, while nobody has decided. */
    changedCount: z.number().int(),
    /** The first 100 of these orders, with their differences. */
    changed: z.array(orderChangeSchema),
    /** Headings of ignored columns. */
    unread: z.array(z.string()),
    /** Number of cells that a spreadsheet had changed and that were repaired. */
    repairedCount: z.number().int(),
    /** The first 100 of these cells, in the order of the file. */
    repaired: z.array(repairedCellSchema),
    /** Number of rows that were not imported; a row with two faults counts once. */
    rejectedCount: z.number().int(),
    /**
     * The first 5,000 faults in these rows, in the order of the file; a person does not correct
     * more faults one by one.
     */
    rejected: z.array(rejectedRowSchema),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.infer<typeof importResultSchema>;

/** Progress of a running import. */
export const importProgressSchema = z
  .object({
    /** Number of data rows of the file; null while the file is read. */
    rows: z.number().int().nullable(),
    /** Number of processed rows. */
    done: z.number().int(),
    isStopping: z.boolean(),
  })
  .meta({ id: "ImportProgress" });
export type ImportProgress = z.infer<typeof importProgressSchema>;

/**
 * Rejected rows with a person's corrections. The keys of `cells` are the `field` values of the
 * rows' faults.
 */
export const mendInputSchema = z
  .strictObject({
    rows: z
      .array(
        z.strictObject({
          line: z.number().int(),
          cells: z.record(z.string().max(50), z.string().max(1_000)),
        }),
      )
      .min(1)
      .max(5_000),
  })
  .meta({ id: "MendedRows" });
export type MendInput = z.infer<typeof mendInputSchema>;

export const mendResultSchema = z
  .object({
    /** Lines whose orders wait now. */
    added: z.array(z.number().int()),
    /** Remaining faults in the rows that were not imported. */
    rejected: z.array(rejectedRowSchema),
  })
  .meta({ id: "MendResult" });
export type MendResult = z.infer<typeof mendResultSchema>;
