import "../../both-languages.ts";
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { CarrierTable } from "../../../../renderer/features/today/CarrierTable.tsx";
import { balanceState, countOf } from "../../../../renderer/features/today/decisions.ts";
import { cutOffState, mostUrgentFirst } from "../../../../renderer/features/today/cut-offs.ts";
import { PackerHeat } from "../../../../renderer/features/today/PackerHeat.tsx";
import { StationList } from "../../../../renderer/features/today/StationList.tsx";
import { createManifestSlice } from "../../../../renderer/features/today/manifest.slice.ts";
import { today } from "../../../../renderer/features/today/feature.ts";
import { createTodaySlice } from "../../../../renderer/features/today/today.slice.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

afterEach(() => vi.unstubAllGlobals());

/** 2026-11-21, 15:00 Turkish time. */
const NOON = Date.parse("2026-11-21T12:00:00.000Z");

const DAY = {
  day: "2026-11-21",
  waiting: 2,
  held: 1,
  failed: 0,
  failures: { purchases: 0, prints: 0, announcements: 0 },
  changedOrders: 4,
  packers: [],
  stations: [],
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
  toAnnounce: 0,
  handedOver: 2,
  cutOffAt: null,
  isClosed: false,
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
    (["prints", "purchases", "parcels", "balance", "printer", "held", "changes"] as const).map(
      (name) => countOf(name, state),
    ),
  ).toEqual([2, 0, 3, 1, 1, 1, 4]);
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
        now: NOON,
        carriers: [carrier, other].map((one) => (total === null ? { ...one, total } : one)),
      }),
    );
  expect(table()).toContain("Total 2 4 0 6 0 42.50 TL");
  expect(table(null)).not.toContain("TL");
});

it("the hours of a night are shown only when they have labels", () => {
  const hours = DAY.hours.map((_, hour) => (hour === 22 ? 5 : 0));
  const packers = [
    { memberID: "m", name: "Ayşe", labels: 5, cancelled: 1, lastAt: "2026-11-21T19:30:00Z", hours },
  ];
  expect(markupOf(PackerHeat, { hours: DAY.hours, packers: [] })).not.toContain("22:00");
  expect(markupOf(PackerHeat, { hours, packers })).toContain('aria-label="22:00–23:00, Labels: 5"');
  expect(textOf(markupOf(PackerHeat, { hours, packers }))).toContain("Ayşe 5 5 1 22:30");
});

it("a cut-off is near from half an hour before it, and missed after it, only while parcels are here", () => {
  const at = (minutes: number, toHandOver = 3) =>
    cutOffState(
      { cutOffAt: new Date(NOON + minutes * 60_000).toISOString(), isClosed: false, toHandOver },
      NOON,
    );
  expect([at(31), at(30), at(0), at(-1), at(30, 0), at(-1, 0)]).toEqual([
    { step: "ahead", minutes: 31 },
    { step: "near", minutes: 30 },
    { step: "near", minutes: 0 },
    { step: "missed", minutes: 1 },
    { step: "ahead", minutes: 30 },
    { step: "over", minutes: 1 },
  ]);
  expect(cutOffState({ cutOffAt: null, isClosed: true, toHandOver: 3 }, NOON)).toEqual({
    step: "closed",
  });
});

it("the carriers whose parcels missed the cut-off come first, then those that it is near for", () => {
  const at = (name: string, minutes: number) => ({
    ...carrier,
    carrierName: name,
    cutOffAt: new Date(NOON + minutes * 60_000).toISOString(),
  });
  const sorted = mostUrgentFirst([at("Aras", 90), at("PTT", 10), at("Sürat", -5)], NOON);
  expect(sorted.map(({ carrierName }) => carrierName)).toEqual(["Sürat", "PTT", "Aras"]);
});

it("the table says how long each cut-off is ahead, passed, unknown, or that nothing is collected", () => {
  const carriers = [
    { ...carrier, cutOffAt: new Date(NOON + 125 * 60_000).toISOString() },
    { ...carrier, providerCode: "B", cutOffAt: new Date(NOON - 12 * 60_000).toISOString() },
    { ...carrier, providerCode: "C", isClosed: true },
  ];
  const text = textOf(markupOf(CarrierTable, { carriers, currency: "TL", now: NOON }));
  expect(text).toContain("17:05 2 h 5 min left");
  expect(text).toContain("14:48 passed 12 min ago");
  expect(text).toContain("No collection today");
});

it("the stations are shown only when there are several, with waiting prints and the time of a lost one", () => {
  const here = {
    id: "a",
    name: "Masa 1",
    isThis: true,
    isHere: true,
    lastSeen: null,
    labels: 12,
    prints: 0,
  };
  const lost = {
    ...here,
    id: "b",
    name: "Masa 2",
    isThis: false,
    isHere: false,
    lastSeen: "2026-11-21T09:05:00.000Z",
    labels: 7,
    prints: 4,
  };
  expect(markupOf(StationList, { day: DAY.day, stations: [here] })).toBe("");
  const off = {
    ...lost,
    id: "c",
    name: "Masa 3",
    lastSeen: "2026-11-19T15:00:00.000Z",
    labels: 0,
    prints: 0,
  };
  const text = textOf(markupOf(StationList, { day: DAY.day, stations: [here, lost, off] }));
  expect(text).toContain("Masa 1 (this) 12 0 now");
  expect(text).toContain("Masa 2 7 4 12:05");
  expect(text).toContain("Masa 3 0 0 19/11/2026");
});

it("the board reads on a fact at most every two seconds, and not while its window is hidden", async () => {
  vi.useFakeTimers();
  let reads = 0;
  const state = { view: "today", loadDayNow: () => Promise.resolve(void (reads += 1)) };
  today.bind({ getState: () => state } as never);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  const [{ read }] = today.refetchOn;
  await read();
  expect(reads).toBe(0);
  vi.stubGlobal("document", { visibilityState: "visible" });
  let isOver = false;
  const reading = read().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect([reads, isOver]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  vi.useRealTimers();
});
