import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { NO_FILTER, readViews } from "../../../../renderer/features/shipments/filter.ts";
import { rowIn } from "../../../../renderer/features/shipments/list-chunks.ts";
import { createListSlice } from "../../../../renderer/features/shipments/list.slice.ts";
import { shownQueryOf } from "../../../../renderer/features/shipments/shown-list.ts";

/**
 * Requests to the simulated station, where `fitting` shipments match the filter. The station counts
 * them when the test calls `count`.
 */
const asked: string[] = [];
let fitting = 250;
let count = (): void => {};
/** Sequence numbers of a search or of a sorted list; also the numbers of its shipments. */
let sortedSeqs: readonly number[] = [3, 2, 1];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("window", {
    bridge: {
      async invoke(_channel: string, { path }: { path: string }) {
        const { pathname, searchParams } = new URL(path, "http://station");
        const what = pathname.split("/").at(-1) ?? "";
        asked.push(what);
        const answer = (data: unknown): unknown => ({
          ok: true,
          value: { status: 200, body: { result: true, data } },
        });
        if (what === "places") {
          await new Promise<void>((resolve) => (count = resolve));
          return answer({
            total: fitting,
            step: 100,
            newest: fitting,
            keys: [0, 100, 200].map((place) => ({ number: fitting - place, seq: fitting - place })),
          });
        }
        const some = (numbers: readonly number[]) =>
          numbers.map((number) => ({
            id: `shipment ${number}`,
            number,
            serviceName: "",
            serviceCode: "",
          }));
        const found = { isMore: false, isPartial: false };
        if (what === "search") return answer({ list: some([3, 2, 1]), total: 3, ...found });
        if (what === "sorted") return answer({ seqs: sortedSeqs, ...found });
        const seqs = searchParams.get("seqs");
        if (seqs !== null) return answer({ list: some(seqs.split(",").map(Number)) });
        const from = Number(searchParams.get("number") ?? fitting);
        return answer({
          list: Array.from({ length: Math.min(100, from) }, (_, i) => ({
            id: `shipment ${from - i}`,
            number: from - i,
            serviceName: "",
            serviceCode: "",
          })),
        });
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("the first rows of a filter are shown before the rest is counted, and then stay in place", async () => {
  fitting = 250;
  const store = createStore(createListSlice);
  store.getState().setShipmentFilter({ ...NO_FILTER, status: "SHIPPED" });
  await vi.waitFor(() => expect(asked).toEqual(["rows", "places"]));
  const first = store.getState();
  expect([
    first.shipmentPlaces?.total,
    first.areShipmentsCounted,
    rowIn(first.shipmentChunks, 99)?.number,
  ]).toEqual([100, false, 151]);
  store.getState().seeShipments(0, 40);
  count();
  await vi.waitFor(() => expect(store.getState().areShipmentsCounted).toBe(true));
  store.getState().seeShipments(210, 249);
  await vi.waitFor(() => expect(rowIn(store.getState().shipmentChunks, 249)?.number).toBe(1));
  const { shipmentPlaces, addedAbove, shipmentChunks } = store.getState();
  expect([shipmentPlaces?.total, addedAbove, rowIn(shipmentChunks, 0)?.number]).toEqual([
    250, 0, 250,
  ]);
});

it("the active row of a search stays when the list is read again", async () => {
  const store = createStore(createListSlice);
  store.getState().setShipmentText("simsekoglu");
  await vi.waitFor(() => expect(store.getState().shipmentPlaces?.total).toBe(3));
  store.getState().seeShipments(0, 2);
  store.getState().noteShipmentAt(1);
  const list = store.getState().shipmentList;
  await store.getState().refreshShipments();
  await vi.waitFor(() => expect(asked.filter((what) => what !== "rows").length).toBeGreaterThan(1));
  await store.getState().refreshShipments();
  expect([store.getState().shipmentAt, store.getState().shipmentList]).toEqual([1, list]);
});

it("a shipment that comes to a sorted list above the active one moves the active place, so that it stays the same shipment", async () => {
  sortedSeqs = [5, 4, 3, 2, 1];
  const store = createStore(createListSlice);
  store.getState().setShipmentSort({ column: "recipient", isAscending: true });
  await vi.waitFor(() => expect(store.getState().shipmentPlaces?.total).toBe(5));
  store.getState().seeShipments(0, 4);
  store.getState().noteShipmentAt(2);
  sortedSeqs = [5, 9, 4, 3, 2, 1];
  await store.getState().refreshShipments();
  const { addedAbove, shipmentAt, shipmentChunks } = store.getState();
  expect(rowIn(shipmentChunks, shipmentAt + addedAbove)?.number).toBe(3);
});

it("nothing is counted when the first rows are all rows", async () => {
  fitting = 3;
  const store = createStore(createListSlice);
  store.getState().setShipmentFilter({ ...NO_FILTER, flags: ["unprinted"] });
  await vi.waitFor(() => expect(store.getState().shipmentPlaces?.total).toBe(3));
  await Promise.resolve();
  expect([asked, store.getState().areShipmentsCounted]).toEqual([["rows"], true]);
});

it("the export contains what the list shows: one typed character leaves no shipment out", () => {
  const filter = { ...NO_FILTER, status: "SHIPPED" } as const;
  expect(["", " a ", "B-", " ab "].map((text) => shownQueryOf({ filter, text }, 0))).toEqual([
    { statusFilter: "SHIPPED" },
    { statusFilter: "SHIPPED" },
    { statusFilter: "SHIPPED" },
    { statusFilter: "SHIPPED", filter: "ab" },
  ]);
});

it("a saved view keeps the filter and the order, and a view saved by an earlier version has the usual order", () => {
  const store = createStore(createListSlice);
  const filter = { ...NO_FILTER, status: "SHIPPED" } as const;
  store.getState().setShipmentFilter(filter);
  store.getState().setShipmentSort({ column: "price", isAscending: true });
  const kept: string[] = [];
  vi.stubGlobal("localStorage", {
    getItem: () => kept.at(-1) ?? null,
    setItem: (_name: string, value: string) => kept.push(value),
  });
  store.getState().saveShipmentView("cheapest");
  expect(readViews()).toEqual([
    { name: "cheapest", filter, sort: { column: "price", isAscending: true } },
  ]);
  kept.push(JSON.stringify([{ name: "old", filter }]));
  expect(readViews()).toEqual([{ name: "old", filter, sort: null }]);
  store.getState().openShipmentView("none with this name");
  expect([store.getState().shipmentFilter, store.getState().shipmentSort]).toEqual([
    NO_FILTER,
    null,
  ]);
  store.getState().openShipmentView("cheapest");
  expect([store.getState().shipmentFilter, store.getState().shipmentSort]).toEqual([
    filter,
    { column: "price", isAscending: true },
  ]);
});

it("a link lists its filter alone, and leaving it restores the filter and the search of before, once", () => {
  const store = createStore(createListSlice);
  const shown = (): unknown => {
    const { shipmentFilter, shipmentText } = store.getState();
    return [shipmentFilter, shipmentText];
  };
  const own = { ...NO_FILTER, carrier: "PTT" };
  store.getState().setShipmentFilter(own);
  store.getState().setShipmentText("gül");
  store.getState().linkShipments({ order: "K-1" });
  expect(shown()).toEqual([{ ...NO_FILTER, order: "K-1" }, ""]);
  store.getState().unlinkShipments();
  expect(shown()).toEqual([own, "gül"]);
  store.getState().setShipmentFilter(NO_FILTER);
  store.getState().unlinkShipments();
  expect(shown()).toEqual([NO_FILTER, "gül"]);
});
