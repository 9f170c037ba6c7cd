/** The order in which the labels of a batch are printed. */
import type { Deps } from "../deps.ts";
import { readItems, recipientsOf, type ShipmentRow } from "../shipments/shipments.service.ts";
import type { BatchSort } from "./batches.schema.ts";

const turkish = new Intl.Collator("tr", { numeric: true });

/** @returns The shipments by what they are sorted by; those that are alike stay as they were listed. */
export function sortedShipments(deps: Pick<Deps, "db" | "geo">, rows: readonly ShipmentRow[], sort: BatchSort): readonly ShipmentRow[] {
  if (sort === "given") return rows;
  const recipients = sort === "zone" ? recipientsOf(deps, rows) : new Map<string, never>();
  const keyOf = (row: ShipmentRow): readonly string[] => {
    switch (sort) {
      case "carrier":
        return [row.provider_code, row.provider_service_code];
      case "zone": {
        const recipient = recipients.get(row.id);
        return [recipient?.cityName ?? "", recipient?.districtName ?? ""];
      }
      case "product":
        return [readItems(row.items)[0]?.title ?? ""];
    }
  };
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed.toSorted((a, b) => a.key.map((part, i) => turkish.compare(part, b.key[i] ?? "")).find((order) => order !== 0) ?? 0).map(({ row }) => row);
}
