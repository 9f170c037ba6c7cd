/** Takes products along into another organization, which a station joins. */
import { isAppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { productID } from "./product-ids.ts";
import type { ProductInput } from "./products.schema.ts";
import {
  findProduct,
  listBarcodesOf,
  listProductsAfter,
  type ProductRow,
} from "./products.store.ts";
import { noteChanged, writeProduct } from "./write-product.ts";

type Move = { readonly from: string; readonly to: string };

/**
 * Returns a function that copies the next products, at most `atMost`, and returns how many it read.
 * Ids follow from the organization, so the products get new rows; a repeated call changes nothing.
 * A product that the organization has keeps its values and gets the barcodes that are free there.
 */
export function productMover(deps: WriteDeps, { from, to }: Move): (atMost: number) => number {
  let after = "";
  return (atMost) => {
    const rows = listProductsAfter(deps.db, from, after, atMost);
    if (rows.length > 0)
      inTransaction(deps, () => {
        for (const row of rows) copyProduct(deps, to, row);
        noteChanged(deps, { organizationID: to });
      });
    after = rows.at(-1)?.id ?? after;
    return rows.length;
  };
}

function copyProduct(deps: WriteDeps, organizationID: string, row: ProductRow): void {
  const { stockCode, title, imageUrl, weightGrams, lengthMm, widthMm, heightMm, shelf } = row;
  const known = findProduct(deps.db, productID(organizationID, stockCode));
  const sides = { lengthMm, widthMm, heightMm };
  const all = { stockCode, title, imageURL: imageUrl, weightGrams, ...sides, shelf };
  const write = (input: ProductInput) => writeProduct(deps, { organizationID }, input, "add");
  write(known?.isActive === 1 ? { stockCode } : all);
  for (const { barcode } of listBarcodesOf(deps.db, [row.id]))
    try {
      write({ stockCode, barcodes: [barcode] });
    } catch (error) {
      if (!isAppError(error, "barcodeTaken")) throw error;
    }
}
