import { expect, it } from "vitest";
import type { Item } from "../../../../../core/shipping/shipments/shipments.schema.ts";
import { findItems } from "../../../../../renderer/features/pack/scan/find-item.ts";
import { parcel, shipment } from "../../../fixtures.ts";

const item = (sku: string): Item =>
  ({ id: sku, title: sku, variantTitle: "", quantity: 1, sku, ean: "" }) as Item;
const open = parcel({
  shipment: shipment({ items: [item(""), item("AY-42"), item("012345678905"), item("0042")] }),
});

it.each([
  ["AY-42", "AY-42"],
  ["ay-42", "AY-42"],
  ["0012345678905", "012345678905"],
  ["00012345678905", "012345678905"],
  ["0042", "0042"],
])("the code %s finds the item %s", (code, sku) => {
  expect(findItems(open, code)[0]?.sku).toBe(sku);
});

it.each(["", "42", "AY-4", "8690000000012", "10483"])("the code %j finds no item", (code) => {
  expect(findItems(open, code)).toEqual([]);
});
