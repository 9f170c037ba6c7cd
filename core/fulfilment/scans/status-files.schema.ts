/** Wire shapes of carriers' status files and of the codes in them. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { subCodeSchema } from "../../shipping/tracking/tracking.schema.ts";

/** Columns of a status file, in the order in which the screen shows them. */
const STATUS_COLUMNS = [
  "barcode",
  "trackingNumber",
  "code",
  "time",
  "clock",
  "place",
  "details",
  "newNumber",
] as const;
export type StatusColumn = (typeof STATUS_COLUMNS)[number];

/** Needed columns; `number` is the barcode or the tracking number. */
export const NEEDED_COLUMNS = ["number", "code", "time"] as const;

/** The most rows of a status file. */
export const MOST_STATUS_ROWS = 100_000;
/** The most refused rows, and the most unknown codes, of an answer. */
export const MOST_REFUSED = 1_000;
export const MOST_CODES = 200;
export const LONGEST_CODE = 200;

const STATUS_REASONS = [
  "EMPTY_NUMBER",
  "EMPTY_CODE",
  "BAD_TIME",
  "LONG_TEXT",
  "UNKNOWN_PARCEL",
  "SEVERAL_PARCELS",
  "NO_LABEL",
  "TEST",
  "EARLY",
  "FUTURE",
] as const;

const refusedRowSchema = z.object({
  /** Line in the file, from 1; the heading is line 1. */
  line: z.number().int(),
  /** Text that is refused. */
  value: z.string(),
  reason: z.enum(STATUS_REASONS),
});
export type RefusedStatus = z.infer<typeof refusedRowSchema>;

const statusCodeSchema = z
  .object({ code: z.string(), subCode: subCodeSchema })
  .meta({ id: "StatusCode" });

/** Places of columns in a query: "barcode:0,code:3". */
const columnPlacesSchema = laxText(200)
  .refine((text) => /^([a-zA-Z]+:\d{1,3}(,|$))*$/.test(text), {
    message: 'must be like "barcode:0,code:3"',
  })
  .transform((text) =>
    Object.fromEntries(
      text
        .split(",")
        .map((pair) => pair.split(":"))
        .flatMap(([name, at]) => {
          const column = STATUS_COLUMNS.find((known) => known === name);
          return column === undefined ? [] : [[column, Number(at)]];
        }),
    ),
  );

export const statusFileSchema = z
  .object({
    /** Id with which the file is applied; null while needed columns are missing. */
    id: z.uuid().nullable(),
    fileName: z.string(),
    providerCode: z.string(),
    headings: z.array(z.string()),
    /** Index of each known column in `headings`. */
    columns: z.partialRecord(z.enum(STATUS_COLUMNS), z.number().int()),
    /** Needed columns without a heading: give their places and check the file again. */
    missing: z.array(z.enum(NEEDED_COLUMNS)),
    /** Number of rows below the heading. */
    rows: z.number().int(),
    /** Number of rows whose scan is new. */
    matched: z.number().int(),
    /** Number of rows whose scan is recorded already, or repeated in the file. */
    known: z.number().int(),
    /** Codes without a status, the most frequent first; their scans are recorded as `other`. */
    unknownCodes: z.array(
      z.object({
        code: z.string(),
        rows: z.number().int(),
        /** Status that the words of the code suggest; null when they suggest none. */
        suggestion: subCodeSchema.nullable(),
      }),
    ),
    refusedCount: z.number().int(),
    /** The first 1,000 refused rows. */
    refused: z.array(refusedRowSchema),
  })
  .meta({ id: "StatusFile" });
export type StatusFile = z.infer<typeof statusFileSchema>;

export const statusFileProgressSchema = z
  .object({
    step: z.enum(["applying", "applied"]),
    done: z.number().int(),
    total: z.number().int(),
    /** Number of new scans. */
    recorded: z.number().int(),
    known: z.number().int(),
    refused: z.number().int(),
  })
  .meta({ id: "StatusFileProgress" });
export type StatusFileProgress = z.infer<typeof statusFileProgressSchema>;

export const appliedFilesSchema = z
  .object({
    list: z.array(
      z.object({
        id: z.uuid(),
        createdAt: z.string(),
        providerCode: z.string(),
        name: z.string(),
        rows: z.number().int(),
        recorded: z.number().int(),
        by: z.string(),
      }),
    ),
  })
  .meta({ id: "AppliedStatusFiles" });

const providerCode = laxText(50).refine((text) => text !== "", { message: "must not be empty" });

export const statusFileQuerySchema = z.object({
  providerCode,
  columns: columnPlacesSchema,
});

export const carrierCodesSchema = z
  .object({ list: z.array(statusCodeSchema) })
  .meta({ id: "StatusCodes" });

export const codesQuerySchema = z.object({ providerCode });

export const mapCodesSchema = z
  .strictObject({
    providerCode,
    codes: z
      .array(
        z.strictObject({
          code: laxText(LONGEST_CODE).refine((text) => text !== "", {
            message: "must not be empty",
          }),
          subCode: subCodeSchema,
        }),
      )
      .min(1)
      .max(MOST_CODES),
  })
  .meta({ id: "MapStatusCodes" });
export type MapCodes = z.output<typeof mapCodesSchema>;
