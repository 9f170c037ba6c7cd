/** Reads the ledger in pages: by time, or in the order of another column. */
import { readLedger, sortLedger } from "../../../core/fulfilment/reports/reports.api.ts";
import type { LedgerColumn, LedgerLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { call } from "../../lib/bridge.ts";
import type { SortBy } from "../../ui/table/sort-by.ts";
import type { Days } from "./period.ts";

/** Entries that were not read yet: after an entry by time, or those with the remaining ids. */
type Next =
  | { readonly days: Days; readonly before?: string; readonly isAscending: boolean }
  | { readonly ids: readonly string[] };
export type LedgerRead = { readonly lines: readonly LedgerLine[]; readonly next: Next | null };

/** Number of entries of a page. */
const PAGE = 100;

/**
 * Reads the first page.
 *
 * @param sort null: newest first. A column other than the time has no effect on a ledger that is too
 *   long for it.
 * @throws BridgeError
 */
export async function readFirst(
  days: Days,
  sort: SortBy<LedgerColumn> | null,
): Promise<LedgerRead & { readonly isTooLong: boolean }> {
  if (sort === null || sort.column === "at") {
    const isAscending = sort?.isAscending === true;
    return { ...(await readNext({ days, isAscending })), isTooLong: false };
  }
  const { ids, isMore } = await call(sortLedger, {
    query: { ...days, sortBy: sort.column, isAscending: sort.isAscending },
  });
  const read = await readNext(isMore ? { days, isAscending: false } : { ids });
  return { ...read, isTooLong: isMore };
}

/** Reads a page. @throws BridgeError */
export async function readNext(next: Next): Promise<LedgerRead> {
  if ("ids" in next) {
    const [ids, rest] = [next.ids.slice(0, PAGE), next.ids.slice(PAGE)];
    if (ids.length === 0) return { lines: [], next: null };
    const { list } = await call(readLedger, { query: { ids: ids.join(",") } });
    return { lines: list, next: rest.length === 0 ? null : { ids: rest } };
  }
  const { days, ...from } = next;
  const page = await call(readLedger, { query: { ...days, ...from, limit: PAGE } });
  return { lines: page.list, next: page.next === null ? null : { ...next, before: page.next } };
}
