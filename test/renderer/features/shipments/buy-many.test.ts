/**
 * Commands on many shipments: the plan and the question before buying, and the results of buying
 * and printing.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import type { ShipmentListRow } from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { PlannedPurchase } from "../../../../core/station/station.schema.ts";
import {
  createBulkSlice,
  type BulkSlice,
} from "../../../../renderer/features/shipments/bulk.slice.ts";
import { fitting } from "../../../../renderer/features/shipments/run-bulk.ts";
import { buyPlanOf } from "../../../../renderer/features/shipments/buy-plan.ts";
import type { DetailSlice } from "../../../../renderer/features/shipments/detail.slice.ts";
import {
  createListSlice,
  type ListSlice,
} from "../../../../renderer/features/shipments/list.slice.ts";
import {
  createQuestionSlice,
  type QuestionSlice,
} from "../../../../renderer/features/shipments/question.slice.ts";
import type { SharedState } from "../../../../renderer/store/shared.ts";

const purchase = (
  n: number,
  amount: string,
  serviceName = "PTT Standart",
  isFromBalance = true,
): PlannedPurchase => ({
  shipmentID: `s${n}`,
  offerID: `o${n}`,
  rule: null,
  serviceName,
  amount,
  isFromBalance,
  paidAt: "",
  isSample: false,
});

describe("the plan of buying many", () => {
  it("the plan sums the purchases by service, with the balance afterwards, which an invoiced offer does not reduce", () => {
    const plan = buyPlanOf(
      [purchase(1, "79.35"), purchase(2, "79.35"), purchase(3, "0.10", "Aras", false)],
      [{ shipmentID: "s9", why: "HELD" }],
      "200.00",
    );
    expect(plan).toMatchObject({
      total: "158.80",
      balanceAfter: "41.30",
      services: [
        { name: "PTT Standart", count: 2, total: "158.70" },
        { name: "Aras", count: 1, total: "0.10" },
      ],
      leftOut: [{ why: "HELD", count: 1 }],
    });
  });

  it("the plan has labels of one service apart that a marketplace sells and its balance pays", () => {
    const sold = { ...purchase(2, "60.00", "PTT Standart", false), paidAt: "Pazar" };
    const { services, balanceAfter } = buyPlanOf([purchase(1, "79.35"), sold], [], "100.00");
    expect([services, balanceAfter]).toEqual([
      [
        { name: "PTT Standart", paidAt: "", count: 1, total: "79.35" },
        { name: "PTT Standart", paidAt: "Pazar", count: 1, total: "60.00" },
      ],
      "20.65",
    ]);
  });

  it("the plan leaves out what the balance cannot pay, and buys the others", () => {
    const plan = buyPlanOf(
      [purchase(1, "60.00"), purchase(2, "60.00"), purchase(3, "40.00")],
      [],
      "100.00",
    );
    expect([
      plan.purchases.map(({ shipmentID }) => shipmentID),
      plan.balanceAfter,
      plan.leftOut,
    ]).toEqual([["s1", "s3"], "0.00", [{ why: "BALANCE", count: 1 }]]);
  });
});

const row = (n: number, part: Partial<ShipmentListRow> = {}): ShipmentListRow =>
  ({
    id: `s${n}`,
    number: n,
    orderNumber: `A-${n}`,
    status: "GOT_OFFERS",
    isReturn: false,
    isPrinted: false,
    barcode: "",
    ...part,
  }) as ShipmentListRow;

/**
 * Requests to the station, in order. A purchase of the offer `refused` fails, and each purchase
 * waits for `answerPurchase`.
 */
const asked: string[] = [];
let refused = "";
let answerPurchase: () => Promise<void> = async () => {};
/** The refusal of each batch. */
let batchRefusal: object = {};

type Store = SharedState & ListSlice & BulkSlice & DetailSlice & QuestionSlice;
const storeOf = () =>
  createStore<Store>(
    (...args) =>
      ({
        ...createListSlice(...args),
        ...createQuestionSlice(...args),
        ...createBulkSlice(...args),
        desk: { step: "ready", facts: { available: "1000.00" } },
      }) as Store,
  );

beforeEach(() => {
  asked.length = 0;
  refused = "";
  answerPurchase = async () => {};
  batchRefusal = { code: "E1072", message: "no label" };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("window", {
    bridge: {
      async invoke(
        _channel: string,
        { path, body }: { path: string; body?: { shipmentIDs?: string[]; offerID?: string } },
      ) {
        const answer = (data: unknown): unknown => ({
          ok: true,
          value: { status: 200, body: { result: true, data } },
        });
        if (path === "/station/purchases/plan") {
          asked.push(`plan ${body?.shipmentIDs?.length}`);
          return answer({
            list: (body?.shipmentIDs ?? []).map((id) => purchase(Number(id.slice(1)), "10.00")),
            leftOut: [],
          });
        }
        if (path === "/station/purchases") {
          asked.push(`buy ${body?.offerID}`);
          await answerPurchase();
          if (body?.offerID === refused)
            return {
              ok: true,
              value: { status: 409, body: { result: false, code: "E1064", message: "gone" } },
            };
          return answer({ transaction: { totalAmount: "10.00" }, printJob: null });
        }
        if (path === "/station/batches")
          return {
            ok: true,
            value: { status: 409, body: { result: false, ...batchRefusal } },
          };
        if (path === "/station/shipments/s1")
          return answer({ shipment: { statusCode: "CANCELED", barcode: "B1" }, holdReason: "" });
        return answer({ list: [], total: 0, step: 100, newest: null, keys: [] });
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("buying the selected orders", () => {
  it("the plan comes first, with the oldest orders first and in chunks, and leaves out orders that cannot be bought", async () => {
    const store = storeOf();
    store
      .getState()
      .selectShipments([
        ...Array.from({ length: 60 }, (_, i) => row(100 - i)),
        row(1, { status: "DELIVERED" }),
        row(2, { isReturn: true }),
      ]);
    await store.getState().planBulk();
    const { shipmentsQuestion, buyPlan } = store.getState();
    expect([
      asked,
      shipmentsQuestion,
      buyPlan?.purchases.length,
      buyPlan?.purchases[0]?.shipmentID,
      buyPlan?.total,
      buyPlan?.leftOut,
    ]).toEqual([
      ["plan 50", "plan 10"],
      "buy",
      60,
      "s41",
      "600.00",
      [
        { why: "NOT_WAITING", count: 1 },
        { why: "RETURN", count: 1 },
      ],
    ]);
  });

  it("buying ends with the number, the amount, and each failure with its cause", async () => {
    const store = storeOf();
    store.getState().selectShipments([row(1), row(2), row(3)]);
    await store.getState().planBulk();
    refused = "o2";
    await store.getState().runBulk("buy");
    expect(store.getState().bulk).toMatchObject({
      step: "ended",
      done: 2,
      paid: "20.00",
      isStopped: false,
      failures: [{ id: "s2", name: "A-2", failure: { code: "E1064" } }],
    });
    expect(asked).toEqual(["plan 3", "buy o1", "buy o2", "buy o3"]);
  });

  it("rows that are selected while others are bought stay selected", async () => {
    const store = storeOf();
    store.getState().selectShipments([row(1)]);
    await store.getState().planBulk();
    answerPurchase = async () => store.getState().selectShipments([row(7)]);
    await store.getState().runBulk("buy");
    expect([...store.getState().selectedShipments.keys()]).toEqual(["s7"]);
  });

  it("a stop takes effect after the running purchase", async () => {
    const store = storeOf();
    store.getState().selectShipments([row(1), row(2), row(3)]);
    await store.getState().planBulk();
    answerPurchase = async () => void store.getState().stopBulk();
    await store.getState().runBulk("buy");
    expect([store.getState().bulk, asked]).toMatchObject([
      { step: "ended", done: 1, total: 3, isStopped: true },
      ["plan 3", "buy o1"],
    ]);
  });

  it("nothing is bought without a confirmed plan", async () => {
    const store = storeOf();
    store.getState().selectShipments([row(1)]);
    await store.getState().runBulk("buy");
    expect([store.getState().bulk.step, asked]).toEqual(["none", []]);
  });
});

describe("the selected shipments", () => {
  const printed = (n: number): ShipmentListRow =>
    row(n, { status: "LABEL_PRINTED", barcode: `B${n}`, isPrinted: true });

  it("selected shipments are kept up to date, and a shipment cancelled elsewhere is not printed", async () => {
    const store = storeOf();
    store.getState().selectShipments([printed(1), printed(2)]);
    await store.getState().refreshSelected("s1");
    await store.getState().refreshSelected("s3");
    const selected = store.getState().selectedShipments;
    expect([[...selected.keys()], fitting("print", selected.values()).map(({ id }) => id)]).toEqual(
      [["s1", "s2"], ["s2"]],
    );
  });

  it("labels that were printed before, which the list does not know yet, are printed after the question why, and stay selected", async () => {
    const store = storeOf();
    batchRefusal = {
      code: "E2075",
      message: "",
      reason: "printedBefore",
      values: { printedBefore: 1 },
    };
    store.getState().selectShipments([printed(1), { ...printed(2), isPrinted: false }]);
    await store.getState().runBulk("print");
    const { bulk, asksReprint, selectedShipments } = store.getState();
    expect([bulk.step, asksReprint, selectedShipments.size]).toEqual(["none", 1, 2]);
    store.getState().toggleShipment(printed(1));
    expect(store.getState().asksReprint).toBe(0);
  });

  it("selected shipments are printed together or not at all, so a failed batch does not count as stopped, and they stay selected", async () => {
    const store = storeOf();
    store.getState().selectShipments([printed(1), printed(2)]);
    await store.getState().runBulk("print", "jam");
    expect(store.getState().bulk).toMatchObject({
      step: "ended",
      act: "print",
      done: 0,
      total: 2,
      isStopped: false,
    });
    expect(store.getState().selectedShipments.size).toBe(2);
  });
});
