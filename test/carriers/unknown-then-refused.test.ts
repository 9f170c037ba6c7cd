/**
 * Tests a carrier that does not answer a request and then refuses its retry. The carrier may have
 * done the first request, so the station looks the label up, or asks a person.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobAnswer } from "../../core/jobs/jobs.schema.ts";
import { getBalance } from "../../core/organizations/ledger/ledger.service.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { eventually, lastingStation, parcel, senderOf, type Station } from "../helpers/station.ts";
import { createCourier, withoutLookup } from "./courier/adapter.ts";
import type { Fault } from "./courier/faults.ts";
import { startCourier, type CourierServer } from "./courier/start-courier.ts";

let courier: CourierServer;
let s: Station;

beforeAll(async () => {
  courier = await startCourier();
  const account = { url: courier.url, token: "courier" };
  const carriers = [
    createCourier({ id: "seeing", ...account }),
    withoutLookup(createCourier({ id: "blind", ...account })),
  ];
  s = await lastingStation({
    world: { carriers, carrierWaitMs: 300 },
    settings: { rateLimit: null },
  });
});
afterAll(async () => {
  await s.stop();
  await courier.stop();
});

const getShipment = async (id: string): Promise<Shipment> =>
  (await s.desk<Shipment>("GET", `/shipments/${id}`)).data;
const money = () => getBalance(s.core.deps, s.started.organizationID);
const listJobs = async (): Promise<JobAnswer[]> =>
  (await s.desk<JobAnswer[]>("GET", "/station/jobs")).data;
const stateOf = (kind: "buy" | "cancel", id: string): string =>
  s.core.deps.db.raw
    .prepare("SELECT state FROM jobs WHERE kind = ? AND shipment_id = ? ORDER BY created_at DESC")
    .pluck()
    .get(kind, id) as string;
/** Waits until the failed attempt has ended, and makes the next one due. */
const letTimePass = async (kind: "buy" | "cancel", id: string): Promise<void> => {
  await eventually("the job waits", () => stateOf(kind, id) === "WAITING");
  s.clock.nowMs += 60_000;
  s.core.deps.jobs.wake();
};

async function offerOf(carrierID: string): Promise<{ id: string; offerID: string }> {
  const { id } = (await s.call<Shipment>("POST", "/shipments", parcel())).body.data;
  await eventually(
    "all prices have arrived",
    async () => (await getShipment(id)).offers?.percentageCompleted === 100,
  );
  return {
    id,
    offerID: s.core.deps.db.raw
      .prepare("SELECT id FROM offers WHERE shipment_id = ? AND carrier_id = ?")
      .pluck()
      .get(id, carrierID) as string,
  };
}

/**
 * Buys at a carrier whose first answer fails with the fault `first` and whose second answer is a
 * refusal. When the function returns, the second attempt is not yet due.
 */
async function boughtWith(
  carrierID: string,
  first: Fault,
): Promise<{
  id: string;
  offerID: string;
  before: { charged: number; held: number; balance: number };
}> {
  const { id, offerID } = await offerOf(carrierID);
  const before = {
    charged: (await courier.books()).charged,
    held: money().held,
    balance: money().balance,
  };
  await courier.fail("buy", first, "refused");
  expect((await s.call("POST", "/transactions", { offerID })).body.code).toBe("E2008");
  return { id, offerID, before };
}

describe("a purchase that a carrier does not answer and then refuses", () => {
  it.each(["cut in", "cut after"] as const)(
    "a purchase is bought when the carrier's lookup finds the label under the key (%s)",
    async (fault) => {
      const { id, before } = await boughtWith("seeing", fault);
      await letTimePass("buy", id);
      await eventually(
        "the shipment is bought",
        async () => (await getShipment(id)).statusCode === "TRACKING_CODE_CREATED",
      );
      expect([
        (await courier.books()).charged - before.charged,
        money().held,
        money().balance < before.balance,
      ]).toEqual([1, before.held, true]);
      await courier.fail("buy");
    },
  );

  it("a purchase is refused when the carrier's lookup finds no label under the key", async () => {
    const { id, before } = await boughtWith("seeing", "cut before");
    await letTimePass("buy", id);
    await eventually("the purchase is refused", () => stateOf("buy", id) === "REFUSED");
    expect([
      (await courier.books()).charged,
      money(),
      (await getShipment(id)).statusCode,
    ]).toMatchObject([
      before.charged,
      { held: before.held, balance: before.balance },
      "GOT_OFFERS",
    ]);
  });

  it.each(["busy", "refused", "garbage"] as const)(
    "a purchase stays open while the answer to the lookup is %s",
    async (fault) => {
      const { id, before } = await boughtWith("seeing", "cut after");
      await courier.fail("find", fault);
      await letTimePass("buy", id);
      await eventually(
        "the carrier was asked to look the key up",
        () =>
          s.core.deps.db.raw
            .prepare("SELECT attempts FROM jobs WHERE kind = 'buy' AND shipment_id = ?")
            .pluck()
            .get(id) === 2,
      );
      await letTimePass("buy", id);
      await eventually(
        "the shipment is bought",
        async () => (await getShipment(id)).statusCode === "TRACKING_CODE_CREATED",
      );
      expect((await courier.books()).charged - before.charged).toBe(1);
      await courier.fail("buy");
    },
  );
});

describe("a purchase at a carrier without lookups, which does not answer and then refuses", () => {
  /** Buys at the carrier without lookups, and waits until a person is needed. */
  const stuck = async (fault: Fault) => {
    const bought = await boughtWith("blind", fault);
    await letTimePass("buy", bought.id);
    const job = await eventually("a person is needed", async () =>
      (await listJobs()).find(({ shipmentID }) => shipmentID === bought.id),
    );
    return { ...bought, job };
  };

  it("a purchase needs a person, keeps its money held, sets its shipment's last error, and can be neither cancelled nor repeated", async () => {
    const { id, offerID, before, job } = await stuck("cut after");
    expect(job).toMatchObject({
      kind: "buy",
      state: "NEEDS_PERSON",
      lastError: expect.stringMatching(
        /"we do not take this parcel".*Ask the carrier whether it sold the label [0-9a-f-]{36}/,
      ),
    });
    expect([
      money().held > before.held,
      money().balance,
      (await getShipment(id)).lastErrorCode,
    ]).toEqual([true, before.balance, "E2008"]);
    const cancelled = await s.call("DELETE", `/shipments/${id}`);
    expect([cancelled.status, cancelled.body.code, cancelled.body.message]).toEqual([
      409,
      "E2009",
      expect.stringContaining("/again or /not-done"),
    ]);
    const again = await s.call("POST", "/transactions", { offerID });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      "E2008",
      job.lastError,
    ]);
    await s.call("POST", `/station/jobs/${job.id}/not-done`);
  });

  it(
    "a retry of a one-step purchase or a return, without an idempotency key, also answers what a person must do",
    { tags: "all" },
    async () => {
      const returnAddressID = await senderOf(s);
      const { body } = await s.call<Transaction>("POST", "/transactions", {
        offerID: (await offerOf("blind")).offerID,
      });
      const calls = [
        [
          "/transactions",
          { providerServiceCode: "COURIER_DAY", shipment: { ...parcel(), returnAddressID } },
        ],
        [`/shipments/${body.data.shipment.id}`, { isReturn: true, willAccept: true }],
      ] as const;
      for (const [path, words] of calls) {
        await courier.fail("buy", "cut before");
        expect((await s.call("POST", path, words)).body.code).toBe("E2008");
        const { id } = s.core.deps.db.raw
          .prepare("SELECT id FROM jobs WHERE kind = 'buy' ORDER BY created_at DESC, id DESC")
          .get() as { id: string };
        s.core.deps.db.raw
          .prepare(
            "UPDATE jobs SET state = 'NEEDS_PERSON', last_error = 'Ask the carrier.' WHERE id = ?",
          )
          .run(id);
        const again = await s.call("POST", path, words);
        expect([again.body.code, again.body.message]).toEqual(["E2008", "Ask the carrier."]);
        await s.call("POST", `/station/jobs/${id}/not-done`);
      }
    },
  );

  it("a purchase is bought when it is retried and the carrier sells", async () => {
    const { id, before, job } = await stuck("cut after");
    await s.call("POST", `/station/jobs/${job.id}/again`);
    await eventually(
      "the shipment is bought",
      async () => (await getShipment(id)).statusCode === "TRACKING_CODE_CREATED",
    );
    expect([(await courier.books()).charged - before.charged, money().held]).toEqual([
      1,
      before.held,
    ]);
  });

  it("a purchase needs a person again when it is retried and refused", async () => {
    const { id, job } = await stuck("cut after");
    await courier.fail("buy", "refused");
    await s.call("POST", `/station/jobs/${job.id}/again`);
    await eventually("the purchase was retried", () => stateOf("buy", id) === "NEEDS_PERSON");
    await s.call("POST", `/station/jobs/${job.id}/not-done`);
  });

  it("a person's answer that nothing was sold ends the purchase unbought, and frees its money and shipment", async () => {
    const { id, offerID, before, job } = await stuck("cut before");
    const ended = await s.call<JobAnswer>("POST", `/station/jobs/${job.id}/not-done`);
    expect([ended.status, ended.body.data.state, money()]).toMatchObject([
      200,
      "REFUSED",
      { held: before.held, balance: before.balance },
    ]);
    expect([
      (await getShipment(id)).statusCode,
      (await listJobs()).some((open) => open.id === job.id),
    ]).toEqual(["GOT_OFFERS", false]);
    expect((await s.call("POST", `/station/jobs/${job.id}/not-done`)).body.code).toBe("E2054");
    expect((await s.call<Transaction>("POST", "/transactions", { offerID })).status).toBe(201);
    expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
  });
});

describe("a cancellation that a carrier does not answer and then refuses", () => {
  const cancelledWith = async (carrierID: string, first: Fault) => {
    const whole = money().balance;
    const { id, offerID } = await offerOf(carrierID);
    expect((await s.call("POST", "/transactions", { offerID })).status).toBe(201);
    const paid = money().balance;
    await courier.fail("cancel", first, "refused");
    expect((await s.call("DELETE", `/shipments/${id}`)).body.code).toBe("E2008");
    await letTimePass("cancel", id);
    return { id, whole, paid };
  };

  it(
    "a cancellation is refunded when the carrier's lookup finds no sold label under the key",
    { tags: "all" },
    async () => {
      const { id, whole } = await cancelledWith("seeing", "cut after");
      await eventually(
        "the shipment is cancelled",
        async () => (await getShipment(id)).statusCode === "CANCELED",
      );
      expect(money().balance).toBe(whole);
    },
  );

  it("a cancellation is refused when the carrier's lookup still finds a sold label under the key", async () => {
    const { id, paid } = await cancelledWith("seeing", "cut before");
    await eventually("the cancellation is refused", () => stateOf("cancel", id) === "REFUSED");
    expect([(await getShipment(id)).statusCode, money().balance]).toEqual([
      "TRACKING_CODE_CREATED",
      paid,
    ]);
  });

  it(
    "a cancellation needs a person when the carrier has no lookup, and the caller may retry it",
    { tags: "all" },
    async () => {
      const { id, whole, paid } = await cancelledWith("blind", "cut after");
      const job = await eventually("a person is needed", async () =>
        (await listJobs()).find(({ shipmentID }) => shipmentID === id),
      );
      expect([job.lastError, (await getShipment(id)).statusCode, money().balance]).toEqual([
        expect.stringMatching(
          /"we do not take this parcel".*Ask the carrier whether it has cancelled/,
        ),
        "TRACKING_CODE_CREATED",
        paid,
      ]);
      await courier.fail("cancel", "refused");
      expect((await s.call("DELETE", `/shipments/${id}`)).body).toMatchObject({
        code: "E2008",
        message: job.lastError,
      });
      expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
      expect(money().balance).toBe(whole);
    },
  );

  it(
    "a person's answer that the label is still sold ends the cancellation, and a later cancellation succeeds",
    { tags: "all" },
    async () => {
      const { id, whole, paid } = await cancelledWith("blind", "cut before");
      const job = await eventually("a person is needed", async () =>
        (await listJobs()).find(({ shipmentID }) => shipmentID === id),
      );
      expect(
        (await s.call<JobAnswer>("POST", `/station/jobs/${job.id}/not-done`)).body.data.state,
      ).toBe("REFUSED");
      expect([(await getShipment(id)).statusCode, money().balance]).toEqual([
        "TRACKING_CODE_CREATED",
        paid,
      ]);
      expect([(await s.call("DELETE", `/shipments/${id}`)).status, money().balance]).toEqual([
        200,
        whole,
      ]);
    },
  );
});
