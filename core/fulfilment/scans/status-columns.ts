/** Maps the Turkish and English headings of carriers' status files to columns. */
import {
  findHeadings,
  type Header,
  type HeaderReader,
} from "../../shipping/imports/order-columns.ts";
import type { NEEDED_COLUMNS, StatusColumn } from "./status-files.schema.ts";

const COLUMNS = {
  barcode: [
    "barkod",
    "barkod no",
    "barkod numarasi",
    "kargo barkodu",
    "gonderi barkodu",
    "barcode",
    "parcel barcode",
  ],
  trackingNumber: [
    "takip no",
    "takip numarasi",
    "takip kodu",
    "kargo takip no",
    "kargo takip numarasi",
    "gonderi no",
    "gonderi numarasi",
    "gonderi kodu",
    "tracking number",
    "tracking no",
    "tracking code",
    "consignment number",
    "shipment number",
  ],
  code: [
    "durum kodu",
    "hareket kodu",
    "islem kodu",
    "statu kodu",
    "olay kodu",
    "kod",
    "durum",
    "son durum",
    "kargo durumu",
    "hareket",
    "islem",
    "statu",
    "status code",
    "event code",
    "code",
    "status",
    "event",
  ],
  time: [
    "tarih saat",
    "tarih ve saat",
    "tarih/saat",
    "tarih",
    "islem tarihi",
    "hareket tarihi",
    "durum tarihi",
    "islem zamani",
    "zaman",
    "date and time",
    "date time",
    "datetime",
    "date",
    "event date",
    "event time",
    "status date",
    "timestamp",
  ],
  clock: ["saat", "islem saati", "hareket saati", "time"],
  place: [
    "yer",
    "birim",
    "sube",
    "sube adi",
    "islem yeri",
    "hareket yeri",
    "islem birimi",
    "lokasyon",
    "konum",
    "location",
    "place",
    "branch",
  ],
  details: [
    "aciklama",
    "durum aciklamasi",
    "hareket aciklamasi",
    "islem aciklamasi",
    "detay",
    "description",
    "details",
    "detail",
  ],
  newNumber: [
    "yeni takip no",
    "yeni takip numarasi",
    "new tracking number",
    "carrier tracking number",
  ],
} as const satisfies Record<StatusColumn, readonly string[]>;

export type ColumnPlaces = Readonly<Partial<Record<StatusColumn, number>>>;

/**
 * Makes a reader of the heading.
 *
 * @param places Columns whose places a person has chosen.
 */
export function statusHeader(places: ColumnPlaces): HeaderReader<StatusColumn> {
  const find = (cells: readonly string[]): Header<StatusColumn> => {
    const found = findHeadings<StatusColumn>(COLUMNS, cells);
    const { clock, ...named } = found.at;
    // A lone column "Time" has the whole time.
    const isWhole = named.time === undefined && places.time === undefined && clock !== undefined;
    const at = {
      ...named,
      ...(isWhole ? { time: clock } : clock === undefined ? {} : { clock }),
      ...places,
    };
    return { ...found, at };
  };
  return { count: (cells) => Object.keys(find(cells).at).length, read: find };
}

/** Lists the needed columns that a header lacks. */
export function missingColumns(at: ColumnPlaces): (typeof NEEDED_COLUMNS)[number][] {
  return [
    ...(at.barcode === undefined && at.trackingNumber === undefined ? (["number"] as const) : []),
    ...(at.code === undefined ? (["code"] as const) : []),
    ...(at.time === undefined ? (["time"] as const) : []),
  ];
}
