import { expect, it } from "vitest";
import { createStore } from "zustand";
import { serversOf } from "../../../../renderer/features/stations/joining.ts";
import {
  createStationsSlice,
  isJoinCode,
} from "../../../../renderer/features/stations/stations.slice.ts";
import { SyncSign } from "../../../../renderer/app/SyncSign.tsx";
import type { SyncStatus } from "../../../../core/sync/sync.schema.ts";
import { StationTable } from "../../../../renderer/features/stations/StationTable.tsx";
import { useStations } from "../../../../renderer/features/stations/use-stations.ts";
import { stationName } from "../../../../renderer/lib/station-words.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

it("the field accepts only a join code, and corrects a code from a scanner with another keyboard layout", () => {
  const store = createStore(createStationsSlice);
  expect(
    ["PB1-ABC", "pb1*ABC", "PB1_ABC"].map((text) => [
      store.getState().takeJoinCode(text, true),
      store.getState().joinCode,
    ]),
  ).toEqual([
    [true, "PB1-ABC"],
    [true, "PB1-ABC"],
    [true, "PB1-ABC"],
  ]);
  expect(
    ["10482", "PB10482", "XPB1-A"].map((text) => store.getState().takeJoinCode(text, true)),
  ).toEqual([false, false, false]);
  expect([store.getState().joinCode, store.getState().scannedCodes]).toEqual(["PB1-ABC", 3]);
});

it("a code scanned at a station that has already joined is handled, and appears in no field", () => {
  const store = createStore(createStationsSlice);
  expect([
    store.getState().takeJoinCode("PB1-ABC", false),
    store.getState().takeJoinCode("10482", false),
  ]).toEqual([true, false]);
  expect([
    store.getState().joinCode,
    store.getState().scannedCodes,
    store.getState().joinedScans,
  ]).toEqual(["", 0, 1]);
  store.getState().forgetJoinedScans();
  expect(store.getState().joinedScans).toBe(0);
});

it("stations with the same name are shown with the end of their ids, and other stations only by name", () => {
  const all = [
    { id: "0197-aaaa1111", name: "Masa" },
    { id: "0197-bbbb2222", name: "Masa" },
    { id: "0197-cccc3333", name: "Depo" },
  ];
  expect(all.map((one) => stationName(one, all))).toEqual(["Masa (1111)", "Masa (2222)", "Depo"]);
});

it("a join code is recognized in any letter case and scanner layout, and an order number with the same beginning is not", () => {
  const code = `PB1-${"7604294BRCX863R9".repeat(6)}`;
  expect(
    [code, code.replace("-", "*"), code.toLowerCase(), "PB1-10482", `X${code}`].map(isJoinCode),
  ).toEqual([true, true, true, false, false]);
});

it("stations are shown as present although this computer's clock is fast, because the hub's clock counts", () => {
  const [fastMs, seenAt] = [120_000, new Date(Date.now() - 120_000).toISOString()];
  const line = { lease: null, waiting: 0, version: null, packing: null, lastSeen: seenAt };
  const sync = {
    state: "in step",
    stations: [
      { ...line, id: "a", name: "Masa 1", skewMs: fastMs, isThis: true },
      { ...line, id: "b", name: "Masa 2", skewMs: 0, isThis: false },
    ],
  } as unknown as SyncStatus;
  const store = { desk: { step: "ready", facts: FACTS }, loadSync: () => Promise.resolve() };
  useStations.bind({
    getState: () => store,
    getInitialState: () => store,
    subscribe: () => () => undefined,
  } as never);
  const words = textOf(
    markupOf(StationTable, { sync, hub: { mayManage: false, isOwnServer: false } as never }, {}),
  );
  expect([words.includes("away"), words.match(/\bhere\b/g)?.length]).toEqual([false, 2]);
});

it("a join code is removed from its field when the station restarts after the join", () => {
  const store = createStore(createStationsSlice);
  store.getState().typeJoinCode("PB1-ABC");
  store.getState().awaitStart();
  expect([store.getState().joinCode, store.getState().isStartingAgain]).toEqual(["", true]);
});

it("the addresses of an organization's own server may be typed with or without a scheme", () => {
  expect(serversOf(" nats.example.com:4222, tls://b.example.com;nats://127.0.0.1 ")).toEqual([
    "tls://nats.example.com:4222",
    "tls://b.example.com",
    "nats://127.0.0.1",
  ]);
  expect(serversOf("  ")).toEqual([]);
});

it.each([
  ["alone", 0, ""],
  ["joining", 0, "joining…"],
  ["in step", 0, "in step"],
  ["in step", 1, "in step"],
  ["behind", 0, "catching up"],
  ["behind", 3, "3 to send"],
  ["cut off", 0, "cut off, works on"],
  ["cut off", 1, "cut off, 1 waits"],
  ["cut off", 1_200, "cut off, 1,200 wait"],
] as const)(
  "the sign of a station in state %s with %i to send reads “%s”",
  (state, waiting, words) => {
    expect(textOf(markupOf(SyncSign, {}, { sync: { state, waiting } as SyncStatus }))).toBe(words);
  },
);

it("the sign of a revoked station says to join again, also with changes to send", () => {
  expect(
    textOf(
      markupOf(
        SyncSign,
        {},
        { sync: { state: "cut off", waiting: 3, causeCode: "E2117" } as SyncStatus },
      ),
    ),
  ).toBe("shut out, join again");
});
