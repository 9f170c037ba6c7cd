/** A report as a file for a spreadsheet program: the lines of the screen, headings in the screen's language, amounts as numbers. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import writeExcelFile, { type Cell } from "write-excel-file/node";
import { csvLine, type CsvNumber } from "../base/csv.ts";
import { AppError } from "../base/errors.ts";
import type { Actor, Deps } from "../deps.ts";
import type { Bytes } from "../http/route.ts";
import { HEADINGS, KINDS } from "./report-words.ts";
import { periodOf, readCash, readLedger, readPackerDay, readSpending } from "./reports.service.ts";
import type { LedgerLine, ReportFileQuery } from "./reports.schema.ts";

type FileCell = string | CsvNumber;

/** Of the ledger, as a workbook: larger ones hold the core up while they are written, and no program opens them with pleasure. */
const MOST_IN_SHEET = 20_000;
const CHUNK = 200;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Characters that XML has no place for. */
const UNWRITABLE = /[\p{Cc}\ufffe\uffff]/gu;

/**
 * @returns CSV as it is read, or a whole XLSX.
 * @throws AppError E1085 for days that are no period, or an XLSX of more lines than it may have; E1055 for another's ledger; E2052
 */
export async function makeReportFile(deps: Pick<Deps, "reader" | "now">, actor: Actor, query: ReportFileQuery): Promise<Bytes> {
  const { from, to } = periodOf(deps, query);
  const fileName = `${query.report}-${from === to ? to : `${from}-${to}`}.${query.format}`;
  const lines = linesOf(deps, actor, query);
  const headings = HEADINGS[query.language][query.report];
  // Before the first byte: a refusal is an answer with a code, not half a file.
  const first = await lines.next();
  const all = async function* (): AsyncGenerator<readonly FileCell[][]> {
    if (first.done !== true) yield first.value;
    yield* lines;
  };
  if (query.format === "xlsx") return { bytes: await sheetOf(headings, all()), type: XLSX, fileName };
  return { bytes: Readable.from(csvOf(headings, all())), type: "text/csv; charset=utf-8", fileName };
}

async function* csvOf(headings: readonly string[], lines: AsyncGenerator<readonly FileCell[][]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(headings)}`; // the byte order mark: spreadsheet programs then read UTF-8
  for await (const chunk of lines) {
    yield chunk.map((cells) => csvLine(cells)).join("");
    await setImmediate();
  }
}

async function sheetOf(headings: readonly string[], lines: AsyncGenerator<readonly FileCell[][]>): Promise<Uint8Array> {
  const rows: Cell[][] = [headings.map((value) => ({ value, type: String, fontWeight: "bold" }))];
  for await (const chunk of lines) {
    for (const cells of chunk) rows.push(cells.map(cellOf));
    if (rows.length > MOST_IN_SHEET) throw new AppError("E1085", `format: an XLSX has at most ${MOST_IN_SHEET} lines. Choose fewer days, or CSV.`);
  }
  return writeExcelFile(rows, { columns: headings.map(() => ({ width: 18 })), stickyRowsCount: 1 }).toBuffer();
}

/** Never a formula: the type is stated. */
function cellOf(cell: FileCell): Cell {
  if (typeof cell !== "string") return { value: Number(cell.number), type: Number, format: "#,##0.00" };
  return cell === "" ? null : { value: cell.toWellFormed().replace(UNWRITABLE, " "), type: String };
}

async function* linesOf(deps: Pick<Deps, "reader" | "now">, actor: Actor, query: ReportFileQuery): AsyncGenerator<FileCell[][]> {
  const number = (value: string | number): CsvNumber => ({ number: String(value) });
  switch (query.report) {
    case "spending":
      return yield (await readSpending(deps, actor, query)).lines.map((line) => [line.day, line.carrierName, number(line.labels), number(line.total), number(line.onAccount)]);
    case "packers":
      return yield (await readPackerDay(deps, actor, query.to)).packers.map((packer) => [packer.name, number(packer.labels), number(packer.cancelled), number(packer.total), packer.firstAt ?? "", packer.lastAt ?? ""]);
    case "cash":
      return yield (await readCash(deps, actor)).lines.map((line) => [line.carrierName, number(line.expectedParcels), number(line.expected), number(line.deliveredParcels), number(line.delivered), number(line.received), number(line.owed)]);
    case "ledger":
      for (let before: string | undefined; ; ) {
        const { list, next } = await readLedger(deps, actor, { from: query.from, to: query.to, before, limit: CHUNK });
        yield list.map((line) => ledgerCells(line, KINDS[query.language]));
        if (next === null) return;
        before = next;
      }
  }
}

function ledgerCells(line: LedgerLine, kinds: (typeof KINDS)["en"]): FileCell[] {
  return [line.createdAt, kinds[line.kind], line.orderNumber, line.carrierName, { number: line.amount }, { number: line.balance }, line.reference, line.note];
}
