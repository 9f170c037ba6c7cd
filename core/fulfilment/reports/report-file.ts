/**
 * Writes a report as a file for a spreadsheet program: the rows of the screen, headings in the
 * screen's language, amounts as numbers.
 */
import { csvStream } from "../../base/csv.ts";
import { xlsxStream, type SheetCell } from "../../base/xlsx.ts";
import { turkishTime } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Bytes } from "../../http/route.ts";
import { readChargedParcels } from "../charges/charges.service.ts";
import { HEADINGS, KINDS } from "./report-words.ts";
import { readLedgerPages } from "./ledger-pages.ts";
import { periodOf, readCash, readPackerDay, readSpending } from "./reports.service.ts";
import type { LedgerLine, ReportFileQuery } from "./reports.schema.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Makes the file of a report.
 *
 * @returns The file, written while the report is read.
 * @throws AppError E1085 for an invalid period; E1055 when the actor may not read the ledger; E2052
 *   when reading takes too long. The first rows are read before the first byte is sent, so that
 *   such an error is answered with its code. An error while a later page of the ledger is read
 *   breaks the file off.
 */
export async function makeReportFile(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
  query: ReportFileQuery,
): Promise<Bytes> {
  const { from, to } = periodOf(deps, query);
  const fileName = `${query.report}-${from === to ? to : `${from}-${to}`}.${query.format}`;
  const lines = linesOf(deps, actor, query);
  const first = await lines.next();
  const all = async function* (): AsyncGenerator<SheetCell[][]> {
    yield [[...HEADINGS[query.language][query.report]]];
    if (first.done !== true) yield first.value;
    yield* lines;
  };
  if (query.format === "xlsx")
    return { bytes: xlsxStream("Packbench", all()), type: XLSX, fileName };
  return { bytes: csvStream(all(), query.language), type: "text/csv; charset=utf-8", fileName };
}

async function* linesOf(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
  query: ReportFileQuery,
): AsyncGenerator<SheetCell[][]> {
  const number = (value: string | number): SheetCell => ({ number: String(value) });
  switch (query.report) {
    case "spending":
      return yield (await readSpending(deps, actor, query)).lines.map((line) => [
        line.day,
        line.carrierName,
        number(line.labels),
        number(line.total),
        number(line.onAccount),
        number(line.paidThere),
        line.marketplace,
      ]);
    case "packers":
      return yield (await readPackerDay(deps, actor, query.to)).packers.map((packer) => [
        packer.name,
        number(packer.labels),
        number(packer.cancelled),
        number(packer.total),
        timeOf(packer.firstAt),
        timeOf(packer.lastAt),
      ]);
    case "cash":
      return yield (await readCash(deps, actor)).lines.map((line) => [
        line.carrierName,
        number(line.expectedParcels),
        number(line.expected),
        number(line.deliveredParcels),
        number(line.delivered),
        number(line.received),
        number(line.owed),
      ]);
    case "invoices":
      for await (const parcels of readChargedParcels(deps, actor, periodOf(deps, query)))
        yield parcels.map((parcel) => [
          parcel.invoicedOn,
          parcel.accountName,
          parcel.invoice,
          parcel.code,
          parcel.orderNumber,
          number(parcel.agreed),
          number(parcel.charged),
          number(parcel.difference),
          number(parcel.desi),
        ]);
      return;
    case "ledger":
      for await (const page of readLedgerPages(deps, actor, query))
        yield page.map((line) => ledgerCells(line, KINDS[query.language]));
  }
}

function timeOf(instant: string | null): string {
  return instant === null ? "" : turkishTime(instant);
}

function ledgerCells(line: LedgerLine, kinds: (typeof KINDS)["en"]): SheetCell[] {
  return [
    turkishTime(line.createdAt),
    kinds[line.kind],
    line.orderNumber,
    line.carrierName,
    { number: line.amount },
    { number: line.balance },
    line.reference,
    line.note,
  ];
}
