/** Order of the list of shipments. */
import {
  INDEXED_COLUMNS,
  SORT_COLUMNS,
  type SortColumn,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { TableSort } from "../../ui/table/table-sort.ts";

export type ShipmentSort = { readonly column: SortColumn; readonly isAscending: boolean };

/** Order of a list without a search, if no other is chosen. */
const NEWEST: ShipmentSort = { column: "number", isAscending: false };

export function isSameSort(a: ShipmentSort | null, b: ShipmentSort | null): boolean {
  return a?.column === b?.column && a?.isAscending === b?.isAscending;
}

/** Returns whether a list of any length can be sorted by a column. */
export function isIndexedColumn(column: string): boolean {
  return INDEXED_COLUMNS.some((one) => one === column);
}

/** Returns the order that the head of the table shows. */
export function shownSort(sort: ShipmentSort | null, isSearch: boolean): TableSort | null {
  return sort ?? (isSearch ? null : NEWEST);
}

/** Returns the order that the list keeps for a chosen one; null for the list's own order. */
export function chosenSort(chosen: TableSort | null, isSearch: boolean): ShipmentSort | null {
  const column = SORT_COLUMNS.find((one) => one === chosen?.column);
  if (chosen === null || column === undefined) return null;
  const sort = { column, isAscending: chosen.isAscending };
  return !isSearch && isSameSort(sort, NEWEST) ? null : sort;
}
