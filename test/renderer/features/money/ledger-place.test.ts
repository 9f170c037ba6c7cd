/** The ledger after a shipment was opened from it. */
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import type { LedgerLine } from "../../../../core/fulfilment/reports/reports.schema.ts";
import {
  createMoneySlice,
  type MoneySlice,
} from "../../../../renderer/features/money/money.slice.ts";
import type { SharedState } from "../../../../renderer/store/shared.ts";

afterEach(() => vi.unstubAllGlobals());

it("the ledger is read up to the entry whose shipment was opened, also below entries that came in meanwhile, and else its first page alone", async () => {
  let newest = 350;
  vi.stubGlobal("window", {
    bridge: {
      async invoke(_channel: string, { path }: { path: string }) {
        const before = Number(new URL(path, "http://station").searchParams.get("before") ?? newest);
        const list = Array.from({ length: Math.min(100, before) }, (_, i) => ({
          id: `${before - i}`,
          shipmentID: `s${before - i}`,
        }));
        const next = before > 100 ? `${before - 100}` : null;
        return { ok: true, value: { status: 200, body: { result: true, data: { list, next } } } };
      },
    },
  });
  const opened: string[] = [];
  const store = createStore<SharedState & MoneySlice>(
    (...args) =>
      ({
        ...createMoneySlice(...args),
        openShipment: (id: string) => opened.push(id),
      }) as unknown as SharedState & MoneySlice,
  );
  const lines = (): readonly LedgerLine[] => {
    const { money } = store.getState();
    return money?.part === "ledger" ? money.lines : [];
  };
  const openAt = (place: number): void => {
    const line = lines()[place];
    if (line === undefined) throw new Error("the page was not read");
    store.getState().openLedgerLine(line);
  };
  await store.getState().showMoney({});
  for (let page = 0; page < 2; page += 1) await store.getState().readMoreLedger();
  expect(lines().length).toBe(300);
  openAt(150);
  await store.getState().showMoney({});
  expect([opened, lines().length, lines()[150]?.id]).toEqual([["s200"], 200, "200"]);
  openAt(199);
  newest = 351;
  await store.getState().showMoney({});
  expect([lines().length, lines()[200]?.id]).toEqual([300, "151"]);
  openAt(250);
  await store.getState().showMoney({ period: "year" });
  expect(lines().length).toBe(100);
});
