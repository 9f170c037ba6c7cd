/**
 * /station/reports: reports for shift leads and owners: ledger, spending, packers' days, cash on
 * delivery.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import { carrierInvoicesSchema } from "../charges/charges.schema.ts";
import * as schema from "./reports.schema.ts";

const tag = "Station";

export const readLedger = endpoint({
  id: "readLedger",
  method: "GET",
  path: "/station/reports/ledger",
  tag,
  summary:
    "A page of the ledger, newest first, with the order of each entry. To read the following page, give `next` as `before`. Or the entries with given ids, in their order.",
  access: "member",
  shape: "one",
  query: schema.ledgerQuerySchema,
  errors: ["E2052"],
  answer: schema.ledgerPageSchema,
});

export const sortLedger = endpoint({
  id: "sortLedger",
  method: "GET",
  path: "/station/reports/ledger/sorted",
  tag,
  summary: `Ids of the ledger's entries, sorted by a column; none when there are more than ${MOST_SORTED}.`,
  access: "member",
  shape: "one",
  query: schema.sortedLedgerQuerySchema,
  errors: ["E2052"],
  answer: schema.sortedLedgerSchema,
});

export const readSpending = endpoint({
  id: "readSpending",
  method: "GET",
  path: "/station/reports/spending",
  tag,
  summary: "The cost of labels by day and carrier, without cancelled ones.",
  access: "member",
  shape: "one",
  query: schema.periodQuerySchema,
  errors: ["E2052"],
  answer: schema.spendingSchema,
});

export const readPackerDay = endpoint({
  id: "readPackerDay",
  method: "GET",
  path: "/station/reports/packers",
  tag,
  summary: "The end of a day for each packer: labels, cancellations and cost, by the hour.",
  access: "member",
  shape: "one",
  query: schema.packerDayQuerySchema,
  errors: ["E2052"],
  answer: schema.packerDaySchema,
});

export const readCash = endpoint({
  id: "readCash",
  method: "GET",
  path: "/station/reports/cash",
  tag,
  summary: "Cash on delivery of each carrier: on its way, collected, paid out, owed.",
  access: "member",
  shape: "one",
  errors: ["E2052"],
  answer: schema.cashReportSchema,
});

export const readInvoices = endpoint({
  id: "readInvoices",
  method: "GET",
  path: "/station/reports/invoices",
  tag,
  summary:
    "The charges of carriers, by invoice, compared with the prices of the labels. Some carriers report a charge before its invoice.",
  access: "member",
  shape: "one",
  query: schema.periodQuerySchema,
  errors: ["E2052"],
  answer: carrierInvoicesSchema,
});

export const createCashReceipt = endpoint({
  id: "createCashReceipt",
  method: "POST",
  path: "/station/reports/cash/receipts",
  tag,
  summary:
    "Record a carrier's payment of cash on delivery. If the reference, in upper or lower case, was used before with the same amount, returns the first receipt.",
  access: "admin",
  audited: { kind: "money", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E1085", "E2051", "E2052"],
  body: schema.newCashReceiptSchema,
  answer: schema.cashReceiptSchema,
});

export const getReportFile = endpoint({
  id: "getReportFile",
  method: "GET",
  path: "/station/reports/file",
  tag,
  summary: "A report as CSV or XLSX.",
  access: "member",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  query: schema.reportFileQuerySchema,
  errors: ["E2052"],
  answer: z.unknown(),
});
