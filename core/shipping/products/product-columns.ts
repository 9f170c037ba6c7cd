/** Maps the Turkish and English headings of a product file to columns. */
import { errors } from "../../base/errors.ts";
import { findHeadings, type HeaderReader } from "../imports/order-columns.ts";

export const PRODUCT_COLUMNS = {
  stockCode: ["stok kodu", "urun kodu", "sku", "stock code", "product code", "item code"],
  barcodes: ["barkod", "barkodlar", "urun barkodu", "ean", "gtin", "barcode", "barcodes"],
  title: ["urun", "urun adi", "ad", "baslik", "title", "name", "product", "product name"],
  imageURL: [
    "gorsel",
    "gorsel url",
    "urun gorseli",
    "resim",
    "resim url",
    "image",
    "image url",
    "picture",
    "photo",
  ],
  weightKg: ["agirlik", "agirlik (kg)", "kg", "weight", "weight (kg)"],
  weightG: ["agirlik (g)", "agirlik (gr)", "gram", "gr", "weight (g)", "grams"],
  length: ["boy", "uzunluk", "boy (cm)", "uzunluk (cm)", "length", "length (cm)"],
  width: ["en", "genislik", "en (cm)", "genislik (cm)", "width", "width (cm)"],
  height: ["yukseklik", "yukseklik (cm)", "height", "height (cm)"],
  shelf: ["raf", "raf kodu", "raf no", "lokasyon", "depo yeri", "shelf", "location", "bin"],
} as const;
export type ProductColumn = keyof typeof PRODUCT_COLUMNS;

export const PRODUCT_HEADER: HeaderReader<ProductColumn> = {
  count: (cells) => Object.keys(findHeadings(PRODUCT_COLUMNS, cells).at).length,
  read(cells) {
    const header = findHeadings<ProductColumn>(PRODUCT_COLUMNS, cells);
    if (header.at.stockCode === undefined)
      throw errors.importColumnsMissing(
        `The first line must name the columns. Missing: "Stok kodu" or "Stock code". Nothing was imported.`,
        { reason: "stockCode" },
      );
    return header;
  },
};
