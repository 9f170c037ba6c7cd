/** A manifest as a workbook: numbers as numbers, times as times, with a frozen header row. */
import { buffer } from "node:stream/consumers";
import type { SheetStyle } from "../../base/xlsx-styles.ts";
import { xlsxStream, type StyledCell } from "../../base/xlsx.ts";
import { sumParcels } from "./manifest-totals.ts";
import type { ManifestHead, ManifestParcel } from "./paper-orders.ts";
import { WORDS } from "./paper-words.ts";

/**
 * Workbooks have no time zones, so times are written as Turkish local time, which is three hours
 * ahead of UTC all year.
 */
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;

const WIDTHS = [8, 12, 24, 34, 20, 18, 8, 9, 8, 15, 10, 18, 22];
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days from 1899-12-30, the start of workbook dates, to 1970-01-01. */
const EPOCH_DAYS = 25_569;

/** Returns the bytes of an XLSX file with one sheet: header, one row per parcel, and sums. */
export async function manifestSheet(
  head: ManifestHead,
  parcels: readonly ManifestParcel[],
): Promise<Uint8Array> {
  const words = WORDS[head.language];
  const totals = sumParcels(parcels);
  const titles = [
    "#",
    words.number,
    words.barcode,
    words.to,
    words.district,
    words.city,
    words.desi,
    words.weight,
    words.pieces,
    words.cash,
    words.currency,
    words.boughtAt,
    ...(totals.unannounced === 0 ? [] : [words.announced]),
  ];
  const sums: StyledCell[][] = totals.cash.map(({ minor, currency }) => [
    amount(minor, "boldMoney"),
    bold(currency),
  ]);
  const rows: StyledCell[][] = [
    titles.map((title, i) => ({ text: title, style: isRight(i) ? "headRight" : "headLeft" })),
    ...parcels.map((parcel, i) => parcelRow(parcel, i + 1, words.unannounced)),
    [
      bold(words.total),
      number(totals.parcels, "bold"),
      "",
      "",
      "",
      "",
      measure(totals.desi, "boldMeasure"),
      measure(totals.weightKg, "boldMeasure"),
      number(totals.pieces, "bold"),
      ...(sums[0] ?? []),
    ],
    // Sums of further currencies go below the first.
    ...sums.slice(1).map((sum) => [...Array.from({ length: 9 }, () => ""), ...sum]),
    ...(totals.unannounced === 0 ? [] : [[bold(words.unannouncedParcels(totals.unannounced))]]),
  ];
  return buffer(xlsxStream(head.day, inOneTurn(rows), { widths: WIDTHS, isLandscape: true }));
}

async function* inOneTurn(rows: StyledCell[][]): AsyncGenerator<StyledCell[][]> {
  yield rows;
}

function isRight(column: number): boolean {
  return column === 0 || column === 1 || (column >= 6 && column <= 9);
}

function parcelRow(parcel: ManifestParcel, no: number, unannounced: string): StyledCell[] {
  const hasCash = parcel.cashMinor !== 0;
  return [
    number(no),
    number(parcel.number),
    text(parcel.barcode),
    text(parcel.recipient),
    text(parcel.district),
    text(parcel.city),
    measure(parcel.desi, "measure"),
    measure(parcel.weightKg, "measure"),
    number(parcel.pieces),
    hasCash ? amount(parcel.cashMinor, "money") : "",
    hasCash ? text(parcel.currency) : "",
    time(parcel.boughtAt),
    ...(parcel.isUnannounced ? [unannounced] : []),
  ];
}

/** Returns the text on one line: control characters are replaced by spaces. */
function text(value: string): string {
  return value.replace(/\p{Cc}/gu, " ");
}

function bold(value: string): StyledCell {
  return { text: value, style: "bold" };
}

function number(value: number, style: SheetStyle = "plain"): StyledCell {
  return { number: String(value), style };
}

function amount(minor: number, style: SheetStyle): StyledCell {
  return number(minor / 100, style);
}

function measure(value: string, style: SheetStyle): StyledCell {
  return value === "" || !Number.isFinite(Number(value)) ? "" : number(Number(value), style);
}

function time(value: string): StyledCell {
  const at = Date.parse(value);
  return Number.isNaN(at) ? "" : number((at + TURKISH_OFFSET_MS) / DAY_MS + EPOCH_DAYS, "time");
}
