/**
 * Maps the headings of an order file to columns. Knows the Turkish and English headings of shops'
 * exports.
 */
import { errors } from "../../base/errors.ts";
import { entriesOf, namesOf } from "../../base/objects.ts";
import { fold } from "../../base/text.ts";
import type { NEEDED_COLUMNS, OrderColumn } from "../sources/order-columns.schema.ts";

export const COLUMNS = {
  orderNumber: [
    "siparis no",
    "siparis numarasi",
    "siparis",
    "order number",
    "order no",
    "order",
    "order id",
  ],
  name: [
    "alici",
    "alici adi",
    "ad soyad",
    "musteri",
    "musteri adi",
    "teslim alacak kisi",
    "recipient",
    "recipient name",
    "name",
    "customer",
  ],
  phone: ["telefon", "tel", "cep telefonu", "gsm", "phone", "mobile"],
  email: ["e-posta", "eposta", "e-mail", "email", "mail"],
  address: ["adres", "teslimat adresi", "acik adres", "address", "address1", "street"],
  district: ["ilce", "district", "town"],
  city: ["il", "sehir", "city", "province"],
  zip: ["posta kodu", "zip", "postcode", "postal code"],
  country: ["ulke", "ulke kodu", "country", "country code"],
  length: ["boy", "uzunluk", "boy (cm)", "uzunluk (cm)", "length", "length (cm)"],
  width: ["en", "genislik", "en (cm)", "genislik (cm)", "width", "width (cm)"],
  height: ["yukseklik", "yukseklik (cm)", "height", "height (cm)"],
  weight: ["agirlik", "agirlik (kg)", "kg", "weight", "weight (kg)"],
  item: ["urun", "urun adi", "product", "item", "title"],
  variant: ["varyant", "secenek", "variant", "option"],
  sku: ["stok kodu", "sku"],
  ean: [
    "barkod",
    "urun barkodu",
    "ean",
    "ean-13",
    "ean13",
    "gtin",
    "barcode",
    "product barcode",
    "upc",
  ],
  imageURL: [
    "gorsel",
    "urun gorseli",
    "gorsel url",
    "resim",
    "urun resmi",
    "resim url",
    "image",
    "image url",
    "picture",
    "photo",
  ],
  quantity: ["adet", "miktar", "quantity", "qty"],
  codAmount: [
    "kapida odeme",
    "kapida odeme tutari",
    "tahsilat",
    "tahsilat tutari",
    "tahsil edilecek",
    "tahsil edilecek tutar",
    "cash on delivery",
    "cod",
    "cod amount",
    "to collect",
    "amount to collect",
  ],
  currency: [
    "para birimi",
    "tahsilat para birimi",
    "doviz",
    "doviz cinsi",
    "currency",
    "currency code",
    "cod currency",
  ],
  payer: [
    "odeyen",
    "kargo odeyen",
    "kargoyu odeyen",
    "kargo ucretini odeyen",
    "payer",
    "freight payer",
    "shipping payer",
    "who pays",
  ],
  // "Tahsilat" alone is the amount to collect.
  collection: [
    "tahsilat sekli",
    "tahsilat turu",
    "tahsilat yontemi",
    "kapida odeme sekli",
    "kapida odeme turu",
    "collection",
    "collection method",
    "collect by",
    "cod method",
    "cod type",
  ],
  declaredValue: ["beyan degeri", "beyan edilen deger", "sigorta degeri", "declared value"],
  waybillNumber: [
    "irsaliye no",
    "irsaliye numarasi",
    "sevk irsaliyesi no",
    "waybill number",
    "waybill no",
    "waybill",
  ],
  invoiceNumber: [
    "fatura no",
    "fatura numarasi",
    "e-fatura no",
    "e-arsiv fatura no",
    "invoice number",
    "invoice no",
    "invoice",
  ],
  notes: ["not", "siparis notu", "notes", "note"],
  // The order's state in the shop, of which only "cancelled" is read.
  state: ["durum", "siparis durumu", "status", "order status", "order state"],
} as const satisfies Record<OrderColumn, readonly string[]>;
export type Column = OrderColumn;

/** Required columns as an error names them, in both languages. */
const NEEDED = {
  orderNumber: ["Sipariş No", "Order number"],
  name: ["Alıcı", "Recipient"],
  phone: ["Telefon", "Phone"],
  address: ["Adres", "Address"],
  district: ["İlçe", "District"],
  city: ["İl", "City"],
  weight: ["Ağırlık (kg)", "Weight (kg)"],
} as const satisfies Record<(typeof NEEDED_COLUMNS)[number], readonly [string, string]>;

export type Header<C extends string = Column> = {
  /** Index of each column's cell in a row. */
  readonly at: Readonly<Partial<Record<C, number>>>;
  /** Headings as in the file. They are plain data, because another thread receives them. */
  readonly headings: Readonly<Partial<Record<C, string>>>;
  /** Unknown headings, shortened: their columns are ignored. */
  readonly unread: readonly string[];
};

const LONGEST_UNREAD = 60;
/** Currency after an amount's heading: "Tahsilat (TL)". */
const LIRA_BEHIND = /\s*\((tl|try|₺)\)$/;

/** Reads the first line of a file. */
export type HeaderReader<C extends string> = {
  /** Counts the cells that are known headings. */
  readonly count: (cells: readonly string[]) => number;
  /**
   * Reads the header.
   *
   * @throws AppError E2096 naming the missing headings.
   */
  readonly read: (cells: readonly string[]) => Header<C>;
};

/**
 * Requires the needed columns.
 *
 * @param own Headings of the file's source, by column.
 * @throws AppError E2096 naming the missing headings.
 */
export function requireNeeded(
  header: Header,
  own: Readonly<Partial<Record<Column, string>>>,
): void {
  const missing = namesOf(NEEDED).filter((column) => header.at[column] === undefined);
  if (missing.length === 0) return;
  const namesFor = (column: keyof typeof NEEDED): readonly string[] =>
    own[column] === undefined || own[column] === "" ? NEEDED[column] : [own[column]];
  const wanted = missing.map((column) =>
    namesFor(column)
      .map((name) => `"${name}"`)
      .join(" or "),
  );
  throw errors.importColumnsMissing(
    `The first line must name the columns. Missing: ${wanted.join(", ")}. Nothing was imported.`,
    {
      reason: missing.join(" "),
      headings: missing.map((column) => namesFor(column).join(" / ")).join(", "),
    },
  );
}

/** Finds the columns of a header line. @param columns Folded headings of each column. */
export function findHeadings<C extends string>(
  columns: Readonly<Record<C, readonly string[]>>,
  cells: readonly string[],
): Header<C> {
  const folded = cells.map((cell) => fold(cell).replace(LIRA_BEHIND, ""));
  const at: Partial<Record<C, number>> = {};
  const headings: Partial<Record<C, string>> = {};
  for (const [column, names] of entriesOf(columns)) {
    const place = folded.findIndex((heading) => names.includes(heading));
    if (place === -1) continue;
    at[column] = place;
    headings[column] = cells[place] ?? "";
  }
  const read = new Set(Object.values<number | undefined>(at));
  return { at, headings, unread: shortUnread(cells, read) };
}

/** Lists the headings of ignored columns, shortened. @param read Places of the columns that are read. */
export function shortUnread(
  cells: readonly string[],
  read: ReadonlySet<number | undefined>,
): string[] {
  return cells.flatMap((cell, place) =>
    read.has(place) || cell === "" ? [] : [cell.slice(0, LONGEST_UNREAD)],
  );
}
