/**
 * Which columns of the large table are shown, and how wide: the widths that are kept, else their
 * own.
 */
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
/** The rows are not the library's: only those that are seen exist. */
const NO_ROWS: object[] = [];

/** The columns in their order, without the hidden ones. */
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
