/** The address book as a file. Read beside the writer, a page at a time. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { readBookPages } from "../addresses/address-book.ts";
import type { BookAddress } from "../addresses/address-book.schema.ts";
import { csvLine } from "../base/csv.ts";
import type { Actor, Deps } from "../deps.ts";
import { EXPORT_HEADINGS } from "./address-columns.ts";
import type { AddressFiles } from "./import-addresses.ts";

/** A workbook is built in memory: more rows are for CSV. */
const MOST_IN_WORKBOOK = 100_000;
const AT_ONCE = 50;

/** @returns A stream of lines, with the byte order mark that spreadsheet programs know UTF-8 by. */
export function exportAsCsv(deps: Deps, actor: Actor, of: { isRecipient: boolean; language: "tr" | "en" }): Readable {
  return Readable.from(
    (async function* lines() {
      yield `\uFEFF${csvLine([...EXPORT_HEADINGS[of.language]])}`;
      for await (const page of readBookPages(deps, actor, of.isRecipient)) {
        for (let i = 0; i < page.length; i += AT_ONCE) {
          yield page.slice(i, i + AT_ONCE).map((address) => csvLine(cellsOf(address).map((cell) => (typeof cell === "number" ? { number: String(cell) } : cell)))).join("");
          await setImmediate();
        }
      }
    })(),
  );
}

/** @returns The bytes of an XLSX file with the first 100,000 addresses, written in a thread of its own. */
export async function exportAsWorkbook(deps: Deps, actor: Actor, files: AddressFiles, of: { isRecipient: boolean; language: "tr" | "en" }): Promise<Uint8Array> {
  const rows: (readonly (string | number)[])[] = [EXPORT_HEADINGS[of.language]];
  for await (const page of readBookPages(deps, actor, of.isRecipient)) {
    rows.push(...page.map(cellsOf));
    if (rows.length > MOST_IN_WORKBOOK) break;
  }
  return files.workbook(rows.slice(0, MOST_IN_WORKBOOK + 1));
}

function cellsOf(address: BookAddress): (string | number)[] {
  const { name, phone, email, address1, address2, districtName, cityName, zip, countryCode, shortName, shipments } = address;
  return [name, phone, email, address1, address2, districtName, cityName, zip, countryCode, shortName, shipments];
}
