import "../../both-languages.ts";
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { CarrierTable } from "../../../../renderer/features/today/CarrierTable.tsx";
import { balanceState, countOf } from "../../../../renderer/features/today/decisions.ts";
import { HourChart } from "../../../../renderer/features/today/HourChart.tsx";
import { createManifestSlice } from "../../../../renderer/features/today/manifest.slice.ts";
import { createTodaySlice } from "../../../../renderer/features/today/today.slice.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

afterEach(() => vi.unstubAllGlobals());

const DAY = {
  day: "2026-11-21",
  waiting: 2,
  held: 1,
  currency: "TL",
  carriers: [],
  hours: Array.from({ length: 24 }, () => 0),
  fewBarcodes: [],
  attention: [
    { reason: "LOST" as const, count: 2 },
    { reason: "LATE" as const, count: 1 },
  ],
};
const carrier = {
  providerCode: "SURAT",
  carrierName: "Sürat Kargo",
  bought: 3,
  printed: 2,
  toHandOver: 1,
  returns: 0,
  total: "30.00",
};

function answerWith(value: () => unknown): void {
  vi.stubGlobal("window", { bridge: { invoke: () => Promise.resolve(value()) } });
}

it("a read that fails keeps the figures that were read before, and shows the failure", async () => {
  const store = createStore(createTodaySlice);
  answerWith(() => ({ ok: true, value: { status: 200, body: { result: true, data: DAY } } }));
  await store.getState().loadDayNow();
  answerWith(() => ({ ok: false, error: { code: "E2052", message: "" } }));
  await store.getState().loadDayNow();
  expect([store.getState().dayNow, store.getState().dayFailure?.code]).toEqual([DAY, "E2052"]);
});

it("a second press while a manifest is being saved asks for no second file", async () => {
  const store = createStore(createManifestSlice);
  let asked = 0;
  answerWith(() => {
    asked += 1;
    return { ok: true, value: { status: 200, body: {}, savedAs: "day.pdf" } };
  });
  await Promise.all([
    store.getState().saveManifest("SURAT", "pdf"),
    store.getState().saveManifest("SURAT", "pdf"),
  ]);
  expect([asked, store.getState().manifestSaving]).toEqual([1, { step: "saved", name: "day.pdf" }]);
});

it("decisions count what the station and the board have open", () => {
  const facts = { ...FACTS, unknown: 2, givenUp: 0, labelPrinter: null, available: "0.00" };
  const state = { desk: { step: "ready" as const, facts }, dayNow: DAY } as never;
  expect(
    (["prints", "purchases", "parcels", "balance", "printer", "held"] as const).map((name) =>
      countOf(name, state),
    ),
  ).toEqual([2, 0, 3, 1, 1, 1]);
});

it("the balance needs a decision when it is used up, or would not pay for another day like this one", () => {
  const stateWith = (available: string) =>
    ({ step: "ready", facts: { ...FACTS, available } }) as const;
  const dayNow = { ...DAY, carriers: [carrier, { ...carrier, total: "20.00" }] };
  const hidden = { ...DAY, carriers: [{ ...carrier, total: null }] };
  expect([
    balanceState(stateWith("0.00"), dayNow),
    balanceState(stateWith("49.99"), dayNow),
    balanceState(stateWith("50.00"), dayNow),
    balanceState(stateWith("1.00"), hidden),
    balanceState(stateWith("1.00"), null),
  ]).toEqual(["usedUp", "low", "enough", "enough", "enough"]);
});

it("the table sums its columns, and has no cost for a member who may not see it", () => {
  const other = { ...carrier, providerCode: "ARAS", carrierName: "Aras", total: "12.50" };
  const table = (total?: null) =>
    textOf(
      markupOf(CarrierTable, {
        currency: "TL",
        carriers: [carrier, other].map((one) => (total === null ? { ...one, total } : one)),
      }),
    );
  expect(table()).toContain("Total 6 4 2 0 42.50 TL");
  expect(table(null)).not.toContain("TL");
});

it("the hours of a night are shown only when they have labels", () => {
  const hours = DAY.hours.map((_, hour) => (hour === 22 ? 5 : 0));
  expect(markupOf(HourChart, { hours: DAY.hours })).not.toContain("22:00");
  expect(markupOf(HourChart, { hours })).toContain('aria-label="22:00–23:00, Labels: 5"');
});
