/** Products of a station that joins another organization. */
import { expect, it } from "vitest";
import type { Actor } from "../../../../core/http/actor.ts";
import { productMover } from "../../../../core/shipping/products/move-products.ts";
import {
  productInputSchema,
  type Product,
} from "../../../../core/shipping/products/products.schema.ts";
import {
  productsOfItems,
  saveProduct,
} from "../../../../core/shipping/products/products.service.ts";
import { looseStation, owner } from "../../../helpers/loose-stations.ts";

const input = (product: Record<string, unknown>) => productInputSchema.parse(product);

it("are taken along with new ids; a product that is known there keeps its values and gets the free barcodes", () => {
  const { deps } = looseStation();
  const [old, joined]: [Actor, Actor] = [owner(deps.newId(), "m"), owner(deps.newId(), "m")];
  saveProduct(deps, old, input({ stockCode: "MUG", title: "Mug", shelf: "A1", barcodes: ["M-1"] }));
  saveProduct(deps, old, input({ stockCode: "PLATE", barcodes: ["P-1", "P-2"] }));
  saveProduct(deps, joined, input({ stockCode: "plate", title: "Plate", shelf: "B2" }));
  saveProduct(deps, joined, input({ stockCode: "FORK", barcodes: ["P-2"] }));
  for (let round = 0; round < 2; round++) {
    const move = productMover(deps, { from: old.organizationID, to: joined.organizationID });
    while (move(1) > 0);
  }
  const find = (sku: string): Product | undefined =>
    productsOfItems(deps, joined.organizationID, [{ id: "i", sku, ean: "" }])[0]?.product;
  expect([find("MUG"), find("PLATE"), find("FORK")]).toMatchObject([
    { title: "Mug", shelf: "A1", barcodes: ["M-1"], conflicts: [] },
    { title: "Plate", shelf: "B2", barcodes: ["P-1"], conflicts: [] },
    { barcodes: ["P-2"] },
  ]);
});
