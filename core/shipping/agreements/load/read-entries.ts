/** Reads the prices of a mapped sheet, each with its service, zone and desi; collects problems. */
import { fold } from "../../../base/text.ts";
import { isLira } from "../../files/lira.ts";
import type { NumberFormat } from "../../files/number-format.ts";
import { columnName } from "./columns.ts";
import { currencyIn, withoutLira } from "./currency.ts";
import { looksLikeDate, readDesi, readDesiPair, type Desi } from "./desi.ts";
import type { Notice, Problem } from "./findings.schema.ts";
import type { Mapping, PricesMapping, ZonesMapping } from "./mapping.schema.ts";
import { findPriceFormat, readPrice, shown, type ListTaxes } from "./prices.ts";
import { cellIn, type Cell, type Sheet, type SheetRow } from "./sheet.ts";

/** Price of one step in one zone. Names are "" when the list has none. */
export type Entry = {
  readonly row: number;
  /** Column of the price. */
  readonly column: string;
  readonly service: string;
  readonly zone: string;
  readonly desi: Desi;
  /** Column and text of the desi, for findings. */
  readonly desiColumn: string;
  readonly desiText: string;
  /** Net price; undefined when a problem names the cell. */
  readonly minor: number | undefined;
};

export type Entries = {
  readonly entries: Entry[];
  readonly problems: Problem[];
  readonly notices: Notice[];
};

export type EntryOptions = {
  readonly taxes: ListTaxes;
  /** Sign before the decimals, for numbers that have two readings. */
  readonly decimalSign?: NumberFormat;
  /** Zones of the agreement; undefined: any zone is accepted. */
  readonly zones?: readonly string[];
};

const LONGEST_ZONE = 60;
const LONGEST_SERVICE = 80;

/** Reads all prices below the headings. */
export function readEntries(sheet: Sheet, mapping: Mapping, options: EntryOptions): Entries {
  const found: Entries = { entries: [], problems: [], notices: [] };
  const below = sheet.rows.filter(({ row }) => row > mapping.headingsRow);
  for (const row of sheet.rows) if (row.row <= mapping.headingsRow) checkTitle(found, row);
  const columns = mapping.shape === "zones" ? mapping.zones : [mapping.price];
  const cells = below.flatMap((row) => columns.map((column) => cellIn(row, column)));
  const reader: Reader = {
    ...found,
    options: { ...options, decimalSign: options.decimalSign ?? findPriceFormat(cells) },
    rounded: [],
  };
  if (mapping.shape === "zones") readZones(reader, sheet, below, mapping);
  else for (const row of below) readPriceRow(reader, row, mapping);
  const [first] = reader.rounded;
  if (first !== undefined)
    found.notices.push({ ...first, code: "rounded", values: { count: reader.rounded.length } });
  return found;
}

type Place = { readonly row: number; readonly column: string };

type Reader = Entries & { readonly options: EntryOptions; readonly rounded: Place[] };

/** Looks for another currency in headings and in the lines around a list: "Prices in EUR". */
function checkTitle({ problems }: Entries, { row, cells }: SheetRow): void {
  cells.forEach(({ text }, i) => {
    const currency = currencyIn(text);
    if (currency !== undefined)
      problems.push({
        code: "otherCurrency",
        row,
        column: columnName(i),
        values: { currency: shown(currency) },
      });
  });
}

function readZones(reader: Reader, sheet: Sheet, below: SheetRow[], mapping: ZonesMapping): void {
  const headings = sheet.rows.find(({ row }) => row === mapping.headingsRow);
  const seen = new Map<string, string>();
  const zones = mapping.zones.map((column) => {
    const place = { row: mapping.headingsRow, column };
    const name = headings === undefined ? "" : withoutLira(cellIn(headings, column).text);
    const zone = checkZone(reader, place, name);
    const otherColumn = seen.get(fold(zone));
    if (zone !== "" && otherColumn !== undefined)
      reader.problems.push({
        ...place,
        code: "zoneTwice",
        values: { zone: shown(zone), otherColumn },
      });
    seen.set(fold(zone), column);
    return { zone, column };
  });
  for (const row of below) {
    const desiCell = cellIn(row, mapping.desi);
    const prices = zones.map((zone) => ({ ...zone, cell: cellIn(row, zone.column) }));
    const desi = readDesi(desiCell);
    if (desi === undefined && prices.every(({ cell }) => isNoPrice(cell))) {
      ignoreRow(reader, row);
      continue;
    }
    if (desi === undefined) reportDesi(reader, { row: row.row, column: mapping.desi }, desiCell);
    for (const { zone, column, cell } of prices) {
      const minor = priceIn(reader, { row: row.row, column }, cell);
      if (desi === undefined) continue;
      reader.entries.push({
        row: row.row,
        column,
        service: "",
        zone,
        desi,
        desiColumn: mapping.desi,
        desiText: shown(desiCell.text),
        minor,
      });
    }
  }
}

function readPriceRow(reader: Reader, row: SheetRow, mapping: PricesMapping): void {
  const [first, last] = [
    cellIn(row, mapping.desi),
    mapping.upTo === null ? undefined : cellIn(row, mapping.upTo),
  ];
  const cell = cellIn(row, mapping.price);
  const desi = last === undefined ? readDesi(first) : readDesiPair(first, last);
  if (desi === undefined && isNoPrice(cell)) {
    ignoreRow(reader, row);
    return;
  }
  const at = (column: string): Place => ({ row: row.row, column });
  if (desi === undefined) {
    const isLast = last !== undefined && readDesi(first) !== undefined;
    reportDesi(
      reader,
      at(isLast ? (mapping.upTo ?? mapping.desi) : mapping.desi),
      isLast ? last : first,
    );
  }
  checkCurrency(reader, row, mapping);
  const minor = priceIn(reader, at(mapping.price), cell);
  const zone =
    mapping.zone === null
      ? ""
      : checkZone(reader, at(mapping.zone), withoutLira(cellIn(row, mapping.zone).text));
  const service =
    mapping.service === null
      ? ""
      : serviceIn(reader, at(mapping.service), cellIn(row, mapping.service));
  if (desi === undefined) return;
  reader.entries.push({
    row: row.row,
    column: mapping.price,
    service,
    zone,
    desi,
    desiColumn: mapping.desi,
    desiText: shown([first.text, last?.text ?? ""].filter((text) => text !== "").join("-")),
    minor,
  });
}

function isNoPrice({ text }: Cell): boolean {
  return /^[-–—]*$/.test(text);
}

/** Reports a row without a desi and without prices, such as a remark below a list. */
function ignoreRow(reader: Reader, row: SheetRow): void {
  checkTitle(reader, row);
  const texts = row.cells.filter(({ text }) => text !== "").map(({ text }) => text);
  reader.notices.push({
    code: "rowIgnored",
    row: row.row,
    column: null,
    values: { text: shown(texts.join(" ")) },
  });
}

function reportDesi({ problems }: Entries, place: Place, cell: Cell): void {
  problems.push({
    ...place,
    code: looksLikeDate(cell) ? "dateCell" : "desiUnreadable",
    values: { text: shown(cell.text) },
  });
}

function priceIn(reader: Reader, place: Place, cell: Cell): number | undefined {
  if (isNoPrice(cell)) {
    reader.problems.push({ ...place, code: "priceMissing", values: {} });
    return undefined;
  }
  const reading = readPrice(cell, reader.options.decimalSign, reader.options.taxes);
  if ("code" in reading) {
    reader.problems.push({ ...place, ...reading });
    return undefined;
  }
  if (reading.isRounded) reader.rounded.push(place);
  return reading.minor;
}

/** @returns The zone as the agreement or the list spells it. */
function checkZone({ problems, options }: Reader, place: Place, name: string): string {
  if (name === "") problems.push({ ...place, code: "zoneEmpty", values: {} });
  else if (name.length > LONGEST_ZONE)
    problems.push({ ...place, code: "nameTooLong", values: { most: LONGEST_ZONE } });
  else if (options.zones !== undefined) {
    const known = options.zones.find((zone) => fold(zone) === fold(name));
    if (known !== undefined) return known;
    problems.push({ ...place, code: "unknownZone", values: { zone: shown(name) } });
  }
  return name;
}

function serviceIn({ problems }: Reader, place: Place, { text }: Cell): string {
  const name = text.replace(/\s+/g, " ");
  if (name === "") problems.push({ ...place, code: "serviceEmpty", values: {} });
  if (name.length > LONGEST_SERVICE)
    problems.push({ ...place, code: "nameTooLong", values: { most: LONGEST_SERVICE } });
  return name;
}

function checkCurrency({ problems }: Reader, row: SheetRow, { currency }: PricesMapping): void {
  if (currency === null) return;
  const { text } = cellIn(row, currency);
  if (text !== "" && !isLira(text))
    problems.push({
      code: "otherCurrency",
      row: row.row,
      column: currency,
      values: { currency: shown(text) },
    });
}
