import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { priced } from "../helpers/priced.ts";
import type { Instant } from "../../core/base/units.ts";
import type { Quote } from "../../core/shipping/carriers/carrier.ts";
import { done } from "../../core/shipping/carriers/carrier.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { farCarrier, LABEL } from "../helpers/far-carrier.ts";
import { eventually, parcel, senderOf, station, type Station } from "../helpers/station.ts";
import { someOf } from "../helpers/some-of.ts";

const QUOTE: Quote = {
  providerCode: "FAR",
  providerServiceCode: "FAR_DAY",
  serviceName: "Far Day",
  providerAccountID: null,
  providerAccountName: null,
  price: priced(1_00),
  estimatedHours: 24,
  durationTerms: "",
  rating: 4,
  expiresAt: null,
  appointments: [],
  details: {},
};

type Slow = {
  quoteMs: number;
  buyMs: number;
  expiresAt?: Instant;
  /**
   * Replaces `quoteMs`: a price request calls this function and is answered when the promise
   * resolves.
   */
  whenAsked?: () => Promise<void>;
};

/**
 * Starts a station with one slow remote carrier, and records the keys for which the carrier sold
 * labels.
 */
async function slowCarrier(
  takes: Slow,
): Promise<{ s: Station; sold: Set<string>; takes: Slow; order: unknown }> {
  const sold = new Set<string>();
  const far = farCarrier({
    async quote() {
      await (takes.whenAsked?.() ?? wait(takes.quoteMs));
      return done({ quotes: [{ ...QUOTE, expiresAt: takes.expiresAt ?? null }], ineligible: [] });
    },
    async buy({ key }) {
      sold.add(key);
      await wait(takes.buyMs);
      return done({ ...LABEL, barcode: `F${key}` });
    },
  });
  const s = await station({ world: { carriers: [far] } });
  return {
    s,
    sold,
    takes,
    order: {
      providerServiceCode: "FAR_DAY",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    },
  };
}

/** Calls without a key and gives up when no answer comes at once. */
async function giveUp(s: Station, method: string, path: string, body: unknown): Promise<void> {
  const answer = fetch(`${s.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${s.started.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(150),
  });
  await answer.catch(() => undefined); // The call may also be answered at once with E2008.
}

it.each(
  someOf(
    [
      ["the label", { quoteMs: 0, buyMs: 700 }],
      ["its price", { quoteMs: 300, buyMs: 0 }],
    ],
    2,
  ),
)(
  "a one-step purchase whose callers give up during a carrier's request for %s is bought once",
  async (_what, slow) => {
    const { s, sold, takes, order } = await slowCarrier(slow);
    for (let i = 0; i < 3; i += 1) await giveUp(s, "POST", "/transactions", order);
    takes.quoteMs = 0; // Otherwise the last retry would be late too.
    const bought = await eventually("a repeat is answered", async () => {
      const { status, body } = await s.call<Transaction>("POST", "/transactions", order);
      return status === 201 ? body.data.id : undefined;
    });
    await wait(350); // The abandoned calls have ended.
    expect([...sold]).toEqual([bought]);
  },
);

it("a return whose caller gives up during the price request is not bought", async () => {
  const { s, sold, takes, order } = await slowCarrier({ quoteMs: 0, buyMs: 0 });
  const { body } = await s.call<Transaction>("POST", "/transactions", order);
  takes.quoteMs = 300;
  for (const method of ["POST", "PATCH"])
    await giveUp(s, method, `/shipments/${body.data.shipment.id}`, {
      isReturn: true,
      willAccept: true,
    });
  await wait(350);
  expect([...sold]).toEqual([body.data.id]);
});

it(
  "returns whose callers give up during the purchase of the labels are bought once",
  { tags: "all" },
  async () => {
    const { s, sold, takes, order } = await slowCarrier({ quoteMs: 0, buyMs: 0 });
    const { body } = await s.call<Transaction>("POST", "/transactions", order);
    takes.buyMs = 700;
    const path = `/shipments/${body.data.shipment.id}`;
    const wanted = { isReturn: true, willAccept: true, count: 2 };
    for (let i = 0; i < 3; i += 1) await giveUp(s, "POST", path, wanted);
    const bought = await eventually("a repeat is answered", async () => {
      const answer = await s.call<Transaction>("POST", path, wanted);
      return answer.status === 201 ? answer.body.data : undefined;
    });
    await wait(750); // The abandoned calls have ended.
    expect([sold.size, sold.has(bought.id), bought.extraShipmentIDs?.length]).toEqual([3, true, 1]);
    takes.buyMs = 0;
    // After an answer, the same body orders other returns.
    const later = await s.call<Transaction>("POST", path, wanted);
    expect([later.status, sold.size]).toEqual([201, 5]);
  },
);

it("a return whose shipment is cancelled during the price request is not bought", async () => {
  const { s, sold, takes, order } = await slowCarrier({ quoteMs: 0, buyMs: 0 });
  const { body } = await s.call<Transaction>("POST", "/transactions", order);
  let answer: (() => void) | undefined;
  takes.whenAsked = () => new Promise((resolve) => (answer = resolve));
  const made = s.call("POST", `/shipments/${body.data.shipment.id}`, {
    isReturn: true,
    willAccept: true,
  });
  await eventually("the carrier is asked", () => answer !== undefined);
  expect((await s.call("DELETE", `/shipments/${body.data.shipment.id}`)).status).toBe(200);
  answer?.();
  expect([(await made).body.code, [...sold]]).toEqual(["E1073", [body.data.id]]);
});

it("a one-step purchase does not buy at a price that has expired when the carrier answers", async () => {
  const { s, sold, order } = await slowCarrier({
    quoteMs: 0,
    buyMs: 0,
    expiresAt: "2026-11-21T08:59:59.000Z" as Instant,
  });
  const { status, body } = await s.call("POST", "/transactions", order);
  expect([status, body.code, sold.size]).toEqual([404, "E1064", 0]);
});
