import { expect, it } from "vitest";
import { erased } from "../../../../core/shipping/shipments/purchase-snapshot.ts";
import {
  NEWEST_LAYOUTS,
  readSnapshot,
} from "../../../../core/shipping/shipments/stored-snapshot.ts";
import { layoutKey } from "../../../../core/labels/layout/layouts.ts";
import { LAYOUTS } from "../../labels/a-label.ts";

/** A snapshot as the first version of the app stored it. */
const VERSION_1 = {
  sender:
    '{"id":"s1","created_at":"2026-01-01T00:00:00.000Z","name":"Depo","city_code":"34","district_id":1}',
  body: '{"version":1,"recipient":{"id":"r1","name":"Ayşe","is_recipient":1},"offer":{"id":"o1","provider_code":"PTT","total_minor":1250,"details":"{}"},"label":{"shipmentNumber":7,"desi":"2","contents":["2× Gömlek"],"cashOnDelivery":{"amount":"150.00","currency":"TL"},"createdAt":"2026-02-01T00:00:00.000Z"}}',
};

it("a purchase frozen by the first version is read by that version's reader, which fills in the times that were omitted", () => {
  expect(readSnapshot(VERSION_1)).toMatchObject({
    sender: {
      id: "s1",
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      countryCode: "TR",
    },
    recipient: {
      name: "Ayşe",
      createdAt: "2026-02-01T00:00:00.000Z",
      updatedAt: "2026-02-01T00:00:00.000Z",
    },
    return: null,
    offer: { totalMinor: 1250, createdAt: "2026-02-01T00:00:00.000Z" },
    label: {
      shipmentNumber: 7,
      contents: ["2× Gömlek"],
      cashOnDelivery: { amount: "150.00", currency: "TL" },
      orderNumber: "",
    },
  });
});

it("a purchase of an unknown version, or in another shape, is refused and not guessed", () => {
  expect(() => readSnapshot({ ...VERSION_1, body: '{"version":2}' })).toThrow(
    "a purchase snapshot has version 2; this app knows 1",
  );
  expect(() => readSnapshot({ ...VERSION_1, body: "{}" })).toThrow(
    "a purchase snapshot has version undefined; this app knows 1",
  );
  expect(() =>
    readSnapshot({
      ...VERSION_1,
      body: '{"version":1,"recipient":{"name":5},"offer":{},"label":{}}',
    }),
  ).toThrow("an address of a purchase was stored in another shape");
});

it("an erased purchase keeps the texts of its label that name no person, and drops unknown texts", () => {
  const snapshot = readSnapshot(VERSION_1);
  const addedLater = { greeting: "Doğum günün kutlu olsun" };
  const kept = erased({
    ...snapshot,
    label: { ...snapshot.label, orderNumber: "A-1", note: "Zile basmayın", ...addedLater },
  }).label;
  expect(kept).toEqual({ ...snapshot.label, contents: [] });
});

it("labels are bought in the newest version of their layout", () => {
  const newest = new Map(
    [...LAYOUTS.values()]
      .toSorted((a, b) => a.version - b.version)
      .map((layout) => [layout.name, layoutKey(layout)]),
  );
  expect(
    Object.entries(NEWEST_LAYOUTS)
      .map(([name, version]) => layoutKey({ name, version }))
      .toSorted(),
  ).toEqual([...newest.values()].toSorted());
});
