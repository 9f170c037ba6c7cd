/** Writes products and their barcodes. */
import { errors } from "../../base/errors.ts";
import { scanKey } from "../../base/scan-key.ts";
import { fold } from "../../base/text.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Actor } from "../../http/actor.ts";
import { productBarcodeID, productID } from "./product-ids.ts";
import type { ProductInput } from "./products.schema.ts";
import * as store from "./products.store.ts";

/** Saved product: added, changed, or equal to the stored one. */
export type Saved = { readonly id: string; readonly change: "added" | "changed" | "none" };

/**
 * Writes a product without recording a fact; needs an open transaction.
 *
 * @param barcodes "add": barcodes that are not given stay.
 * @throws AppError E2251
 */
export function writeProduct(
  deps: WriteDeps,
  actor: Pick<Actor, "organizationID">,
  input: ProductInput,
  barcodes: "replace" | "add",
): Saved {
  const { db } = deps;
  const { organizationID } = actor;
  const id = productID(organizationID, input.stockCode);
  requireFree(deps, organizationID, id, input.barcodes ?? []);
  const known = store.findProduct(db, id);
  const change = known === undefined ? insert(deps, actor, input) : changed(deps, known, input);
  const areWritten =
    input.barcodes !== undefined &&
    writeBarcodes(deps, { organizationID, productID: id }, input.barcodes, barcodes);
  return { id, change: change === "none" && areWritten ? "changed" : change };
}

/** @throws AppError E2251 when another product has one of the barcodes. */
function requireFree(
  { db }: ReadDeps,
  organizationID: string,
  ofProduct: string,
  barcodes: readonly string[],
): void {
  for (const barcode of barcodes) {
    const other = findOwner({ db }, organizationID, barcode, ofProduct);
    if (other !== undefined)
      throw errors.barcodeTaken(
        `The product ${other.stockCode} has the barcode ${barcode} already. Nothing was saved. Remove it there first, or check the barcode.`,
        { barcode, stockCode: other.stockCode },
      );
  }
}

/** Finds another product that has a barcode. @param ofProduct Id of the product that may have it. */
export function findOwner(
  { db }: Pick<ReadDeps, "db">,
  organizationID: string,
  barcode: string,
  ofProduct: string,
): { readonly id: string; readonly stockCode: string } | undefined {
  return store
    .listProductsWith(db, organizationID, scanKey(barcode))
    .find(({ id }) => id !== ofProduct);
}

function insert(
  deps: WriteDeps,
  { organizationID }: Pick<Actor, "organizationID">,
  input: ProductInput,
): "added" {
  const now = deps.now();
  const fields = fieldsOf(input, EMPTY);
  store.insertProduct(deps.db, {
    ...EMPTY,
    ...fields,
    id: productID(organizationID, input.stockCode),
    createdAt: now,
    updatedAt: now,
    organizationID,
    stockCode: input.stockCode,
    words: wordsOf({ ...EMPTY, ...fields, stockCode: input.stockCode }),
    isActive: 1,
  });
  return "added";
}

const EMPTY = {
  title: "",
  imageUrl: "",
  weightGrams: 0,
  lengthMm: 0,
  widthMm: 0,
  heightMm: 0,
  shelf: "",
};
type Fields = typeof EMPTY;

/** Takes the given fields; a product that was removed starts empty. */
function fieldsOf(input: ProductInput, known: Fields): Fields {
  return {
    title: input.title ?? known.title,
    imageUrl: input.imageURL ?? known.imageUrl,
    weightGrams: input.weightGrams ?? known.weightGrams,
    lengthMm: input.lengthMm ?? known.lengthMm,
    widthMm: input.widthMm ?? known.widthMm,
    heightMm: input.heightMm ?? known.heightMm,
    shelf: input.shelf ?? known.shelf,
  };
}

function changed(
  deps: WriteDeps,
  known: store.ProductRow,
  input: ProductInput,
): Exclude<Saved["change"], "added"> | "added" {
  const fields = fieldsOf(input, known.isActive === 1 ? known : EMPTY);
  const before: Readonly<Record<string, unknown>> = known;
  const entries = Object.entries(fields).filter(([name, value]) => before[name] !== value);
  if (entries.length === 0 && known.isActive === 1) return "none";
  store.updateProduct(deps.db, known.id, {
    ...Object.fromEntries(entries),
    words: wordsOf({ ...fields, stockCode: known.stockCode }),
    updatedAt: deps.now(),
    ...(known.isActive === 1 ? {} : { isActive: 1 }),
  });
  return known.isActive === 1 ? "changed" : "added";
}

function wordsOf({ stockCode, title, shelf }: Fields & { readonly stockCode: string }): string {
  return fold(`${stockCode} ${title} ${shelf}`);
}

/** Writes the barcodes of a product; needs an open transaction. @returns Whether any has changed. */
export function writeBarcodes(
  deps: WriteDeps,
  of: Pick<store.BarcodeRow, "organizationID" | "productID">,
  barcodes: readonly string[],
  how: "replace" | "add",
): boolean {
  const { db } = deps;
  const updatedAt = deps.now();
  const wanted = new Map(
    barcodes.map((barcode) => [productBarcodeID(of.productID, barcode), barcode]),
  );
  let isChanged = false;
  for (const [id, barcode] of wanted) {
    const known = store.findBarcode(db, id);
    if (known?.isActive === 1) continue;
    isChanged = true;
    if (known !== undefined) store.updateBarcode(db, id, { isActive: 1, updatedAt });
    else
      store.insertBarcode(db, {
        ...of,
        id,
        createdAt: updatedAt,
        updatedAt,
        barcode,
        scanKey: scanKey(barcode),
        isActive: 1,
      });
  }
  if (how === "add") return isChanged;
  for (const { id } of store.listBarcodesOf(db, [of.productID]))
    if (!wanted.has(id)) {
      isChanged = true;
      store.updateBarcode(db, id, { isActive: 0, updatedAt });
    }
  return isChanged;
}

/** Records that products have changed; needs an open transaction. */
export function noteChanged(deps: WriteDeps, { organizationID }: Pick<Actor, "organizationID">) {
  recordFact(deps, { topic: "product.changed", organizationID, subjectID: organizationID });
}
