/** Converts the rows of a product file to products, or lists their faults. Pure. */
import { scanKey } from "../../base/scan-key.ts";
import { fold } from "../../base/text.ts";
import { findNumberFormat, readNumber, type NumberFormat } from "../files/number-format.ts";
import type { Header } from "../imports/order-columns.ts";
import type { TableRow } from "../imports/read-csv.ts";
import { PRODUCT_COLUMNS, type ProductColumn } from "./product-columns.ts";
import { productFault } from "./product-fault.ts";
import type { ProductFileRow } from "./product-file-protocol.ts";
import type { ProductFault, RejectedProduct } from "./product-files.schema.ts";
import {
  isBarcode,
  isPictureAddress,
  LONGEST_SHELF,
  LONGEST_STOCK_CODE,
  LONGEST_TITLE,
  MOST_BARCODES,
  MOST_GRAMS,
  MOST_MM,
  type ProductInput,
} from "./products.schema.ts";

type Row = TableRow<ProductColumn>;
type Headings = Header<ProductColumn>["headings"];
type NumberColumn = Extract<ProductColumn, "weightKg" | "weightG" | "length" | "width" | "height">;

/** Factor to the stored unit, g or mm, and the largest stored value. */
const NUMBERS: Readonly<
  Record<
    NumberColumn,
    { readonly times: number; readonly most: number; readonly bad: ProductFault }
  >
> = {
  weightKg: { times: 1_000, most: MOST_GRAMS, bad: "BAD_WEIGHT" },
  weightG: { times: 1, most: MOST_GRAMS, bad: "BAD_WEIGHT" },
  length: { times: 10, most: MOST_MM, bad: "BAD_SIZE" },
  width: { times: 10, most: MOST_MM, bad: "BAD_SIZE" },
  height: { times: 10, most: MOST_MM, bad: "BAD_SIZE" },
};

const LENGTHS = [
  ["stockCode", LONGEST_STOCK_CODE],
  ["title", LONGEST_TITLE],
  ["shelf", LONGEST_SHELF],
] as const;

/** Decides the rows of a file in their order: a later row with an earlier stock code is refused. */
export function checkProductRows(
  headings: Headings,
  rows: readonly Row[],
): { readonly good: readonly ProductFileRow[]; readonly rejected: readonly RejectedProduct[] } {
  const formats = formatsOf(rows);
  const good: ProductFileRow[] = [];
  const rejected: RejectedProduct[] = [];
  const seen = { codes: new Map<string, number>(), barcodes: new Map<string, number>() };
  for (const row of rows) {
    const faults: RejectedProduct[] = [];
    const fault = (
      column: ProductColumn,
      code: ProductFault,
      detail = "",
      value = cell(row, column),
    ) =>
      void faults.push(
        productFault(
          { line: row.line, column: headings[column] ?? PRODUCT_COLUMNS[column][0], value },
          code,
          detail,
        ),
      );
    if (row.isBroken)
      faults.push(productFault({ line: row.line, column: "", value: row.start }, "OPEN_QUOTE"));
    else checkTexts(row, fault);
    const numbers = row.isBroken ? {} : numbersOf(row, formats, fault);
    const barcodes = row.isBroken ? [] : barcodesOf(row, fault);
    if (faults.length === 0) checkTwice(row, barcodes, { ...seen, fault });
    if (faults.length > 0) {
      rejected.push(...faults);
      continue;
    }
    seen.codes.set(fold(cell(row, "stockCode")), row.line);
    for (const barcode of barcodes) seen.barcodes.set(scanKey(barcode), row.line);
    good.push({
      line: row.line,
      input: { ...textsOf(row), ...numbers, ...(barcodes.length === 0 ? {} : { barcodes }) },
      barcodeColumn: headings.barcodes ?? PRODUCT_COLUMNS.barcodes[0],
    });
  }
  return { good, rejected };
}

type Fault = (column: ProductColumn, code: ProductFault, detail?: string, value?: string) => void;

function cell(row: Row, column: ProductColumn): string {
  return row.cells[column] ?? "";
}

function formatsOf(rows: readonly Row[]): Readonly<Record<NumberColumn, NumberFormat>> {
  const format = (column: NumberColumn): NumberFormat =>
    findNumberFormat(rows.map((row) => cell(row, column)));
  return {
    weightKg: format("weightKg"),
    weightG: format("weightG"),
    length: format("length"),
    width: format("width"),
    height: format("height"),
  };
}

function checkTexts(row: Row, fault: Fault): void {
  if (fold(cell(row, "stockCode")) === "") fault("stockCode", "EMPTY_STOCK_CODE");
  for (const [column, most] of LENGTHS)
    if (cell(row, column).length > most) fault(column, "LONG_TEXT");
  if (!isPictureAddress(cell(row, "imageURL"))) fault("imageURL", "BAD_PICTURE");
}

/** Takes the texts that are not empty: an empty cell changes nothing. */
function textsOf(row: Row): ProductInput {
  const some = (["title", "shelf", "imageURL"] as const).filter((name) => cell(row, name) !== "");
  return {
    stockCode: cell(row, "stockCode"),
    ...Object.fromEntries(some.map((name) => [name, cell(row, name)])),
  };
}

function numbersOf(
  row: Row,
  formats: Readonly<Record<NumberColumn, NumberFormat>>,
  fault: Fault,
): Partial<ProductInput> {
  const read = (column: NumberColumn): number | undefined => {
    const text = cell(row, column);
    if (text === "") return undefined;
    const { times, most, bad } = NUMBERS[column];
    const reading = readNumber(text, formats[column]);
    if (reading.kind === "ambiguous") {
      fault(column, "AMBIGUOUS_NUMBER", reading.readings.join(" / "));
      return undefined;
    }
    const value = reading.kind === "none" ? Number.NaN : Math.round(Number(reading.text) * times);
    if (value >= 0 && value <= most) return value;
    fault(column, bad);
    return undefined;
  };
  const fields = {
    weightGrams: read("weightG") ?? read("weightKg"),
    lengthMm: read("length"),
    widthMm: read("width"),
    heightMm: read("height"),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Reads the barcodes of a cell, which separates them by white space, comma, semicolon or bar. */
function barcodesOf(row: Row, fault: Fault): string[] {
  const text = cell(row, "barcodes");
  if (/\d[.,]\d+E\+?\d+/i.test(text) || /^\d+E\+\d+$/i.test(text)) {
    fault("barcodes", "SHORTENED_BARCODE");
    return [];
  }
  const all = new Map(
    text
      .split(/[\s,;|]+/)
      .filter((one) => one !== "")
      .map((one) => [scanKey(one), one]),
  );
  const barcodes = [...all.values()];
  if (barcodes.length > MOST_BARCODES) fault("barcodes", "MANY_BARCODES", String(MOST_BARCODES));
  else if (!barcodes.every(isBarcode)) fault("barcodes", "BAD_BARCODE");
  return barcodes;
}

function checkTwice(
  row: Row,
  barcodes: readonly string[],
  seen: {
    readonly codes: ReadonlyMap<string, number>;
    readonly barcodes: ReadonlyMap<string, number>;
    readonly fault: Fault;
  },
): void {
  const line = seen.codes.get(fold(cell(row, "stockCode")));
  if (line !== undefined) seen.fault("stockCode", "STOCK_CODE_TWICE", String(line));
  for (const barcode of barcodes) {
    const other = seen.barcodes.get(scanKey(barcode));
    if (other !== undefined) seen.fault("barcodes", "BARCODE_TWICE", String(other), barcode);
  }
}
