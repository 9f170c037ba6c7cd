/** Serves the reports about money. */
import { readInvoices } from "../charges/charges.service.ts";
import { serve, type Route } from "../route.ts";
import { enterCashReceipt } from "./cash-receipts.ts";
import { makeReportFile } from "./report-file.ts";
import * as api from "./reports.api.ts";
import { readLedger, sortLedger } from "./ledger-pages.ts";
import { periodOf, readCash, readPackerDay, readSpending } from "./reports.service.ts";

export const reportRoutes: readonly Route[] = [
  serve(api.readLedger, ({ deps, actor, callersReader }, { query }) =>
    readLedger({ now: deps.now, reader: callersReader() }, actor, query),
  ),
  serve(api.sortLedger, ({ deps, actor, callersReader }, { query }) =>
    sortLedger({ now: deps.now, reader: callersReader() }, actor, query),
  ),
  serve(api.readSpending, ({ deps, actor, callersReader }, { query }) =>
    readSpending({ now: deps.now, reader: callersReader() }, actor, query),
  ),
  serve(api.readPackerDay, ({ deps, actor, callersReader }, { query }) =>
    readPackerDay({ now: deps.now, reader: callersReader() }, actor, query.day),
  ),
  serve(api.readCash, ({ actor, callersReader }) => readCash({ reader: callersReader() }, actor)),
  serve(api.readInvoices, ({ deps, actor, callersReader }, { query }) =>
    readInvoices({ reader: callersReader() }, actor, periodOf(deps, query)),
  ),
  serve(api.createCashReceipt, ({ deps, actor, callersReader }, { body }) =>
    enterCashReceipt({ ...deps, reader: callersReader() }, actor, body),
  ),
  serve(api.getReportFile, ({ deps, actor, callersReader }, { query }) =>
    makeReportFile({ now: deps.now, reader: callersReader() }, actor, query),
  ),
];
