/** Query for the shipments that the list shows. */
import { queryOf, type ShipmentFilter } from "./filter.ts";
import { isIndexedColumn, type ShipmentSort } from "./sort.ts";

/** Fewest letters and digits of a search: shorter texts would find too much. */
const LEAST_TEXT = 2;

/** Filter, text and order of the list. */
export type Shown = {
  readonly filter: ShipmentFilter;
  readonly text: string;
  readonly sort: ShipmentSort | null;
};

/** Returns whether a text is long enough to search for. */
export function isSearched(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_TEXT;
}

/**
 * Returns the query for all shipments that the list shows: those that match the filter and, if the
 * text is long enough to search for, the text.
 *
 * @param now Milliseconds.
 */
export function shownQueryOf({ filter, text }: Omit<Shown, "sort">, now: number) {
  return { ...queryOf(filter, now), ...(isSearched(text) ? { filter: text.trim() } : {}) };
}

/** Returns a text that differs between lists of different shipments. */
export function listKeyOf({ filter, text }: Omit<Shown, "sort">): string {
  return JSON.stringify([filter, isSearched(text) ? text.trim() : ""]);
}

/** Returns the query for the order of the list. */
export function sortQueryOf(sort: ShipmentSort | null) {
  return sort === null ? {} : { sortBy: sort.column, isAscending: sort.isAscending };
}

/** Returns the query for the order of a list by keys. */
export function keySortOf(sort: ShipmentSort | null) {
  if (sort === null || (sort.column !== "number" && sort.column !== "time")) return {};
  return { sortBy: sort.column, isAscending: sort.isAscending };
}

/** Returns whether the list is read by the keys of its positions, and not by sequence numbers. */
export function isByKeys({ text, sort }: Shown): boolean {
  return !isSearched(text) && (sort === null || isIndexedColumn(sort.column));
}
