/** Thread for status files: reads CSV and XLSX, and the texts of their rows. */
import { z } from "zod";
import { fold } from "../../base/text.ts";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { packRows } from "../../shipping/imports/pack-rows.ts";
import { parseFileBody } from "../../shipping/imports/parse-file-body.ts";
import type { TableRow } from "../../shipping/imports/read-csv.ts";
import { readTable } from "../../shipping/imports/read-table.ts";
import { readScanTime } from "./read-time.ts";
import { LONGEST_DETAILS, LONGEST_NUMBER, LONGEST_PLACE } from "./scans.schema.ts";
import { missingColumns, statusHeader } from "./status-columns.ts";
import type { StatusFileOperations, StatusRow } from "./status-file-protocol.ts";
import {
  LONGEST_CODE,
  MOST_REFUSED,
  MOST_STATUS_ROWS,
  type RefusedStatus,
  type StatusColumn,
} from "./status-files.schema.ts";

/** Codes that are listed; a file with more has other texts in the column. */
const MOST_LISTED_CODES = 2_000;

const thread = openThread<StatusFileOperations, undefined>(z.undefined());

thread.serve({
  async check({ body, places }) {
    const { fileName, content } = parseFileBody(body);
    const table = await readTable(Buffer.from(content, "base64"), statusHeader(places), {
      mostRows: MOST_STATUS_ROWS,
      dateText,
    });
    const isWhole = missingColumns(table.header.at).length === 0;
    const good: StatusRow[] = [];
    const refused: RefusedStatus[] = [];
    const codes = new Map<string, { code: string; words: string; rows: number }>();
    for (const row of isWhole ? table.rows : []) {
      const read = readRow(row);
      if ("reason" in read) {
        refused.push(read);
        continue;
      }
      good.push(read);
      const { code } = read;
      const known = codes.get(code) ?? { code, words: row.cells.code ?? code, rows: 0 };
      codes.set(code, { ...known, rows: known.rows + 1 });
    }
    const packed = packRows(good);
    return moving(
      {
        fileName,
        headings: table.headings,
        columns: table.header.at,
        rows: table.rows.length,
        good: good.length,
        packed,
        codes: [...codes.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MOST_LISTED_CODES),
        refusedCount: refused.length,
        refused: refused.slice(0, MOST_REFUSED),
      },
      [packed.bytes.buffer],
    );
  },
});

/** Writes a date of a workbook as local time; spreadsheets keep times as fractions of a day. */
function dateText(date: Date): string {
  const text = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}

function readRow({ line, cells }: TableRow<StatusColumn>): StatusRow | RefusedStatus {
  const refuse = (reason: RefusedStatus["reason"], value = ""): RefusedStatus => ({
    line,
    value: value.slice(0, LONGEST_NUMBER),
    reason,
  });
  const { barcode = "", trackingNumber = "", newNumber = "", place = "" } = cells;
  const words = cells.code ?? "";
  const number = barcode === "" ? trackingNumber : barcode;
  const given = newNumber === "" && barcode !== "" ? trackingNumber : newNumber;
  const details = cells.details ?? words;
  if (number === "") return refuse("EMPTY_NUMBER");
  if (words === "") return refuse("EMPTY_CODE", number);
  const time = readScanTime(cells.time ?? "", cells.clock);
  if (time === undefined) return refuse("BAD_TIME", cells.time);
  const limits = [
    [number, LONGEST_NUMBER],
    [given, LONGEST_NUMBER],
    [words, LONGEST_CODE],
    [place, LONGEST_PLACE],
    [details, LONGEST_DETAILS],
  ] as const;
  const long = limits.find(([text, most]) => text.length > most);
  if (long !== undefined) return refuse("LONG_TEXT", long[0]);
  return { line, number, code: fold(words), ...time, place, details, newNumber: given };
}
