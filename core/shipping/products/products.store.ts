/** SQL of `products`, `product_barcodes` and `product_settings`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";

export type ProductRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly stockCode: string;
  readonly title: string;
  readonly imageUrl: string;
  readonly weightGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly shelf: string;
  /** Stock code, title and shelf, folded for the search. */
  readonly words: string;
  readonly isActive: number;
};

export type BarcodeRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly productID: string;
  readonly barcode: string;
  readonly scanKey: string;
  readonly isActive: number;
};

/** Finds a product by its id, also a removed one. */
export function findProduct(db: Pick<Db, "sql">, id: string): ProductRow | undefined {
  return db.sql<ProductRow>(`SELECT * FROM products WHERE id = ?`).get(id);
}

/** Lists the products with these ids, without removed ones. */
export function listProductsOf(
  db: Pick<Db, "sql">,
  organizationID: string,
  ids: readonly string[],
): ProductRow[] {
  return db
    .sql<ProductRow>(
      `SELECT p.*
         FROM json_each(:ids) AS given
        CROSS JOIN products AS p ON p.id = given.value
        WHERE p.organization_id = :organizationID AND p.is_active = 1
        ORDER BY p.id`,
    )
    .all({ organizationID, ids: JSON.stringify(ids) });
}

/** Lists an organization's products by id, after a given id, without removed ones. */
export function listProductsAfter(
  db: Pick<Db, "sql">,
  organizationID: string,
  after: string,
  atMost: number,
): ProductRow[] {
  return db
    .sql<ProductRow>(
      `SELECT * FROM products WHERE id > ? AND organization_id = ? AND is_active = 1 ORDER BY id LIMIT ?`,
    )
    .all(after, organizationID, atMost);
}

/** Inserts a product; needs an open transaction. */
export function insertProduct(db: Db, row: ProductRow): void {
  insertRow(db, "products", row);
}

/** Changes a product; needs an open transaction. */
export function updateProduct(db: Db, id: string, fields: Partial<ProductRow>): void {
  updateRow(db, "products", id, fields);
}

/** Finds a barcode of a product by its id, also a removed one. */
export function findBarcode(db: Pick<Db, "sql">, id: string): BarcodeRow | undefined {
  return db.sql<BarcodeRow>(`SELECT * FROM product_barcodes WHERE id = ?`).get(id);
}

/** Inserts a barcode; needs an open transaction. */
export function insertBarcode(db: Db, row: BarcodeRow): void {
  insertRow(db, "product_barcodes", row);
}

/** Adds a removed barcode again, or removes it; needs an open transaction. */
export function updateBarcode(
  db: Db,
  id: string,
  fields: Pick<BarcodeRow, "isActive" | "updatedAt">,
): void {
  updateRow(db, "product_barcodes", id, fields);
}

const IS_SHARED = `EXISTS (
        SELECT 1
          FROM product_barcodes AS o INDEXED BY product_barcodes_by_key
         CROSS JOIN products AS q ON q.id = o.product_id
         WHERE o.organization_id = b.organization_id
           AND o.scan_key = b.scan_key
           AND o.is_active = 1
           AND o.product_id <> b.product_id
           AND q.is_active = 1)`;

export type OwnBarcode = {
  readonly productID: string;
  readonly id: string;
  readonly barcode: string;
  /** 1: another product has this barcode too. */
  readonly isShared: number;
};

/** Barcodes of the products whose ids are in the JSON list `:ids`. */
const BARCODES_OF = `SELECT b.product_id, b.id, b.barcode, ${IS_SHARED} AS is_shared
       FROM json_each(:ids) AS given
      CROSS JOIN product_barcodes AS b INDEXED BY product_barcodes_of_product ON b.product_id = given.value
      WHERE b.is_active = 1
      ORDER BY b.product_id, b.barcode`;

/** Lists the barcodes of products. */
export function listBarcodesOf(db: Pick<Db, "sql">, ids: readonly string[]): OwnBarcode[] {
  return db.sql<OwnBarcode>(BARCODES_OF).all({ ids: JSON.stringify(ids) });
}

/** Lists the products that have a barcode, without removed products. */
export function listProductsWith(
  db: Pick<Db, "sql">,
  organizationID: string,
  scanKey: string,
): Pick<ProductRow, "id" | "stockCode" | "title">[] {
  return db
    .sql<Pick<ProductRow, "id" | "stockCode" | "title">>(
      `SELECT p.id, p.stock_code, p.title
         FROM product_barcodes AS b INDEXED BY product_barcodes_by_key
        CROSS JOIN products AS p ON p.id = b.product_id
        WHERE b.organization_id = ?
          AND b.scan_key = ?
          AND b.is_active = 1
          AND p.is_active = 1
        ORDER BY p.id`,
    )
    .all(organizationID, scanKey);
}

/** `words`: folded text in the words of a product; "": all. */
export type ProductFilter = {
  readonly organizationID: string;
  readonly words: string;
  /** 1: only products with a shared barcode. */
  readonly conflicts: 0 | 1;
};

const LISTED = `FROM products AS p INDEXED BY products_listed
      WHERE p.organization_id = :organizationID
        AND p.is_active = 1
        AND (:words = '' OR instr(p.words, :words) > 0)
        AND (:conflicts = 0
             OR p.id IN (SELECT b.product_id
                           FROM product_barcodes AS b INDEXED BY product_barcodes_by_key
                          WHERE b.organization_id = :organizationID
                            AND b.is_active = 1
                            AND ${IS_SHARED}))
        AND ${whileWanted("p.rowid")}`;

/**
 * Lists a page of products by stock code, and counts all that the filter finds.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function listProductPage(
  reader: Reader,
  filter: ProductFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const [rows, [counted]] = await reader.several<[ProductRow, { n: number }]>([
    {
      sql: `SELECT p.* ${LISTED} ORDER BY p.stock_code, p.id LIMIT :limit OFFSET :offset`,
      parameters: { ...filter, limit, offset },
    },
    { sql: `SELECT count(*) AS n ${LISTED}`, parameters: filter },
  ]);
  return { rows, total: counted?.n ?? 0 };
}

export type ProductSettingsRow = {
  readonly id: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly stopsWeight: number;
};

/** Finds the settings; undefined when they were never changed. */
export function findProductSettings(
  db: Pick<Db, "sql">,
  id: string,
): ProductSettingsRow | undefined {
  return db.sql<ProductSettingsRow>(`SELECT * FROM product_settings WHERE id = ?`).get(id);
}

/** Inserts the settings; needs an open transaction. */
export function insertProductSettings(db: Db, row: ProductSettingsRow): void {
  insertRow(db, "product_settings", row);
}

/** Changes the settings; needs an open transaction. */
export function updateProductSettings(
  db: Db,
  id: string,
  fields: Pick<ProductSettingsRow, "updatedAt" | "stopsWeight">,
): void {
  updateRow(db, "product_settings", id, fields);
}
