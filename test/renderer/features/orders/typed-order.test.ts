import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import "../../both-languages.ts";
import {
  createNewOrderSlice,
  type NewOrderSlice,
} from "../../../../renderer/features/orders/new-order.slice.ts";
import { openNewOrder } from "../../../../renderer/features/orders/order-commands.ts";
import { emptyOrder } from "../../../../renderer/features/orders/order-draft.ts";
import {
  changeOrder,
  createdBefore,
  createTyped,
  openCreated,
  orderDraft,
} from "../../../../renderer/features/orders/typed-order.ts";
import { useOrders } from "../../../../renderer/features/orders/use-orders.ts";
import { provideCommands } from "../../../../renderer/store/commands.ts";
import { createNavigationSlice } from "../../../../renderer/store/navigation.slice.ts";
import type { SharedState } from "../../../../renderer/store/shared.ts";
import { useShared } from "../../../../renderer/store/shared.ts";

type Sent = { readonly path: string; readonly body: { readonly draftID: string } };
type State = SharedState & NewOrderSlice;

const sent: Sent[] = [];
const opened: number[] = [];
/** Answers of the station to POST /station/orders, in order; the last one is repeated. */
let answers: (() => Promise<unknown>)[] = [];

const created = () =>
  Promise.resolve({
    ok: true,
    value: {
      status: 201,
      body: { result: true, data: { shipmentID: "s", shipmentNumber: 57, isRepeated: false } },
    },
  });
const refused = (code: string, values?: Readonly<Record<string, number>>) => () =>
  Promise.resolve({
    ok: true,
    value: { status: 409, body: { result: false, code, message: "Refused.", values } },
  });
const lost = () => Promise.reject(new Error("The core has stopped."));

beforeEach(() => {
  sent.length = 0;
  opened.length = 0;
  vi.stubGlobal("window", {
    bridge: {
      invoke: (_channel: string, request: Sent) => {
        if (request.path !== "/station/orders")
          return Promise.resolve({
            ok: true,
            value: { status: 200, body: { result: true, data: { list: [] } } },
          });
        sent.push(request);
        return (answers.length > 1 ? answers.shift() : answers[0])?.();
      },
    },
  });
  const store = createStore<State>((...args) => ({
    ...({ settings: { sound: false } } as unknown as State),
    ...createNavigationSlice(...args),
    ...createNewOrderSlice(...args),
  }));
  useShared.bind(store);
  useOrders.bind(store);
  provideCommands({
    takeCode: () => undefined,
    enterScan: () => undefined,
    openNumber: (number) => void opened.push(number),
    openFirstWaiting: () => undefined,
    clearFailure: () => undefined,
    back: () => undefined,
    answer: () => undefined,
    showOrders: () => undefined,
    showOrder: () => undefined,
    showBoard: () => undefined,
    showPicks: () => undefined,
    showChanges: () => undefined,
  });
  openNewOrder();
});
afterEach(() => vi.unstubAllGlobals());

const RECIPIENT = {
  ...emptyOrder("").address,
  name: "Ayşe Yılmaz",
  phone: "05321234567",
  place: { cityCode: "34", cityName: "İstanbul", districtID: 3423, districtName: "Kadıköy" },
  line: "Moda Cd. No: 12",
};
const settled = (): Promise<unknown> =>
  vi.waitFor(() => expect(useOrders.getState().newOrder.step).not.toBe("creating"));

it("a second Enter while the first order is being created sends nothing", async () => {
  answers = [created];
  changeOrder({ address: RECIPIENT });
  expect([createTyped(), createTyped()]).toEqual([true, true]);
  await settled();
  expect(sent).toHaveLength(1);
  expect(opened).toEqual([57]);
});

it("an order whose answer was lost is sent again under the same draft id, with everything typed", async () => {
  answers = [lost, created];
  changeOrder({ address: RECIPIENT, note: "Telefonla" });
  createTyped();
  await settled();
  expect(useOrders.getState().newOrder).toMatchObject({
    step: "failed",
    failure: { code: "NO_ANSWER" },
  });
  expect(orderDraft()).toMatchObject({ address: RECIPIENT, note: "Telefonla" });
  createTyped();
  await settled();
  expect(sent.map(({ body }) => body.draftID)).toEqual([
    sent[0]?.body.draftID,
    sent[0]?.body.draftID,
  ]);
  expect(opened).toEqual([57]);
});

it("an order that was changed after its answer was lost names the order that was created, and opening that order empties the form", async () => {
  answers = [lost, refused("E2165", { shipmentNumber: 41 })];
  changeOrder({ address: RECIPIENT });
  createTyped();
  await settled();
  changeOrder({ note: "Changed" });
  createTyped();
  await settled();
  expect(createdBefore(useOrders.getState())).toBe(41);
  expect(orderDraft().note).toBe("Changed");
  openCreated();
  expect([opened, useOrders.getState().orderDraft]).toEqual([[41], null]);
});

it("the next order has another draft id, and the form is empty for it", async () => {
  answers = [created];
  changeOrder({ address: RECIPIENT });
  createTyped();
  await settled();
  expect(useOrders.getState().orderDraft).toBeNull();
  changeOrder({ address: RECIPIENT });
  createTyped();
  await settled();
  expect(new Set(sent.map(({ body }) => body.draftID)).size).toBe(2);
});

it("an order that the station refuses stays typed, and the next change removes the failure", async () => {
  answers = [refused("E1067")];
  changeOrder({ address: RECIPIENT, boxID: "gone" });
  createTyped();
  await settled();
  expect(useOrders.getState().newOrder).toMatchObject({ failure: { code: "E1067" } });
  expect(orderDraft()).toMatchObject({ address: RECIPIENT, boxID: "gone" });
  changeOrder({ boxID: "" });
  expect(useOrders.getState().newOrder.step).toBe("typing");
  expect(opened).toEqual([]);
});

it("an order that fills an empty form has a draft id", () => {
  changeOrder({ ...emptyOrder(""), address: RECIPIENT });
  expect(orderDraft().draftID).not.toBe("");
});

it("an incomplete order is not sent", () => {
  answers = [created];
  changeOrder({ address: { ...RECIPIENT, phone: "" } });
  expect(createTyped()).toBe(false);
  expect(sent).toEqual([]);
});

it("an order that is created after the packer has left the form opens nothing", async () => {
  answers = [created];
  changeOrder({ address: RECIPIENT });
  createTyped();
  useOrders.getState().showView("pack");
  await settled();
  expect([sent.length, opened]).toEqual([1, []]);
});

it.each([
  ["asked", { view: "pack", asked: { overlay: "undo", id: "s" } }],
  ["busy", { view: "pack", openOrder: { shipmentID: "s", is: "busy" } }],
] as const)("the form stays closed with the reason “%s” in view", (why, part) => {
  const store = createStore<State>((...args) => ({
    ...({ settings: { sound: false } } as unknown as State),
    ...createNavigationSlice(...args),
    ...createNewOrderSlice(...args),
    ...(part as Partial<State>),
  }));
  useShared.bind(store);
  useOrders.bind(store);
  openNewOrder();
  expect([store.getState().view, store.getState().newOrderRefused]).toEqual(["pack", why]);
});
