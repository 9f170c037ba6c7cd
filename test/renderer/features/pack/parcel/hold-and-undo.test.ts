import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { forgetCancelled } from "../../../../../renderer/features/pack/prints/forget-cancelled.ts";
import { holdFor, holdOrRelease } from "../../../../../renderer/features/pack/order-commands.ts";
import { cancelLabel } from "../../../../../renderer/features/pack/pack-commands.ts";
import { takeCode } from "../../../../../renderer/features/pack/scan/take-code.ts";
import type { Bought } from "../../../../../renderer/features/pack/pack.slice.ts";
import {
  createPackSlices,
  usePack,
  type PackState,
} from "../../../../../renderer/features/pack/use-pack.ts";
import { useShared } from "../../../../../renderer/store/shared.ts";
import { order, parcel, shipment } from "../../../fixtures.ts";

const LABEL: Bought = {
  shipmentID: "s",
  orderNumber: "10482",
  serviceName: "Aras",
  amount: "1.00",
  currency: "TL",
};
const ORDER = parcel({ shipment: shipment({ order: order("10482") }) });

/** Makes the station answer every call with this value. */
function givenAnswer(data: unknown): void {
  vi.stubGlobal("window", {
    bridge: {
      invoke: async () => ({ ok: true, value: { status: 200, body: { result: true, data } } }),
    },
  });
}

/** Creates Pack with its slices, at a station that answers every call with the order. */
function givenPack(part: Partial<PackState>) {
  givenAnswer(ORDER);
  const store = createStore<PackState>()(
    (set, get, api) =>
      ({
        ...createPackSlices(set, get, api),
        settings: { sound: false, loudness: 0 },
        printJobs: [],
        ...part,
      }) as unknown as PackState,
  );
  usePack.bind(store);
  useShared.bind(store);
  return store;
}

afterEach(() => vi.unstubAllGlobals());

it("F8 closes the question why the label is printed again, because a cancelled label is not printed", () => {
  const store = givenPack({});
  store.getState().askReprintReason(LABEL);
  cancelLabel(LABEL);
  expect(store.getState()).toMatchObject({
    reprint: { step: "none" },
    undo: { step: "asking", purchase: LABEL },
  });
});

it.each([
  ["CANCELED", "none"],
  ["LABEL_PRINTED", "asking"],
])(
  "the reprint and cancel questions about a label that becomes %s at another station are then in step %s",
  async (statusCode, step) => {
    const store = givenPack({});
    givenAnswer({ shipment: shipment({ statusCode: statusCode as "CANCELED" }) });
    store.getState().askReprintReason(LABEL);
    store.getState().askUndo(LABEL);
    await forgetCancelled("another shipment");
    expect(store.getState()).toMatchObject({
      reprint: { step: "asking" },
      undo: { step: "asking" },
    });
    await forgetCancelled(LABEL.shipmentID);
    expect(store.getState()).toMatchObject({ reprint: { step }, undo: { step } });
  },
);

it.each([
  ["failed", "none", "cancelled"],
  ["none", "none", "cancelled"],
  ["cancelling", "cancelling", "bought"],
] as const)(
  "a label cancelled elsewhere while this station's cancellation was '%s' leaves that cancellation '%s', and the last result '%s'",
  async (before, step, kind) => {
    const failure = { code: "CANCEL_OPEN", detail: null };
    const last = { ...LABEL, kind: "bought", at: 1, tookMs: 5, printJobID: null };
    const undo = { step: before, purchase: LABEL, failure };
    const store = givenPack({ undo, last } as unknown as Partial<PackState>);
    givenAnswer({ shipment: shipment({ statusCode: "CANCELED" }) });
    await forgetCancelled(LABEL.shipmentID);
    expect(store.getState()).toMatchObject({ undo: { step }, last: { kind, at: 1 } });
  },
);

it("a notice says that F9 has put an order on hold, or has released it", async () => {
  const store = givenPack({ pack: { step: "offers", parcel: ORDER, offerID: null, lost: null } });
  holdOrRelease();
  await holdFor("MISSING_ITEM");
  expect(store.getState()).toMatchObject({
    pack: { step: "empty" },
    placedNotice: { notice: { kind: "held", order: "10482" } },
  });
  const held = givenPack({
    pack: {
      step: "offers",
      parcel: { ...ORDER, holdReason: "MISSING_ITEM" },
      offerID: null,
      lost: null,
    },
  });
  holdOrRelease();
  await vi.waitUntil(() => held.getState().placedNotice !== null);
  expect(held.getState().placedNotice?.notice).toEqual({ kind: "released", order: "10482" });
});

it.each([
  ["an order with a label", { statusCode: "LABEL_PRINTED" }, "notHeld"],
  ["a return without a label", { statusCode: "GOT_OFFERS", isReturn: true }, "returnNotHeld"],
  ["a return with a label", { statusCode: "LABEL_PRINTED", isReturn: true }, "returnNotHeld"],
] as const)("F9 shows why %s is not put on hold", (_, part, kind) => {
  const store = givenPack({
    pack: {
      step: "closed",
      parcel: parcel({ shipment: shipment({ order: order("10482"), ...part }) }),
    },
  });
  holdOrRelease();
  expect(store.getState()).toMatchObject({
    hold: null,
    placedNotice: { notice: { kind, order: "10482" } },
  });
});

it.each([
  ["fails", { result: false, code: "E2000", message: "" }],
  ["succeeds", { result: true, data: ORDER }],
])(
  "a hold that %s after its question was closed neither opens that question again nor closes the next question",
  async (_, body) => {
    const store = givenPack({});
    let answer = (): void => undefined;
    const invoke = (): Promise<unknown> =>
      new Promise(
        (resolve) => (answer = () => resolve({ ok: true, value: { status: 200, body } })),
      );
    const holdThen = async (meanwhile: () => void): Promise<void> => {
      vi.stubGlobal("window", { bridge: { invoke } });
      store.getState().askHold("first", "10482");
      const held = store.getState().holdFor("MISSING_ITEM");
      store.getState().dismissHold();
      meanwhile();
      answer();
      await held;
    };
    await holdThen(() => undefined);
    expect(store.getState().hold).toBeNull();
    await holdThen(() => store.getState().askHold("second", "10483"));
    expect(store.getState().hold).toMatchObject({ shipmentID: "second", failure: null });
  },
);

it("a scan closes the question of a hold and today's list, which would cover the offers of the scanned order", () => {
  const store = givenPack({ pack: { step: "offers", parcel: ORDER, offerID: null, lost: null } });
  holdOrRelease();
  store.getState().showToday(true);
  vi.stubGlobal("document", { activeElement: null });
  takeCode("10483");
  expect(store.getState()).toMatchObject({
    hold: null,
    todayShown: false,
    pack: { step: "opening", code: "10483" },
  });
});
