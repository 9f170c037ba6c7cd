/** The columns of order files that are read. Pure, because the screen lists them too. */

/** In the order in which a person chooses their headings. */
export const ORDER_COLUMNS = [
  "orderNumber",
  "name",
  "phone",
  "address",
  "district",
  "city",
  "weight",
  "email",
  "zip",
  "country",
  "length",
  "width",
  "height",
  "item",
  "variant",
  "sku",
  "ean",
  "imageURL",
  "quantity",
  "codAmount",
  "currency",
  "payer",
  "collection",
  "declaredValue",
  "waybillNumber",
  "invoiceNumber",
  "notes",
  "state",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** Columns without which a file is refused. */
export const NEEDED_COLUMNS = [
  "orderNumber",
  "name",
  "phone",
  "address",
  "district",
  "city",
  "weight",
] as const satisfies readonly OrderColumn[];

const KNOWN: ReadonlySet<string> = new Set(ORDER_COLUMNS);

/** Returns whether a name is a column of orders. */
export function isOrderColumn(name: string): name is OrderColumn {
  return KNOWN.has(name);
}
