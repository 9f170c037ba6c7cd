/** The shown money report, its period, and its data. */
import type { StateCreator } from "zustand";
import {
  readCash,
  readLedger,
  readPackerDay,
  readSpending,
} from "../../../core/fulfilment/reports/reports.api.ts";
import type {
  CashReceipt,
  CashReport,
  LedgerLine,
  PackerDay,
  Spending,
} from "../../../core/fulfilment/reports/reports.schema.ts";
import { createCashReceipt } from "../../../core/fulfilment/reports/reports.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { daysOf, type Period } from "./period.ts";

export const MONEY_PARTS = ["ledger", "spending", "cash", "packers"] as const;
type MoneyPart = (typeof MONEY_PARTS)[number];

/** Data of a report. `next` is the key of the ledger's next page, null at the end. */
type MoneyRead =
  | { readonly part: "ledger"; readonly lines: readonly LedgerLine[]; readonly next: string | null }
  | { readonly part: "spending"; readonly spending: Spending }
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
  showMoney(change: { readonly part?: MoneyPart; readonly period?: Period }): Promise<void>;
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
    async showMoney({ part, period }) {
      set(({ moneyPart, moneyPeriod }) => ({
        moneyPart: part ?? moneyPart,
        moneyPeriod: period ?? moneyPeriod,
        moneyFailure: null,
      }));
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
  const { moneyPart, moneyPeriod } = get();
  try {
    const money = await read(moneyPart, moneyPeriod);
    if (mine === asking.asked) set({ money, moneyFailure: null });
  } catch (error) {
    if (mine === asking.asked) set({ moneyFailure: failureOf(error) });
  }
}

/** Creates the function that reads the ledger's next page, with one request at a time. */
function ledgerReader(set: Put, get: Get, asking: Asking): MoneySlice["readMoreLedger"] {
  let isReadingMore = false;
  return async () => {
    const { money, moneyPeriod } = get();
    if (isReadingMore || money?.part !== "ledger" || money.next === null) return;
    isReadingMore = true;
    const mine = asking.asked;
    try {
      const page = await call(readLedger, {
        query: { ...daysNow(moneyPeriod), before: money.next, limit: 200 },
      });
      if (mine === asking.asked)
        set({
          money: { part: "ledger", lines: [...money.lines, ...page.list], next: page.next },
        });
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

async function read(part: MoneyPart, period: Period): Promise<MoneyRead> {
  const days = daysNow(period);
  switch (part) {
    case "ledger": {
      const { list, next } = await call(readLedger, { query: { ...days, limit: FIRST } });
      return { part, lines: list, next };
    }
    case "spending":
      return { part, spending: await call(readSpending, { query: days }) };
    case "cash":
      return { part, cash: await call(readCash) };
    case "packers":
      return { part, day: await call(readPackerDay, { query: { day: days.to } }) };
  }
}
