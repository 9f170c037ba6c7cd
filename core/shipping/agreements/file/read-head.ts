/** Reads the lines above a price list to the values of an agreement and its version. */
import type { Place } from "./place.ts";
import type { FileProblem } from "./file-problems.schema.ts";
import type { HeadLine } from "./head-lines.ts";
import { HEAD_NAMES, type HeadField } from "./head-names.ts";
import * as read from "./head-values.ts";
import type { Reading } from "./head-values.ts";

const READERS = {
  carrier: read.readText(80),
  contract: read.readText(60),
  trackingLink: read.readLink,
  service: read.readText(80),
  serviceCode: read.readServiceCode,
  firstDay: read.readDay,
  lastDay: read.readDay,
  include: read.readChoice({
    nothing: ["nothing", "KDV hariç", "hiçbiri", "hariç", "net"],
    vat: ["VAT", "KDV dahil", "KDV"],
    fee: ["fee", "hizmet bedeli dahil", "hizmet bedeli"],
    feeAndVat: [
      "fee and VAT",
      "hizmet bedeli ve KDV",
      "hepsi",
      "all",
      "hizmet bedeli ve KDV dahil",
    ],
  }),
  fee: read.readChoice({
    all: ["everything", "hepsi", "all", "tümü"],
    freight: ["freight", "taşıma ücreti", "taşıma"],
    none: ["none", "yok", "no", "hayır"],
  }),
  divisor: read.readWhole,
  rounding: read.readChoice({
    up: ["up", "yukarı"],
    down: ["down", "aşağı"],
    nearest: ["nearest", "en yakın"],
    none: ["none", "yok"],
  }),
  firstBarcode: read.readBarcode,
  lastBarcode: read.readBarcode,
  checkDigit: read.readChoice({
    none: ["none", "yok"],
    mod10: ["mod10", "mod 10"],
    mod11: ["mod11", "mod 11"],
    ptt: ["PTT"],
  }),
  payment: read.readChoice({
    balance: ["balance", "bakiye"],
    onAccount: ["on account", "cari", "cari hesap"],
  }),
  creditLimit: read.readLimit,
  fuel: read.readPercent(1_000),
  discount: read.readPercent(100),
  minimum: read.readAmount,
  returns: read.readPercent(1_000),
  cashLeast: read.readAmount,
  cashPercent: read.readPercent(100),
  sms: read.readAmount,
  phone: read.readAmount,
  collection: read.readAmount,
  maxKg: read.readMeasure,
  maxDesi: read.readMeasure,
  maxSide: read.readMeasure,
  days: read.readDays,
  cutOff: read.readTime,
  saturdays: read.readChoice({
    yes: ["yes", "evet", "var"],
    no: ["no", "hayır", "yok"],
  }),
} as const satisfies Readonly<Record<HeadField, (cell: HeadLine["cell"]) => Reading<unknown>>>;

type ValueOf<F extends HeadField> = Extract<
  ReturnType<(typeof READERS)[F]>,
  { readonly value: unknown }
>["value"];

type Values = { -readonly [F in HeadField]?: ValueOf<F> };

type Barcode = ValueOf<"firstBarcode">;

/** Extra above a limit, in minor units. */
type Above = {
  readonly is: "heavy" | "oversize";
  readonly over: number;
  readonly amount: number;
};

/** Values by field; absent: the file does not name the field. */
export type Head = {
  readonly values: Readonly<Values>;
  /** Cells of the values, for problems. */
  readonly places: { readonly [F in HeadField]?: Place };
  readonly barcodes: readonly {
    readonly is: "first" | "last";
    readonly barcode: Barcode;
    readonly place: Place;
  }[];
  readonly zones: readonly {
    readonly name: string;
    readonly text: string;
    readonly place: Place;
  }[];
  readonly above: readonly Above[];
};

/** Fields without which a file is not an agreement. */
const NEEDED = ["carrier", "firstDay"] as const;

/**
 * Reads the lines.
 *
 * @param headingsRow Row that the problem of a missing line names.
 */
export function readHead(
  lines: readonly HeadLine[],
  headingsRow: number,
): { readonly head: Head; readonly problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const values: Values = {};
  const places: { [F in HeadField]?: Place } = {};
  const barcodes: Head["barcodes"][number][] = [];
  const zones: Head["zones"][number][] = [];
  const above: Above[] = [];
  const valueOf = <T>(line: HeadLine, reading: Reading<T>): T | undefined => {
    if ("value" in reading) return reading.value;
    problems.push({ row: line.row, column: line.column, ...reading });
    return undefined;
  };
  for (const line of lines) {
    const { meaning, cell } = line;
    const place = { row: line.row, column: line.column };
    if (meaning.is === "zone") zones.push({ name: meaning.zone, text: cell.text, place });
    else if (meaning.is !== "field") {
      const amount = valueOf(line, read.readAmount(cell));
      if (amount !== undefined) above.push({ is: meaning.is, over: meaning.over, amount });
    } else if (meaning.field === "firstBarcode" || meaning.field === "lastBarcode") {
      const barcode = valueOf(line, read.readBarcode(cell));
      const is = meaning.field === "firstBarcode" ? ("first" as const) : ("last" as const);
      if (barcode !== undefined) barcodes.push({ is, barcode, place });
    } else {
      places[meaning.field] = place;
      const reading: Reading<unknown> = READERS[meaning.field](cell);
      const value = valueOf(line, reading);
      if (value !== undefined) Object.assign(values, { [meaning.field]: value });
    }
  }
  for (const field of NEEDED)
    if (places[field] === undefined)
      problems.push({
        code: "headMissing",
        row: headingsRow,
        column: null,
        values: { name: HEAD_NAMES[field].slice(0, 2).join(" / ") },
      });
  return { head: { values, places, barcodes, zones, above }, problems };
}
