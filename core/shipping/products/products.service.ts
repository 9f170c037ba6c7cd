/** Manages products: reads, saves and removes them, and finds those of an order's items. */
import { errors } from "../../base/errors.ts";
import { scanKey } from "../../base/scan-key.ts";
import { fold } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { pageOf } from "../../http/paging.schema.ts";
import type { ShippingDeps } from "../deps.ts";
import { productID } from "./product-ids.ts";
import type { Product, ProductInput, ProductsQuery } from "./products.schema.ts";
import * as store from "./products.store.ts";
import { noteChanged, writeBarcodes, writeProduct } from "./write-product.ts";

/**
 * Lists a page of products by stock code. A search for a whole barcode finds its products alone.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function listProducts(
  deps: Pick<ShippingDeps, "db" | "reader">,
  { organizationID }: Actor,
  query: ProductsQuery,
): Promise<{ list: Product[]; total: number }> {
  const page = pageOf(query);
  const { search = "" } = query;
  const scanned =
    query.conflicts === true
      ? []
      : store.listProductsWith(deps.db, organizationID, scanKey(search));
  if (scanned.length > 0) {
    const ids = scanned.map(({ id }) => id);
    const list = presentProducts(deps, store.listProductsOf(deps.db, organizationID, ids));
    return { list, total: list.length };
  }
  const filter: store.ProductFilter = {
    organizationID,
    words: fold(search),
    conflicts: query.conflicts === true ? 1 : 0,
  };
  const { rows, total } = await store.listProductPage(deps.reader, filter, page);
  return { list: presentProducts(deps, rows), total };
}

/** Gets a product. @throws AppError E2250 */
export function getProduct(deps: ReadDeps, actor: Actor, id: string): Product {
  const [product] = presentProducts(deps, [requireProduct(deps, actor, id)]);
  if (product === undefined) throw errors.productNotFound();
  return product;
}

function requireProduct({ db }: ReadDeps, { organizationID }: Actor, id: string): store.ProductRow {
  const row = store.findProduct(db, id);
  if (row?.isActive !== 1 || row.organizationID !== organizationID) throw errors.productNotFound();
  return row;
}

function presentProducts({ db }: ReadDeps, rows: readonly store.ProductRow[]): Product[] {
  const barcodes = store.listBarcodesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = barcodes.filter((one) => one.productID === row.id);
    return {
      id: row.id,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      stockCode: row.stockCode,
      title: row.title,
      imageURL: row.imageUrl,
      weightGrams: row.weightGrams,
      lengthMm: row.lengthMm,
      widthMm: row.widthMm,
      heightMm: row.heightMm,
      shelf: row.shelf,
      barcodes: own.map(({ barcode }) => barcode),
      conflicts: own.filter(({ isShared }) => isShared === 1).map(({ barcode }) => barcode),
    };
  });
}

/**
 * Adds a product, or changes the one with its stock code. Given barcodes replace its barcodes.
 *
 * @throws AppError E2251 when another product has one of the barcodes.
 */
export function saveProduct(deps: WriteDeps, actor: Actor, input: ProductInput): Product {
  return inTransaction(deps, () => {
    const { id } = writeProduct(deps, actor, input, "replace");
    noteChanged(deps, actor);
    return getProduct(deps, actor, id);
  });
}

/** Adds a barcode to a product, which is added when it is not known. @throws AppError E2251 */
export function addBarcode(
  deps: WriteDeps,
  actor: Actor,
  input: { readonly stockCode: string; readonly title: string; readonly barcode: string },
): Product {
  return inTransaction(deps, () => {
    const { stockCode, title, barcode } = input;
    const known = store.findProduct(deps.db, productID(actor.organizationID, stockCode));
    const isNamed = known?.isActive === 1 && known.title !== "";
    const { id, change } = writeProduct(
      deps,
      actor,
      { stockCode, barcodes: [barcode], ...(isNamed ? {} : { title }) },
      "add",
    );
    if (change !== "none") noteChanged(deps, actor);
    return getProduct(deps, actor, id);
  });
}

/** Removes a product and its barcodes. @throws AppError E2250 */
export function deleteProduct(deps: WriteDeps, actor: Actor, id: string): Product {
  return inTransaction(deps, () => {
    const product = getProduct(deps, actor, id);
    const { organizationID } = actor;
    writeBarcodes(deps, { organizationID, productID: id }, [], "replace");
    store.updateProduct(deps.db, id, { isActive: 0, updatedAt: deps.now() });
    noteChanged(deps, actor);
    return product;
  });
}

/** An item of an order, and its product: undefined when there is none. */
export type ItemProduct = { readonly itemID: string; readonly product: Product | undefined };

/**
 * Finds the products of items, in their order: by the stock code, otherwise by the barcode, if a
 * single product has it.
 */
export function productsOfItems(
  deps: ReadDeps,
  organizationID: string,
  items: readonly { readonly id: string; readonly sku: string; readonly ean: string }[],
): ItemProduct[] {
  const ids = new Map(items.map((item) => [item.id, idOf(deps, organizationID, item)]));
  const known = [...new Set(ids.values())].filter((id) => id !== "");
  const products = new Map(
    presentProducts(deps, store.listProductsOf(deps.db, organizationID, known)).map((product) => [
      product.id,
      product,
    ]),
  );
  return items.map(({ id }) => ({ itemID: id, product: products.get(ids.get(id) ?? "") }));
}

function idOf(
  { db }: ReadDeps,
  organizationID: string,
  { sku, ean }: { readonly sku: string; readonly ean: string },
): string {
  if (sku !== "") return productID(organizationID, sku);
  if (ean === "") return "";
  const owners = store.listProductsWith(db, organizationID, scanKey(ean));
  return owners.length === 1 ? (owners[0]?.id ?? "") : "";
}
