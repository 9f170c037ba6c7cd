/** Reads the invoices of a month, and the charge for each of their parcels. */
import { minor } from "../../../base/money.ts";
import { done, type InvoiceLine, type InvoiceLines, unknown, type Outcome } from "../carrier.ts";
import { minorIn, numberIn, turkishInstant } from "../carrier-answers.ts";
import { turkishDay } from "../../../base/turkish-day.ts";
import type { ArasClient } from "./client.ts";
import type { Row } from "./read-rows.ts";

/** Failed calls in a row after which no further invoice is asked for. */
const MOST_FAILURES = 3;
const NOT_ASKED = unknown("The service failed several times in a row.");

type Invoice = Pick<InvoiceLine, "invoice" | "invoicedOn">;

/**
 * Lists the parcels of a month's invoices, with a call for each invoice.
 *
 * @param month Turkish month, such as "2026-11".
 */
export async function listInvoiceLines(
  client: ArasClient,
  month: string,
  signal: AbortSignal,
): Promise<Outcome<InvoiceLines>> {
  const listed = await client.listInvoices(daysOf(month), signal);
  if (listed.outcome !== "done") return listed;
  const lines: InvoiceLine[] = [];
  const unread: string[] = [];
  let failures = 0;
  for (const invoice of listed.value.flatMap(invoiceOf)) {
    const answer =
      failures < MOST_FAILURES ? await client.listInvoiced(invoice.invoice, signal) : NOT_ASKED;
    if (signal.aborted) return unknown("The call was stopped.");
    failures = answer.outcome === "done" ? 0 : failures + 1;
    if (answer.outcome !== "done") unread.push(invoice.invoice);
    else for (const row of answer.value) lines.push(...lineOf(invoice, row));
  }
  return done({ lines, unread });
}

/** Returns the first and the last day of a month, as the service wants them: "30.11.2026". */
function daysOf(month: string): { readonly from: string; readonly to: string } {
  const [year = "", number = ""] = month.split("-");
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  return { from: `01.${number}.${year}`, to: `${last}.${number}.${year}` };
}

function invoiceOf(row: Row): readonly Invoice[] {
  const invoice = row["FATURA_SERINO"] ?? "";
  const at = turkishInstant((row["FATURA_TARIHI"] ?? "").slice(0, 10).replaceAll("-", ""), "");
  return invoice === "" || at === undefined ? [] : [{ invoice, invoicedOn: turkishDay(at) }];
}

/** A line without a readable amount or without a number of its parcel is left out. */
function lineOf(invoice: Invoice, row: Row): readonly InvoiceLine[] {
  const amount = minorIn(row["TUTAR"] ?? "");
  const barcode = row["MOK"] ?? "";
  const trackingNumber = row["TRACKINGNUMBER"] ?? "";
  if (amount === undefined || (barcode === "" && trackingNumber === "")) return [];
  const desi = numberIn(row["DESI"] ?? "") ?? 0;
  return [{ ...invoice, barcode, trackingNumber, desi, amount: minor(amount) }];
}
