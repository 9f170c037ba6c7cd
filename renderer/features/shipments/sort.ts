/** Order of the list of shipments. */
import {
  INDEXED_COLUMNS,
  SORT_COLUMNS,
  type SortColumn,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { SortBy, TableSort } from "../../ui/table/sort-by.ts";
import { chosenSort } from "../../ui/table/table-sort.ts";

export type ShipmentSort = SortBy<SortColumn>;

/** Order of a list without a search, if no other is chosen. */
const NEWEST: ShipmentSort = { column: "number", isAscending: false };

/** Returns whether a list of any length can be sorted by a column. */
export function isIndexedColumn(column: string): boolean {
  return INDEXED_COLUMNS.some((one) => one === column);
}

/** Returns the order that the head of the table shows. */
export function shownSort(sort: ShipmentSort | null, isSearch: boolean): TableSort | null {
  return sort ?? ownSort(isSearch);
}

/** Returns the order that the list keeps for a chosen one; null for the list's own order. */
export function keptSort(chosen: TableSort | null, isSearch: boolean): ShipmentSort | null {
  return chosenSort(chosen, SORT_COLUMNS, ownSort(isSearch));
}

/** Returns the list's own order; null: the best matches of a search first. */
function ownSort(isSearch: boolean): ShipmentSort | null {
  return isSearch ? null : NEWEST;
}
