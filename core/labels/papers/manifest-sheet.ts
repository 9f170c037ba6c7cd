/** A manifest as a workbook: numbers as numbers, times as times, the head of the columns kept in sight. */
import writeExcelFile, { type Cell, type Row } from "write-excel-file/node";
import { sumParcels } from "./manifest-totals.ts";
import type { ManifestHead, ManifestParcel } from "./paper-orders.ts";
import { WORDS } from "./paper-words.ts";

/** Workbooks know no time zones: a time is written as the clock on the wall shows it, which is three hours ahead all year. */
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;

const WIDTHS = [8, 12, 24, 34, 20, 18, 8, 9, 8, 15, 10, 18];
const MONEY = "#,##0.00";
const MEASURE = "#,##0.###";

/** @returns The bytes of an XLSX file with one sheet: its columns, a row for each parcel, and the sums. */
export async function manifestSheet(head: ManifestHead, parcels: readonly ManifestParcel[]): Promise<Uint8Array> {
  const words = WORDS[head.language];
  const titles = ["#", words.number, words.barcode, words.to, words.district, words.city, words.desi, words.weight, words.pieces, words.cash, words.currency, words.boughtAt];
  const totals = sumParcels(parcels);
  const first = totals.cash[0];
  const rows: Row[] = [
    titles.map((value, i) => ({ value, type: String, fontWeight: "bold", align: isRight(i) ? "right" : "left", bottomBorderStyle: "thin" })),
    ...parcels.map((parcel, i) => parcelRow(parcel, i + 1)),
    [bold(words.total), bold(totals.parcels), null, null, null, null, bold(Number(totals.desi), MEASURE), bold(Number(totals.weightKg), MEASURE), bold(totals.pieces), first === undefined ? null : bold(first.minor / 100, MONEY), first === undefined ? null : bold(first.currency), null],
    // Sums of another currency stand below the first.
    ...totals.cash.slice(1).map(({ minor, currency }): Row => [...Array.from({ length: 9 }, () => null), bold(minor / 100, MONEY), bold(currency)]),
  ];
  const columns = WIDTHS.map((width) => ({ width }));
  return writeExcelFile(rows, { sheet: head.day, columns, stickyRowsCount: 1, orientation: "landscape" }).toBuffer();
}

function isRight(column: number): boolean {
  return column === 0 || column === 1 || (column >= 6 && column <= 9);
}

function parcelRow(parcel: ManifestParcel, no: number): Row {
  const boughtAt = Date.parse(parcel.boughtAt);
  return [
    no, parcel.number, text(parcel.barcode), text(parcel.recipient), text(parcel.district), text(parcel.city),
    measure(parcel.desi), measure(parcel.weightKg), parcel.pieces,
    parcel.cashMinor === 0 ? null : { value: parcel.cashMinor / 100, type: Number, format: MONEY }, parcel.cashMinor === 0 ? null : text(parcel.currency),
    Number.isNaN(boughtAt) ? null : { value: new Date(boughtAt + TURKISH_OFFSET_MS), type: Date, format: "dd.mm.yyyy hh:mm" },
  ];
}

/** Characters that XML has no place for. */
const UNWRITABLE = /[\p{Cc}\ufffe\uffff]/gu;

/** Never a formula: the type is stated. */
function text(value: string): Cell {
  return value === "" ? null : { value: value.toWellFormed().replace(UNWRITABLE, " "), type: String };
}

function measure(value: string): Cell {
  const number = Number(value);
  return value === "" || !Number.isFinite(number) ? null : { value: number, type: Number, format: MEASURE };
}

function bold(value: string | number, format?: string): Cell {
  return typeof value === "number" ? { value, type: Number, fontWeight: "bold", ...(format === undefined ? {} : { format }) } : { value, type: String, fontWeight: "bold" };
}
