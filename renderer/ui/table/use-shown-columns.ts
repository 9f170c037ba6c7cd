/** Visible columns of the large table with their widths: stored widths, else their defaults. */
import {
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { BigColumn } from "./BigTable.tsx";
import type { KeptColumns } from "./kept-columns.ts";

const FEATURES = tableFeatures({ columnSizingFeature, columnVisibilityFeature });
/** The library gets no rows, because the table itself renders the visible rows. */
const NO_ROWS: object[] = [];

/** Returns the columns in order, without the hidden ones. */
export function useShownColumns<Row>(
  columns: readonly BigColumn<Row>[],
  kept: KeptColumns,
): readonly BigColumn<Row>[] {
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof FEATURES, object> => ({
        id: column.id,
        header: column.words,
        size: column.width,
      })),
    [columns],
  );
  const table = useTable<typeof FEATURES, object>({
    features: FEATURES,
    columns: defs,
    data: NO_ROWS,
    state: {
      columnSizing: kept.widths,
      columnVisibility: Object.fromEntries(kept.hidden.map((one) => [one, false])),
    },
  });
  return table
    .getVisibleLeafColumns()
    .flatMap((leaf) =>
      columns
        .filter((column) => column.id === leaf.id)
        .map((column) => ({ ...column, width: leaf.getSize() })),
    );
}
