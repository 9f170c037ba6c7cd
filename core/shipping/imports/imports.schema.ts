/** Wire shapes of importing an order file. */
import { z } from "zod";

export const importInputSchema = z
  .strictObject({
    fileName: z.string().trim().min(1).max(300),
    /** The file's bytes, base64. */
    content: z.base64(),
  })
  .meta({ id: "OrderFile" });

const REJECTED_CODES = [
  "OPEN_QUOTE",
  "NO_ORDER_NUMBER",
  "LONG_ORDER_NUMBER",
  "ORDER_NUMBER_TAKEN",
  /** A row that was corrected has the number of an order that is in already. */
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
  /** More than two decimals: rounding it would collect another amount. */
  "AMOUNT_DECIMALS",
  /**
   * `detail`: both readings, the thousands first, each as it can be written without a doubt:
   * "1250.00 / 1.25", "1255.00 / 1.2550".
   */
  "AMBIGUOUS_NUMBER",
  /** `detail`: the currency. Cash on delivery is collected in TL. */
  "OTHER_CURRENCY",
  /** A sender's name has at least 4 characters. */
  "SHORT_NAME",
  /** A sender's telephone is a Turkish one. */
  "BAD_PHONE",
  /** A phone with fewer than 7 digits. */
  "SHORT_PHONE",
  "LONG_TEXT",
  /** Only `reason` explains it. */
  "OTHER",
] as const;
export type RejectedCode = (typeof REJECTED_CODES)[number];

export const rejectedRowSchema = z
  .object({
    /** In the file, from 1; the header is line 1. */
    line: z.number().int(),
    column: z.string(),
    /**
     * Which of a row's fields is to be corrected; absent where only the file can be: the row as a
     * whole, or an order of several rows.
     */
    field: z.string().optional(),
    value: z.string(),
    code: z.enum(REJECTED_CODES),
    /**
     * What the reason names: the line that has the order number (ORDER_NUMBER_TAKEN), the city
     * (UNKNOWN_DISTRICT), both readings (AMBIGUOUS_NUMBER), the currency (OTHER_CURRENCY).
     */
    detail: z.string().optional(),
    /** English. */
    reason: z.string(),
  })
  .meta({ id: "RejectedRow" });
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

export const importResultSchema = z
  .object({
    fileName: z.string(),
    /** It was stopped: what is in stays in, and the same file sent again adds the rest. */
    isStopped: z.boolean(),
    /** Data rows read. */
    rows: z.number().int(),
    /** Orders that are waiting now and were not before. */
    added: z.number().int(),
    /** Orders that had been cancelled and wait again, since their rows have changed. */
    reopened: z.number().int(),
    /** Orders of this file that were imported before. */
    known: z.number().int(),
    /** Headings of columns that were not read: they mean nothing to an import. */
    unread: z.array(z.string()),
    /** Rows that were not taken in; one with two faults counts once. */
    rejectedCount: z.number().int(),
    /**
     * The first 5,000 faults in them, in the order of the file: a person corrects no more one by
     * one.
     */
    rejected: z.array(rejectedRowSchema),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.infer<typeof importResultSchema>;

/** How far an import is that runs now. */
export const importProgressSchema = z
  .object({
    /** Data rows of the file; null while it is read. */
    rows: z.number().int().nullable(),
    /** Of these, those that were looked at. */
    done: z.number().int(),
    isStopping: z.boolean(),
  })
  .meta({ id: "ImportProgress" });
export type ImportProgress = z.infer<typeof importProgressSchema>;

/** Refused rows with what the person has corrected in them, by the `field` of their faults. */
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
    /** Faults that remain in the rows that were not imported. */
    rejected: z.array(rejectedRowSchema),
  })
  .meta({ id: "MendResult" });
export type MendResult = z.infer<typeof mendResultSchema>;
