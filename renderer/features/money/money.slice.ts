/** The shown money report, its period, and its data. */
import type { StateCreator } from "zustand";
import {
  readCash,
  readInvoices,
  readPackerDay,
  readSpending,
} from "../../../core/fulfilment/reports/reports.api.ts";
import type { CarrierInvoices } from "../../../core/fulfilment/charges/charges.schema.ts";
import type {
  CashReceipt,
  CashReport,
  LedgerColumn,
  LedgerLine,
  PackerDay,
  Spending,
} from "../../../core/fulfilment/reports/reports.schema.ts";
import { createCashReceipt } from "../../../core/fulfilment/reports/reports.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { SortBy } from "../../ui/table/sort-by.ts";
import type { LedgerRead } from "./ledger-reader.ts";
import { daysOf, type Period } from "./period.ts";

export const MONEY_PARTS = ["ledger", "spending", "invoices", "cash", "packers"] as const;
type MoneyPart = (typeof MONEY_PARTS)[number];

/**
 * Data of a report. `next`: the query of the ledger's next page, null at the end. `isTooLong`:
 * whether the ledger has more entries than can be sorted by any column.
 */
type MoneyRead =
  | ({ readonly part: "ledger"; readonly isTooLong: boolean } & LedgerRead)
  | { readonly part: "spending"; readonly spending: Spending }
  | { readonly part: "invoices"; readonly invoices: CarrierInvoices }
  | { readonly part: "cash"; readonly cash: CashReport }
  | { readonly part: "packers"; readonly day: PackerDay };

/** `earlier`: a payment with this reference had been entered before, and nothing was added. */
type Received =
  | { readonly is: "entered" | "earlier"; readonly receipt: CashReceipt }
  | { readonly is: "failed"; readonly failure: Failure };
type Receipt = {
  readonly providerCode: string;
  readonly amount: string;
  readonly reference: string;
};

export type MoneySlice = {
  readonly moneyPart: MoneyPart;
  readonly moneyPeriod: Period;
  /** null until first read. */
  readonly money: MoneyRead | null;
  readonly moneyFailure: Failure | null;
  /** Order of the ledger; null: newest first. */
  readonly ledgerSort: SortBy<LedgerColumn> | null;
  /** The entry whose shipment is open; the ledger starts at it when it is shown again. */
  readonly ledgerAt: string | null;
  /** Opens the shipment of an entry. */
  openLedgerLine(line: LedgerLine): void;
  showMoney(change: { readonly part?: MoneyPart; readonly period?: Period }): Promise<void>;
  sortLedger(sort: SortBy<LedgerColumn> | null): Promise<void>;
  /**
   * Reads the shown report again; does nothing while the view is closed, or while more than the
   * first page of the ledger is shown.
   */
  refreshMoney(): Promise<void>;
  /** Reads the ledger's next page. One request at a time. */
  readMoreLedger(): Promise<void>;
  /** Enters a carrier's payment. */
  receiveCash(receipt: Receipt): Promise<Received>;
};

type State = SharedState & MoneySlice;
type Put = SetState<State>;
type Get = GetState<State>;
/** `asked`: number of the newest request; answers to older requests are dropped. */
type Asking = { asked: number };

/** Creates the slice: the ledger of this month, not read yet. */
export const createMoneySlice: StateCreator<State, [], [], MoneySlice> = (set, get) => {
  const asking: Asking = { asked: 0 };
  const load = (): Promise<void> => readShown(set, get, asking);
  return {
    moneyPart: "ledger",
    moneyPeriod: "month",
    money: null,
    moneyFailure: null,
    ledgerSort: null,
    ledgerAt: null,
    openLedgerLine({ id, shipmentID }) {
      if (shipmentID === null) return;
      set({ ledgerAt: id });
      get().openShipment(shipmentID);
    },
    async showMoney({ part, period }) {
      set(({ moneyPart, moneyPeriod, ledgerAt }) => ({
        moneyPart: part ?? moneyPart,
        moneyPeriod: period ?? moneyPeriod,
        ledgerAt: part === undefined && period === undefined ? ledgerAt : null,
        moneyFailure: null,
      }));
      await load();
    },
    async sortLedger(ledgerSort) {
      set({ ledgerSort, ledgerAt: null });
      await load();
    },
    async refreshMoney() {
      // A ledger that was scrolled down keeps its position; newer entries are read when the ledger
      // is opened again.
      const { view, money } = get();
      if (view === "money" && !(money?.part === "ledger" && money.lines.length > FIRST))
        await load();
    },
    readMoreLedger: ledgerReader(set, get, asking),
    async receiveCash(receipt) {
      const startedAt = Date.now();
      try {
        const entered = await call(createCashReceipt, { body: receipt });
        await load();
        return Date.parse(entered.createdAt) < startedAt
          ? { is: "earlier", receipt: entered }
          : { is: "entered", receipt: entered };
      } catch (error) {
        return { is: "failed", failure: failureOf(error) };
      }
    },
  };
};

async function readShown(set: Put, get: Get, asking: Asking): Promise<void> {
  const mine = ++asking.asked;
  try {
    const money = await readAgain(get());
    if (mine === asking.asked) set({ money, moneyFailure: null, ledgerAt: null });
  } catch (error) {
    if (mine === asking.asked) set({ moneyFailure: failureOf(error) });
  }
}

/** Creates the function that reads the ledger's next page, with one request at a time. */
function ledgerReader(set: Put, get: Get, asking: Asking): MoneySlice["readMoreLedger"] {
  let isReadingMore = false;
  return async () => {
    const { money } = get();
    if (isReadingMore || money?.part !== "ledger" || money.next === null) return;
    isReadingMore = true;
    const mine = asking.asked;
    try {
      const { lines, next } = await (await ledger()).readNext(money.next);
      if (mine === asking.asked)
        set({ money: { ...money, lines: [...money.lines, ...lines], next } });
    } catch (error) {
      if (mine === asking.asked) set({ moneyFailure: failureOf(error) });
    } finally {
      isReadingMore = false;
    }
  };
}

const FIRST = 100;

/** Returns the days of a period, as of now. */
export function daysNow(period: Period): ReturnType<typeof daysOf> {
  return daysOf(period, new Date().toISOString());
}

/** Loaded with the first ledger, because the first view needs none. */
const ledger = (): Promise<typeof import("./ledger-reader.ts")> => import("./ledger-reader.ts");

/** Reads the report; after a shipment of the ledger was open, up to its entry. */
async function readAgain(state: MoneySlice): Promise<MoneyRead> {
  const read = await readReport(state);
  const { ledgerAt, money: before } = state;
  if (ledgerAt === null || before?.part !== "ledger" || read.part !== "ledger") return read;
  let { lines, next } = read;
  // Entries may have come in above it meanwhile.
  const most = before.lines.length + FIRST;
  while (next !== null && lines.length < most && !lines.some(({ id }) => id === ledgerAt)) {
    const more = await (await ledger()).readNext(next);
    [lines, next] = [[...lines, ...more.lines], more.next];
  }
  return { ...read, lines, next };
}

async function readReport({
  moneyPart: part,
  moneyPeriod,
  ledgerSort,
}: MoneySlice): Promise<MoneyRead> {
  const days = daysNow(moneyPeriod);
  switch (part) {
    case "ledger":
      return { part, ...(await (await ledger()).readFirst(days, ledgerSort)) };
    case "spending":
      return { part, spending: await call(readSpending, { query: days }) };
    case "invoices":
      return { part, invoices: await call(readInvoices, { query: days }) };
    case "cash":
      return { part, cash: await call(readCash) };
    case "packers":
      return { part, day: await call(readPackerDay, { query: { day: days.to } }) };
  }
}
