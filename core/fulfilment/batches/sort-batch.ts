/** Sorts the labels of a batch for printing. */
import type { FulfilmentDeps } from "../deps.ts";
import {
  readItems,
  recipientsOf,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import type { BatchSort } from "./batches.schema.ts";

const turkish = new Intl.Collator("tr", { numeric: true });

/** Number of shipments that are read in one turn of the event loop. */
export const LOOKED_AT = 50;

/** A shipment of a batch with its sort key. */
export type Sortable = { readonly id: string; readonly key: readonly string[] };

/** Computes sort keys; returns the shipments in the given order, each with its key. */
export function sortablesOf(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  rows: readonly ShipmentRow[],
  sort: BatchSort,
): readonly Sortable[] {
  const recipients = sort === "zone" ? recipientsOf(deps, rows) : new Map<string, never>();
  const keyOf = (row: ShipmentRow): readonly string[] => {
    switch (sort) {
      case "given":
        return [];
      case "carrier":
        return [row.providerCode, row.providerServiceCode];
      case "zone": {
        const recipient = recipients.get(row.id);
        return [recipient?.cityName ?? "", recipient?.districtName ?? ""];
      }
      case "product":
        return [readItems(row.items)[0]?.title ?? ""];
    }
  };
  return rows.map((row) => ({ id: row.id, key: keyOf(row) }));
}

/** Sorts shipments by key; shipments with equal keys keep their order. */
export function sorted(shipments: readonly Sortable[]): readonly Sortable[] {
  return shipments.toSorted(
    (a, b) =>
      a.key.map((part, i) => turkish.compare(part, b.key[i] ?? "")).find((order) => order !== 0) ??
      0,
  );
}
