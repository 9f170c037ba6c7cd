/** Query of GET /shipments, and of the station's lists of shipments. */
import { z } from "zod";
import { laxText, queryBoolean } from "../../base/wire.ts";
import { pagingQuery } from "../../http/paging.schema.ts";

/** Groups of shipments without a label: to be packed now, on hold, or returns. */
export const WAITS = ["packing", "held", "return"] as const;

const text = laxText(300);

const filterFields = {
  filter: text,
  startDate: text,
  endDate: text,
  statusFilter: text,
  invoiceID: text,
  merchantCode: text,
  orderNumber: text,
  providerServiceCode: text,
  storeIdentifier: text,
  tags: text,
  isReturned: queryBoolean,
};

export const filterQuerySchema = z.object(filterFields);
export type FilterQuery = z.output<typeof filterQuerySchema>;

/** Additional filters of the window's list, which GET /shipments does not have. */
export const rowFilterQuerySchema = filterQuerySchema.extend({
  providerCode: text,
  isPrinted: queryBoolean,
  isCashOnDelivery: queryBoolean,
  isTest: queryBoolean,
  waits: z.enum(WAITS).optional().catch(undefined),
});
export type RowFilterQuery = z.output<typeof rowFilterQuerySchema>;

/** Filters of a list whose rows have positions; a search by free text has no positions. */
export const placedQuerySchema = rowFilterQuerySchema.omit({ filter: true });
export type PlacedQuery = z.output<typeof placedQuerySchema>;

export const exportQuerySchema = rowFilterQuerySchema.extend({
  /**
   * Language of a file for people, with headings, states, carriers and services in words and times
   * in Türkiye's time zone. Absent: a file for programs, with English headings, codes and ISO 8601.
   */
  language: z.enum(["en", "tr"]).optional(),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

export const shipmentsQuerySchema = z.object({ ...pagingQuery, sortBy: text, ...filterFields });
export type ShipmentsQuery = z.output<typeof shipmentsQuerySchema>;
