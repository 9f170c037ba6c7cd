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

it("the ledger is read to the length it had when a shipment was opened from it, and from its first page otherwise", async () => {
  vi.stubGlobal("window", {
    bridge: {
      async invoke(_channel: string, { path }: { path: string }) {
        const before = Number(new URL(path, "http://station").searchParams.get("before") ?? "350");
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
  await store.getState().showMoney({});
  await store.getState().readMoreLedger();
  const line = lines()[150];
  if (line === undefined) throw new Error("the second page was not read");
  store.getState().openLedgerLine(line);
  await store.getState().showMoney({});
  expect([opened, lines().length, lines()[150]?.id]).toEqual([["s200"], 200, "200"]);
  await store.getState().showMoney({});
  expect(lines().length).toBe(100);
});
