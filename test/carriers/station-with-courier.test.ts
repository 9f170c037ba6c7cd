/**
 * A station with offers of remote carriers: labels are bought, cancelled and returned over HTTP,
 * with failures at every point of a request.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RemoteCarrier } from "../../core/shipping/carriers/carrier.ts";
import type { JobAnswer } from "../../core/jobs/jobs.schema.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { getBalance } from "../../core/organizations/ledger/ledger.service.ts";
import { recordTracking } from "../../core/shipping/shipments/record-tracking.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import {
  eventually,
  lastingStation,
  parcel,
  type Answer,
  type Station,
} from "../helpers/station.ts";
import { createCourier, withoutLookup } from "./courier/adapter.ts";
import { startCourier, type CourierServer } from "./courier/start-courier.ts";
import { someOf } from "../helpers/some-of.ts";

let near: CourierServer;
let far: CourierServer;
let s: Station;

beforeAll(async () => {
  [near, far] = await Promise.all([startCourier(), startCourier()]);
  const carriers: RemoteCarrier[] = [
    createCourier({ id: "near", url: near.url, token: "courier" }),
    createCourier({ id: "far", url: far.url, token: "courier" }),
    withoutLookup(createCourier({ id: "blind", url: near.url, token: "courier" })),
    createCourier(
      { id: "final", url: far.url, token: "courier" },
      { name: "No way back", can: new Set(["quote", "buy"]) },
    ),
  ];
  s = await lastingStation({
    world: { carriers, carrierWaitMs: 700 },
    settings: { rateLimit: null },
  });
});
afterAll(async () => {
  await s.stop();
  await Promise.all([near.stop(), far.stop()]);
});

const getShipment = async (id: string): Promise<Shipment> =>
  (await s.desk<Shipment>("GET", `/shipments/${id}`)).data;
const money = () => getBalance(s.core.deps, s.started.organizationID);
/** Waits until the failed attempt has ended, and makes the next one due. */
const letTimePass = async (): Promise<void> => {
  await eventually(
    "the job waits",
    () =>
      s.core.deps.db.raw
        .prepare("SELECT 1 FROM jobs WHERE state = 'RUNNING' AND kind <> 'upkeep'")
        .get() === undefined,
  );
  s.clock.nowMs += 60_000;
  s.core.deps.jobs.wake();
};

/**
 * Makes a shipment and waits for all its prices.
 * @returns Its id, and the offer of one carrier account.
 */
async function offerOf(carrierID: string): Promise<{ id: string; offerID: string }> {
  const { id } = (await s.call<Shipment>("POST", "/shipments", parcel())).body.data;
  await eventually(
    "all prices have arrived",
    async () => (await getShipment(id)).offers?.percentageCompleted === 100,
  );
  const offerID = s.core.deps.db.raw
    .prepare("SELECT id FROM offers WHERE shipment_id = ? AND carrier_id = ?")
    .pluck()
    .get(id, carrierID) as string;
  return { id, offerID };
}

async function boughtAt(carrierID: string): Promise<{ id: string; transaction: Transaction }> {
  const { id, offerID } = await offerOf(carrierID);
  const { status, body } = await s.call<Transaction>("POST", "/transactions", { offerID });
  expect([status, body.code]).toEqual([201, undefined]);
  return { id, transaction: body.data };
}

const cancel = (id: string): Promise<Answer<Shipment>> =>
  s.call<Shipment>("DELETE", `/shipments/${id}`);

describe("several accounts at one carrier", () => {
  it("every account quotes, and an account's offer is bought at that account's server only", async () => {
    const { id, offerID } = await offerOf("far");
    expect(
      (await getShipment(id)).offers?.list.filter(({ providerCode }) => providerCode === "COURIER"),
    ).toHaveLength(4);
    const [nearBefore, farBefore] = [await near.books(), await far.books()];
    expect((await s.call("POST", "/transactions", { offerID })).status).toBe(201);
    expect([
      (await near.books()).charged - nearBefore.charged,
      (await far.books()).charged - farBefore.charged,
    ]).toEqual([0, 1]);
  });
});

describe("a purchase", () => {
  it.each(someOf(["cut before", "cut in", "cut after", "garbage", "busy"] as const, 2))(
    "a purchase that fails with %s is unknown, is retried, and is charged once",
    async (fault) => {
      const { id, offerID } = await offerOf("near");
      const [before, { balance }] = [await near.books(), money()];
      await near.fail("buy", fault);
      const unknown = await s.call("POST", "/transactions", { offerID });
      expect([unknown.status, unknown.body.code, money().held > 0, money().balance]).toEqual([
        409,
        "E2008",
        true,
        balance,
      ]);
      await letTimePass();
      const { totalAmount } = await eventually("the shipment is bought", async () => {
        const shipment = await getShipment(id);
        return shipment.statusCode === "TRACKING_CODE_CREATED" && shipment;
      });
      expect([
        (await near.books()).charged - before.charged,
        money().held,
        money().balance,
      ]).toEqual([1, 0, balance - Math.round(Number(totalAmount) * 100)]);
    },
  );

  it("a refused purchase costs nothing, and answers with the carrier's words", async () => {
    const { id, offerID } = await offerOf("near");
    const before = money();
    await near.fail("buy", "refused");
    const refused = await s.call("POST", "/transactions", { offerID });
    expect([
      refused.status,
      refused.body.code,
      refused.body.message,
      money(),
      (await getShipment(id)).statusCode,
    ]).toEqual([409, "E2033", "we do not take this parcel", before, "GOT_OFFERS"]);
  });

  it("a purchase in one step by service code asks the carrier for its price and buys", async () => {
    const senderID = (await getShipment((await offerOf("near")).id)).senderAddressID;
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "COURIER_DAY",
      shipment: { ...parcel(), returnAddressID: senderID },
    });
    expect([status, body.data.shipment.barcode.startsWith("C")]).toEqual([201, true]);
  });

  it("a purchase in one step of a service that the carrier declines answers the reason and creates no shipment", async () => {
    const count = () => s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get();
    const before = count();
    const senderID = (await getShipment((await offerOf("near")).id)).senderAddressID;
    const { status, body } = await s.call("POST", "/transactions", {
      providerServiceCode: "COURIER_DAY",
      shipment: { ...parcel({ weight: "60" }), returnAddressID: senderID },
    });
    expect([status, body.code, body.message.includes("heavier than 50 kg"), count()]).toEqual([
      404,
      "E1064",
      true,
      Number(before) + 1,
    ]);
  });

  it("returns with willAccept are bought at the carriers", async () => {
    const { id } = await boughtAt("near");
    const charged = async (): Promise<number> =>
      (await near.books()).charged + (await far.books()).charged;
    const before = await charged();
    const { status, body } = await s.call<Transaction>("POST", `/shipments/${id}`, {
      isReturn: true,
      willAccept: true,
      count: 2,
    });
    expect([status, body.data.shipment.isReturn, (await charged()) - before]).toEqual([
      201,
      true,
      2,
    ]);
  });
});

describe("three returns when the carrier refuses one of them", () => {
  it("the answer has the carrier's words and names the shipments whose labels are bought", async () => {
    const { id } = await boughtAt("near");
    const bought = () =>
      s.core.deps.db.raw
        .prepare("SELECT id FROM shipments WHERE original_shipment_id = ? AND barcode <> ''")
        .pluck()
        .all(id);
    for (const courier of [near, far]) await courier.fail("buy", "refused");
    const { status, body } = await s.call("POST", `/shipments/${id}`, {
      isReturn: true,
      willAccept: true,
      count: 3,
    });
    for (const courier of [near, far]) await courier.fail("buy");
    expect([status, body.code, bought()]).toEqual([
      409,
      "E2033",
      [expect.any(String), expect.any(String)],
    ]);
    expect(body.message).toMatch(
      /^we do not take this parcel\.? Labels bought: 2 of 3\. Shipment IDs: /,
    );
    for (const one of bought()) expect(body.message).toContain(one);
  });

  it("a retry joins the two bought returns and buys the missing return", async () => {
    const { id } = await boughtAt("near");
    const bought = () =>
      s.core.deps.db.raw
        .prepare(
          "SELECT id FROM shipments WHERE original_shipment_id = ? AND barcode <> '' ORDER BY id",
        )
        .pluck()
        .all(id);
    const words = { isReturn: true, willAccept: true, count: 3 };
    for (const courier of [near, far]) await courier.fail("buy", "refused");
    expect((await s.call("POST", `/shipments/${id}`, words)).status).toBe(409);
    for (const courier of [near, far]) await courier.fail("buy");
    const two = bought();
    const { status, body } = await s.call<Transaction>("POST", `/shipments/${id}`, words);
    const answered = [body.data.shipment.id, ...(body.data.extraShipmentIDs ?? [])];
    expect([status, two.length, answered.toSorted()]).toEqual([201, 2, bought()]);
    expect(answered).toEqual(expect.arrayContaining(two));
  });
});

describe("cancelling a label", () => {
  it("a cancellation asks the label's carrier, and refunds the price when the carrier has agreed", async () => {
    const { balance } = money();
    const { id } = await boughtAt("near");
    const before = await near.books();
    const { status, body } = await cancel(id);
    expect([
      status,
      body.data.statusCode,
      money().balance,
      (await near.books()).cancelled - before.cancelled,
    ]).toEqual([200, "CANCELED", balance, 1]);
    expect([(await cancel(id)).status, money().balance]).toEqual([200, balance]);
  });

  it.each(someOf(["cut before", "cut after", "garbage"] as const, 2))(
    "a cancellation that fails with %s is unknown, and its retry refunds once",
    async (fault) => {
      const { balance: whole } = money();
      const { id } = await boughtAt("near");
      const { balance } = money();
      await near.fail("cancel", fault);
      const unknown = await cancel(id);
      expect([
        unknown.status,
        unknown.body.code,
        (await getShipment(id)).statusCode,
        money().balance,
      ]).toEqual([409, "E2008", "TRACKING_CODE_CREATED", balance]);
      await letTimePass();
      await eventually(
        "the shipment is cancelled",
        async () => (await getShipment(id)).statusCode === "CANCELED",
      );
      expect(money().balance).toBe(whole);
    },
  );

  it(
    "a shipment becomes cancelled when its label is refunded after a scan of its parcel",
    { tags: "all" },
    async () => {
      const { balance: whole } = money();
      const { id } = await boughtAt("near");
      await near.fail("cancel", "cut after");
      expect((await cancel(id)).body.code).toBe("E2008");
      recordTracking(s.core.deps, id, {
        subCode: "package_accepted",
        details: "",
        locationName: "Kadıköy",
        statusDate: s.core.deps.now(),
      });
      expect((await getShipment(id)).statusCode).toBe("SHIPPED");
      await letTimePass();
      await eventually("the label is refunded", () => money().balance === whole);
      expect((await getShipment(id)).statusCode).toBe("CANCELED");
    },
  );

  it("a second cancellation joins the running cancellation, and the carrier is asked once", async () => {
    const { id } = await boughtAt("near");
    const before = await near.books();
    await near.fail("cancel", "late");
    const answers = await Promise.all([cancel(id), cancel(id)]);
    expect([
      answers.map(({ status }) => status),
      (await near.books()).calls - before.calls,
    ]).toEqual([[200, 200], 1]);
  });

  it("a carrier that has the parcel refuses in its words, also a second time, and the label stays paid", async () => {
    const { id } = await boughtAt("far");
    const { balance } = money();
    await far.pickUp();
    const refused = await cancel(id);
    expect([
      refused.status,
      refused.body.code,
      refused.body.message,
      (await getShipment(id)).statusCode,
      money().balance,
    ]).toEqual([
      409,
      "E2022",
      "The carrier did not cancel this label: we have the parcel already",
      "TRACKING_CODE_CREATED",
      balance,
    ]);
    expect((await cancel(id)).body.code).toBe("E2022");
  });

  it("a cancellation that the carrier refused succeeds when it is retried and the carrier accepts it", async () => {
    const { id } = await boughtAt("near");
    await near.fail("cancel", "refused");
    const refused = await cancel(id);
    const retried = await cancel(id);
    expect([refused.body.code, retried.status, (await getShipment(id)).statusCode]).toEqual([
      "E2022",
      200,
      "CANCELED",
    ]);
  });

  it("a carrier that accepts no cancellations is not called", async () => {
    const { id } = await boughtAt("final");
    const before = await far.books();
    const { status, body } = await cancel(id);
    expect([
      status,
      body.code,
      body.message.startsWith("No way back accepts no cancellations"),
      (await far.books()).calls,
    ]).toEqual([409, "E2022", true, before.calls]);
  });
});

describe("a cancellation that its carrier has not answered for three days", () => {
  it("the cancellation needs a person, who finds it by its shipment and retries it", async () => {
    const { id } = await boughtAt("near");
    await near.fail("cancel", "cut before", "cut before");
    expect((await cancel(id)).body.code).toBe("E2008");
    s.clock.nowMs += 73 * 3_600_000;
    s.core.deps.db.raw
      .prepare("UPDATE jobs SET attempts = 9 WHERE kind = 'cancel' AND state = 'WAITING'")
      .run(); // Simulates retries over the whole time.
    s.core.deps.jobs.wake();
    const [job] = await eventually("a person is needed", async () => {
      const { data } = await s.desk<JobAnswer[]>("GET", "/station/jobs");
      return data.length > 0 && data;
    });
    const { organizationShipmentID, statusCode } = await getShipment(id);
    expect([job, statusCode]).toMatchObject([
      {
        kind: "cancel",
        state: "NEEDS_PERSON",
        attempts: 10,
        shipmentID: id,
        shipmentNumber: organizationShipmentID,
        orderNumber: "",
      },
      "TRACKING_CODE_CREATED",
    ]);
    expect((await s.desk<DeskFacts>("GET", "/station/desk")).data.givenUp).toBe(1);
    const again = await s.call<JobAnswer>("POST", `/station/jobs/${job?.id}/again`);
    expect([again.status, again.body.data.state, again.body.data.attempts]).toEqual([
      200,
      "WAITING",
      0,
    ]);
    await eventually(
      "the shipment is cancelled",
      async () => (await getShipment(id)).statusCode === "CANCELED",
    );
    expect([
      (await s.desk<JobAnswer[]>("GET", "/station/jobs")).data,
      (await s.call("POST", `/station/jobs/${job?.id}/again`)).body.code,
    ]).toEqual([[], "E2054"]);
  });
});
