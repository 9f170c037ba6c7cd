/**
 * Page numbers and sizes of lists: default 20, maximum 100; invalid values become the default, as
 * the interface requires.
 */
import { laxCount } from "../base/wire.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export const pagingQuery = { limit: laxCount.optional(), page: laxCount.optional() };

/** One page of a list: `page` from 1, `totalRows` of all pages together. */
export type PageOf<T> = {
  readonly rows: readonly T[];
  readonly limit: number;
  readonly page: number;
  readonly sort: string;
  readonly totalRows: number;
};

/**
 * Computes the page's size, its number from 1, and how many rows precede it. A limit above 100
 * counts as absent.
 */
export function pageOf(query: { limit?: number | undefined; page?: number | undefined }): {
  limit: number;
  page: number;
  offset: number;
} {
  const limit = query.limit !== undefined && query.limit <= MAX_LIMIT ? query.limit : DEFAULT_LIMIT;
  const page = query.page ?? 1;
  return { limit, page, offset: (page - 1) * limit };
}
