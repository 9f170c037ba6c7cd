/** Query of GET /shipments, and of the station's lists of shipments. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { laxText, queryBoolean } from "../../base/wire.ts";
import { pagingQuery } from "../../http/paging.schema.ts";
import { seqsSchema } from "../../http/sorted.schema.ts";
import { INDEXED_COLUMNS, MOST_ROWS, SORT_COLUMNS } from "./shipment-rows.schema.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";

/**
 * Groups of shipments: without a label to be packed now, on hold, or returns; with a label, parcels
 * to be announced, parcels to be handed over to their carriers, parcels that were handed over and
 * that no carrier has scanned, all parcels that were handed over today, and returns on their way;
 * and those whose purchase, print or announcement failed and waits for a person.
 */
export const WAITS = [
  "packing",
  "held",
  "return",
  "failed",
  "announcing",
  "handover",
  "handedOver",
  "handedOverToday",
  "returnUnderWay",
] as const;

const text = laxText(300);
const code = text.transform(currentCode);

const filterFields = {
  filter: text,
  startDate: text,
  endDate: text,
  statusFilter: text,
  invoiceID: text,
  merchantCode: text,
  orderNumber: text,
  providerServiceCode: code,
  storeIdentifier: text,
  tags: text,
  isReturned: queryBoolean,
};

export const filterQuerySchema = z.object(filterFields);
export type FilterQuery = z.output<typeof filterQuerySchema>;

/** Additional filters of the window's list, which GET /shipments does not have. */
export const rowFilterQuerySchema = filterQuerySchema.extend({
  providerCode: code,
  isPrinted: queryBoolean,
  isCashOnDelivery: queryBoolean,
  isTest: queryBoolean,
  waits: z.enum(WAITS).optional().catch(undefined),
  /** Day by Turkish time, YYYY-MM-DD, on which a label in force was bought; not of returns. */
  boughtDay: daySchema.optional(),
  /** Hour of `boughtDay`, Turkish time; ignored without a day. */
  boughtHour: z
    .string()
    .regex(/^([01]?\d|2[0-3])$/, "must be an hour from 0 to 23")
    .transform(Number)
    .optional(),
});
export type RowFilterQuery = z.output<typeof rowFilterQuerySchema>;

/** Filters and order of a list whose rows have keys. */
export const placedQuerySchema = rowFilterQuerySchema.omit({ filter: true }).extend({
  sortBy: z.enum(INDEXED_COLUMNS).catch("number").default("number"),
  isAscending: queryBoolean,
});
export type PlacedQuery = z.output<typeof placedQuerySchema>;

const key = z.coerce.number().int().min(0).nullable().catch(null).default(null);

/** Rows by keys, or the rows with these sequence numbers. */
export const rowsQuerySchema = placedQuerySchema.extend({
  number: key,
  seq: key,
  createdAt: text,
  toNumber: key,
  toCreatedAt: text,
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).catch(MOST_ROWS).default(MOST_ROWS),
  seqs: seqsSchema,
});
export type RowsQuery = z.output<typeof rowsQuerySchema>;

export const sortedQuerySchema = rowFilterQuerySchema.extend({
  /** Absent: the best match of `filter` first, without `filter` the newest. */
  sortBy: z.enum(SORT_COLUMNS).optional().catch(undefined),
  isAscending: queryBoolean,
});
export type SortedQuery = z.output<typeof sortedQuerySchema>;

/**
 * Order and filters of a file for people are those of the window's list; a file for programs has the
 * matches of GET /shipments, newest first.
 */
export const exportQuerySchema = sortedQuerySchema.extend({
  /**
   * Language of a file for people, with headings, states, carriers and services in words and times
   * in Türkiye's time zone. Absent: a file for programs, with English headings, codes and ISO 8601.
   */
  language: z.enum(["en", "tr"]).optional(),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

export const shipmentsQuerySchema = z.object({ ...pagingQuery, sortBy: text, ...filterFields });
export type ShipmentsQuery = z.output<typeof shipmentsQuerySchema>;
