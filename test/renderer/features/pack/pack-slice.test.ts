import { afterEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createPackSlice, type PackSlice } from "../../../../renderer/features/pack/pack.slice.ts";
import { order, parcel, printJob, shipment, transaction } from "../../fixtures.ts";

type Request = { readonly method: string; readonly path: string; readonly body?: unknown };
type Reply = { readonly data: unknown } | { readonly code: string };

/** Simulates a station that gives the test's answers, and records the requests. */
function givenStation(answer: (request: Request) => Reply | Promise<Reply>): Request[] {
  const asked: Request[] = [];
  const invoke = async (_channel: string, request: Request) => {
    asked.push(request);
    const reply = await answer(request);
    const body =
      "code" in reply
        ? { result: false, code: reply.code, message: "" }
        : { result: true, data: reply.data };
    return { ok: true, value: { status: 200, body } };
  };
  vi.stubGlobal("window", { bridge: { invoke } });
  return asked;
}

const slice = () => createStore<PackSlice>()(createPackSlice);
const stepOf = (store: ReturnType<typeof slice>) =>
  vi.waitUntil(() => !["opening", "buying", "quoting"].includes(store.getState().pack.step));
const opened = (code: string) => ({
  data: parcel({ shipment: shipment({ id: code, order: order(code) }) }),
});
const purchases = (asked: readonly Request[]) =>
  asked.filter(({ path }) => path === "/station/purchases").map(({ body }) => body);

afterEach(() => vi.unstubAllGlobals());

describe("a purchase", () => {
  it("a purchase is requested once although Enter comes twice, and of two scans meanwhile the first is opened afterwards and the second waits", async () => {
    let settle: (reply: Reply) => void = () => undefined;
    const asked = givenStation(({ path, body }) => {
      if (path === "/station/purchases") return new Promise<Reply>((resolve) => (settle = resolve));
      return opened((body as { code: string }).code);
    });
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "10482" });
    await stepOf(store);
    store.getState().dispatchPack({ type: "buy" });
    store.getState().dispatchPack({ type: "buy" });
    store.getState().dispatchPack({ type: "scanned", code: "10483" });
    store.getState().dispatchPack({ type: "scanned", code: "10484" });
    settle({ data: { transaction: transaction("cheap"), printJob: printJob() } });
    await stepOf(store);

    expect(purchases(asked)).toEqual([{ offerID: "cheap", print: true }]);
    expect(store.getState()).toMatchObject({
      pack: { step: "offers", parcel: { code: "10483" } },
      queue: [{ code: "10484" }],
      last: {
        kind: "bought",
        orderNumber: "10482",
        serviceName: "Aras Standart",
        amount: "118.40",
        printJobID: "job-1",
      },
    });
  });

  it("a refused purchase leaves the last result unchanged and shows the error's code", async () => {
    givenStation(({ path }) =>
      path === "/station/purchases" ? { code: "E1066" } : opened("10482"),
    );
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "10482" });
    await stepOf(store);
    store.getState().dispatchPack({ type: "buy" });
    await stepOf(store);
    expect(store.getState()).toMatchObject({
      pack: { step: "failed", during: "buying", failure: { code: "E1066" } },
      last: null,
    });
  });

  it("a purchase that the printer blocked is requested again unchanged, or with printAnyway", async () => {
    const asked = givenStation(({ path }) =>
      path === "/station/purchases" ? { code: "E2063" } : opened("10482"),
    );
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "10482" });
    await stepOf(store);
    for (const type of ["buy", "buy", "buyAnyway"] as const) {
      store.getState().dispatchPack({ type });
      await stepOf(store);
    }
    expect(purchases(asked)).toEqual([
      { offerID: "cheap", print: true },
      { offerID: "cheap", print: true },
      { offerID: "cheap", print: true, printAnyway: true, passWeight: true },
    ]);
  });

  it("a purchase without an answer is shown as NO_ANSWER, not as refused", async () => {
    givenStation(({ path }) =>
      path === "/station/purchases" ? Promise.reject(new Error("gone")) : opened("10482"),
    );
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "10482" });
    await stepOf(store);
    store.getState().dispatchPack({ type: "buy" });
    await stepOf(store);
    expect(store.getState().pack).toMatchObject({ step: "failed", failure: { code: "NO_ANSWER" } });
  });
});

describe("packing a cancelled order again", () => {
  it("the copy is requested once and opened under the order's number", async () => {
    const cancelled = {
      data: parcel({
        shipment: shipment({ id: "old", statusCode: "CANCELED", order: order("10482") }),
      }),
    };
    const asked = givenStation(({ path }) =>
      path === "/station/orders/again"
        ? { data: parcel({ shipment: shipment({ id: "copy", order: order("10482") }) }) }
        : cancelled,
    );
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "7200010482" });
    await stepOf(store);
    store.getState().dispatchPack({ type: "again" });
    store.getState().dispatchPack({ type: "again" });
    await vi.waitUntil(() => store.getState().pack.step === "offers");
    expect(asked.slice(1)).toEqual([
      { method: "POST", path: "/station/orders/again", body: { shipmentID: "old" } },
    ]);
    expect(store.getState().pack).toMatchObject({
      parcel: { code: "10482", shipment: { id: "copy" } },
    });
  });
});

describe("new measures", () => {
  it("new measures change the shipment, then the order is read again for its missing offers", async () => {
    const asked = givenStation(({ method }) =>
      method === "PATCH" ? { data: shipment({ id: "10482", weight: "4" }) } : opened("10482"),
    );
    const store = slice();
    store.getState().dispatchPack({ type: "scanned", code: "10482" });
    await stepOf(store);
    store.getState().dispatchPack({ type: "measure", measure: "weight" });
    store.getState().dispatchPack({ type: "measured", measures: { weight: "4" } });
    await stepOf(store);
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/station/orders/open", { code: "10482" }],
      ["PATCH", "/shipments/10482", { weight: "4" }],
      ["POST", "/station/orders/open", { code: "10482" }],
    ]);
    expect(store.getState().pack.step).toBe("offers");
  });
});

it("an order with a label is read again by its number, because its barcode would answer a question about a print", async () => {
  const labelled = { id: "s", order: order("10482"), barcode: "KP1" } as const;
  let statusCode: "LABEL_PRINTED" | "CANCELED" = "LABEL_PRINTED";
  const asked = givenStation(() => ({
    data: parcel({ shipment: shipment({ ...labelled, statusCode }) }),
  }));
  const store = slice();
  store.getState().dispatchPack({ type: "scanned", code: "KP1" });
  await stepOf(store);
  statusCode = "CANCELED";
  await store.getState().refreshParcel("another");
  await store.getState().refreshParcel("s");
  expect(asked.slice(1).map(({ body }) => body)).toEqual([{ code: "#311" }]);
  expect(store.getState().pack).toMatchObject({
    step: "closed",
    parcel: { code: "KP1", shipment: { statusCode: "CANCELED" } },
  });
});
