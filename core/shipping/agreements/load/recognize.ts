/**
 * Recognizes the shape of a price list by its headings, or proposes a mapping of its columns for a
 * person to confirm.
 */
import { isHeadRow } from "../file/head-lines.ts";
import { columnIndex, columnName } from "./columns.ts";
import { guessMeaning, headingsKey, meaningOf, type ColumnMeaning } from "./headings.ts";
import type { Mapping, PricesMapping } from "./mapping.schema.ts";
import type { Sheet, SheetRow } from "./sheet.ts";

type Heading = { readonly column: string; readonly text: string };

export type Headings = {
  /** Row in the file, from 1. */
  readonly row: number;
  /** Headings that are not empty. */
  readonly list: readonly Heading[];
  /** Key of `headingsKey`. */
  readonly key: string;
};

export type Recognized =
  | { readonly step: "known"; readonly headings: Headings; readonly mapping: Mapping }
  | {
      readonly step: "unknown";
      readonly headings: Headings;
      /** Undefined when no columns look like desi and prices. */
      readonly proposed: Mapping | undefined;
    };

/** Rows of the file in which headings are searched for; an agreement may be above them. */
const SEARCHED_ROWS = 100;

/** Recognizes the headings of a sheet that has a row. */
export function recognize(sheet: Sheet): Recognized {
  const searched = sheet.rows.filter(({ row }) => row <= SEARCHED_ROWS);
  for (const row of searched) {
    const mapping = knownMapping(sheet, row);
    if (mapping !== undefined) return { step: "known", headings: headingsOf(row), mapping };
  }
  const likely = searched.filter((row) => !isHeadRow(row));
  const row = likelyHeadings(likely.length > 0 ? likely : sheet.rows);
  return { step: "unknown", headings: headingsOf(row), proposed: proposedMapping(sheet, row) };
}

/** Lists the headings in a row. */
export function headingsOf({ row, cells }: SheetRow): Headings {
  return {
    row,
    list: cells.flatMap(({ text }, i) => (text === "" ? [] : [{ column: columnName(i), text }])),
    key: headingsKey(cells.map(({ text }) => text)),
  };
}

function knownMapping(sheet: Sheet, row: SheetRow): Mapping | undefined {
  const { list } = headingsOf(row);
  const [first, ...others] = list.map(({ column, text }) => ({
    column,
    meaning: meaningOf(text),
  }));
  if (first === undefined || others.length === 0) return undefined;
  const all = [first, ...others];
  if (all.every(({ meaning }) => meaning !== undefined)) return pricesMapping(row.row, all);
  if (first.meaning !== "desi" || others.some(({ meaning }) => meaning !== undefined))
    return undefined;
  return zonesMapping(sheet, row, first.column);
}

/** Takes every other column that has a heading or a value below it as a zone. */
function zonesMapping(sheet: Sheet, row: SheetRow, desi: string): Mapping {
  const used = new Set<number>();
  for (const { row: at, cells } of sheet.rows)
    if (at >= row.row)
      cells.forEach(({ text }, i) => {
        if (text !== "") used.add(i);
      });
  const zones = [...used]
    .sort((a, b) => a - b)
    .map(columnName)
    .filter((column) => column !== desi);
  return { shape: "zones", headingsRow: row.row, desi, zones };
}

type Meant = { readonly column: string; readonly meaning: ColumnMeaning | undefined };

/** @returns Undefined when desi or price is missing, or two columns have the same meaning. */
function pricesMapping(headingsRow: number, columns: readonly Meant[]): PricesMapping | undefined {
  const at = new Map<ColumnMeaning, string>();
  for (const { column, meaning } of columns) {
    if (meaning === undefined) continue;
    if (at.has(meaning)) return undefined;
    at.set(meaning, column);
  }
  const isPair = at.has("from") && at.has("upTo");
  if (at.has("desi") === (at.has("from") || at.has("upTo"))) return undefined;
  const desi = at.get("desi") ?? at.get("from") ?? at.get("upTo");
  const price = at.get("price");
  if (desi === undefined || price === undefined) return undefined;
  return {
    shape: "prices",
    headingsRow,
    service: at.get("service") ?? null,
    zone: at.get("zone") ?? null,
    desi,
    upTo: isPair ? (at.get("upTo") ?? null) : null,
    price,
    currency: at.get("currency") ?? null,
  };
}

/**
 * Finds the row that is most likely the headings: the first with a known heading, otherwise the
 * first with two texts that are not numbers, otherwise the first.
 */
function likelyHeadings(rows: readonly SheetRow[]): SheetRow {
  const words = ({ cells }: SheetRow): number =>
    cells.filter(({ text, kind }) => kind === "text" && /\p{L}/u.test(text)).length;
  const found =
    rows.find(
      (row) => words(row) > 1 && row.cells.some(({ text }) => meaningOf(text) !== undefined),
    ) ??
    rows.find((row) => words(row) > 1) ??
    rows[0];
  if (found === undefined) throw new Error("a sheet without rows");
  return found;
}

function proposedMapping(sheet: Sheet, row: SheetRow): Mapping | undefined {
  const guessed = headingsOf(row).list.map(({ column, text }) => ({
    column,
    meaning: guessMeaning(text),
  }));
  const firsts = guessed.filter(
    ({ meaning }, i) => guessed.findIndex((other) => other.meaning === meaning) === i,
  );
  const hasDesi = firsts.some(({ meaning }) => meaning === "desi");
  const parts = firsts.filter(
    ({ meaning }) => !hasDesi || (meaning !== "from" && meaning !== "upTo"),
  );
  const numbers = numberColumns(sheet, row);
  const prices = pricesMapping(row.row, parts);
  const isSure = prices !== undefined && (prices.zone ?? prices.upTo) !== null;
  if (isSure || (prices !== undefined && numbers.length < 3)) return prices;
  const desi =
    guessed.find(({ meaning }) => meaning === "desi")?.column ?? headingsOf(row).list[0]?.column;
  const zones = numbers.filter((column) => columnIndex(column) > columnIndex(desi ?? "A"));
  return desi === undefined || zones.length === 0
    ? prices
    : { shape: "zones", headingsRow: row.row, desi, zones };
}

/** Lists the columns of which at least half of the cells below the headings begin like numbers. */
function numberColumns({ rows }: Sheet, headings: SheetRow): string[] {
  const below = rows.filter(({ row }) => row > headings.row);
  return Array.from({ length: headings.cells.length }, (_, i) => i)
    .filter((i) => {
      const filled = below.flatMap(({ cells }) => cells[i] ?? []).filter(({ text }) => text !== "");
      const numbers = filled.filter(({ text }) =>
        /^[₺€$£]?\s?\d[\d.,]*(?:\s?\p{L}{2,3})?$/u.test(text),
      );
      return filled.length > 0 && numbers.length * 2 >= filled.length;
    })
    .map(columnName);
}
