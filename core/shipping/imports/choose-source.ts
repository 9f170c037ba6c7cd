/** Chooses the source of an order file by its headings, and reads the header by its columns. */
import { errors } from "../../base/errors.ts";
import { entriesOf } from "../../base/objects.ts";
import { fold } from "../../base/text.ts";
import { USUAL_SOURCE, type FileSource } from "../sources/file-source.ts";
import {
  COLUMNS,
  findHeadings,
  requireNeeded,
  shortUnread,
  type Column,
  type Header,
  type HeaderReader,
} from "./order-columns.ts";

/** `kept`: sources of which one may be found. `wanted`: the only source that may be used. */
export type FileSources = {
  readonly kept: readonly FileSource[];
  readonly wanted?: FileSource;
};

/** Reads a header by the columns of its source. @throws AppError E2096, E2291 */
export function orderHeader(sources: FileSources): HeaderReader<Column> {
  const all = sources.wanted === undefined ? [...sources.kept, USUAL_SOURCE] : [sources.wanted];
  return {
    count: (cells) =>
      Math.max(...all.map((source) => Object.keys(headerOf(source, cells).at).length)),
    read(cells) {
      const source = chooseSource(sources, cells);
      const header = headerOf(source, cells);
      requireNeeded(header, source.columns);
      return header;
    },
  };
}

/**
 * Chooses the source of a file: the wanted one; otherwise the kept source whose headings are all in
 * the file, the one with the most headings; otherwise the source with the usual headings.
 *
 * @throws AppError E2291 when two kept sources fit equally: their orders would be confused.
 */
export function chooseSource(sources: FileSources, headings: readonly string[]): FileSource {
  if (sources.wanted !== undefined) return sources.wanted;
  const [first = USUAL_SOURCE, ...others] = fittingSources(sources.kept, headings);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ name }) => name).join(", ");
  throw errors.severalOrderSources(
    `Several sources of orders have the headings of this file: ${names}. Name the source of the file. Nothing was imported.`,
    { reason: "several", names },
  );
}

/** Lists the sources that fit a file best, all with the same number of headings. */
export function fittingSources(
  kept: readonly FileSource[],
  headings: readonly string[],
): FileSource[] {
  const there = new Set(headings.map(fold));
  const fitting = kept.flatMap((source) => {
    const wanted = Object.values(source.columns).map(fold).filter(Boolean);
    const fits = wanted.length > 0 && wanted.every((heading) => there.has(heading));
    return fits ? [{ source, size: wanted.length }] : [];
  });
  const most = Math.max(0, ...fitting.map(({ size }) => size));
  return fitting.filter(({ size }) => size === most).map(({ source }) => source);
}

/**
 * Finds the columns of a header line: first those of the source, then, from the other cells, those
 * with usual headings. A column that the source does not read stays unread.
 */
export function headerOf(source: FileSource, cells: readonly string[]): Header {
  const own = new Map(entriesOf(source.columns));
  const folded = cells.map(fold);
  const at: Partial<Record<Column, number>> = {};
  const headings: Partial<Record<Column, string>> = {};
  const taken = new Set<number>();
  for (const [column, heading] of own) {
    const place = heading === "" ? -1 : folded.indexOf(fold(heading));
    if (place === -1) continue;
    taken.add(place);
    at[column] = place;
    headings[column] = cells[place] ?? "";
  }
  const usual = findHeadings(
    COLUMNS,
    cells.map((cell, place) => (taken.has(place) ? "" : cell)),
  );
  for (const [column, place] of entriesOf(usual.at)) {
    if (at[column] !== undefined || own.get(column) === "") continue;
    taken.add(place);
    at[column] = place;
    headings[column] = cells[place] ?? "";
  }
  return { at, headings, unread: shortUnread(cells, taken) };
}
