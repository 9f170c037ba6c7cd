/** Exports the address book as a file, read on the reader's connection, a page at a time. */
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { readSortedPages } from "../addresses/sort-addresses.ts";
import type { BookAddress, BookOrder } from "../addresses/address-book.schema.ts";
import { csvStream } from "../../base/csv.ts";
import { xlsxStream, type SheetCell } from "../../base/xlsx.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { EXPORT_HEADINGS } from "./address-columns.ts";

const AT_ONCE = 50;

type Of = BookOrder & { readonly language: "tr" | "en" };

/**
 * Exports CSV as a stream of lines, starting with the byte order mark by which spreadsheet programs
 * recognize UTF-8.
 */
export function exportAsCsv(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  of: Of,
): Readable {
  return csvStream(rowsInTurns(deps, actor, of), of.language);
}

/** Exports an XLSX workbook as a stream. */
export function exportAsWorkbook(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  of: Of,
): Readable {
  return xlsxStream("Packbench", rowsInTurns(deps, actor, of));
}

/** Yields the heading, then all addresses, some at a time. */
async function* rowsInTurns(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  { language, ...of }: Of,
): AsyncGenerator<SheetCell[][]> {
  yield [[...EXPORT_HEADINGS[language]]];
  for await (const page of readSortedPages(deps, actor, of)) {
    for (let i = 0; i < page.length; i += AT_ONCE) {
      yield page.slice(i, i + AT_ONCE).map(cellsOf);
      await setImmediate();
    }
  }
}

function cellsOf(address: BookAddress): SheetCell[] {
  const {
    name,
    phone,
    email,
    address1,
    address2,
    districtName,
    cityName,
    zip,
    countryCode,
    shortName,
    shipments,
  } = address;
  return [
    name,
    phone,
    email,
    address1,
    address2,
    districtName,
    cityName,
    zip,
    countryCode,
    shortName,
    { number: String(shipments) },
  ];
}
