/** Stations that change products while they are disconnected. */
import { describe, expect, it } from "vitest";
import { productsOfItems, saveProduct } from "../../../core/shipping/products/products.service.ts";
import {
  productInputSchema,
  type Product,
} from "../../../core/shipping/products/products.schema.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { looseStation, type LooseStation } from "../../helpers/loose-stations.ts";
import { stateOf } from "./state-of.ts";
import { two, written } from "./two-stations.ts";

/** Delivers everything that each station wrote to all others. */
function meet(...stations: readonly LooseStation[]): void {
  const all = stations.map(written);
  stations.forEach((s, i) => s.apply(all.filter((_, from) => from !== i).flat()));
  for (const { clock } of stations) clock.nowMs += 1_000;
}

function three() {
  const { a, b, actor } = two();
  const c = looseStation();
  meet(a, b, c);
  return { a, b, c, actor };
}

const save = ({ deps }: LooseStation, actor: Actor, product: Record<string, unknown>): Product =>
  saveProduct(deps, actor, productInputSchema.parse(product));

const find = ({ deps }: LooseStation, { organizationID }: Actor, sku: string) =>
  productsOfItems(deps, organizationID, [{ id: "i", sku, ean: "" }])[0]?.product;

describe("a product that disconnected stations add", () => {
  it("is one product with the barcodes of both stations, and each field has its last value", () => {
    const { a, b, c, actor } = three();
    save(a, actor, { stockCode: "KUPA-01", title: "Kupa", shelf: "A1", barcodes: ["A-1", "AB"] });
    b.clock.nowMs += 60_000;
    save(b, actor, { stockCode: "kupa-01", shelf: "B2", barcodes: ["B-1", "ab"] });
    meet(a, b, c);
    const found = [a, b, c].map((s) => find(s, actor, "KUPA-01"));
    expect(found[0]).toMatchObject({ shelf: "B2", conflicts: [] });
    expect(found[0]?.barcodes).toHaveLength(3);
    expect([found[1], found[2]]).toEqual([found[0], found[0]]);
    const [first, ...others] = [a, b, c].map(stateOf);
    for (const other of others) expect(other).toEqual(first);
  });

  it("shows a barcode that each station gave to another product as a conflict, until one product has it", () => {
    const { a, b, c, actor } = three();
    save(a, actor, { stockCode: "KUPA-01", barcodes: ["8690000000012"] });
    save(b, actor, { stockCode: "TABAK-1", barcodes: ["8690000000012", "T-1"] });
    meet(a, b, c);
    const before = [a, b, c].map((s) => [
      find(s, actor, "KUPA-01")?.conflicts,
      find(s, actor, "TABAK-1")?.conflicts,
    ]);
    const both = [["8690000000012"], ["8690000000012"]];
    expect(before).toEqual([both, both, both]);
    save(c, actor, { stockCode: "TABAK-1", barcodes: ["T-1"] });
    meet(a, b, c);
    expect(find(a, actor, "KUPA-01")?.conflicts).toEqual([]);
  });
});
