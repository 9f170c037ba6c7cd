import { createHmac } from "node:crypto";
import { rmSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { deskActor } from "../../../../core/organizations/organizations.service.ts";
import {
  oldestUndeliveredFact,
  pruneDeliveries,
} from "../../../../core/fulfilment/webhooks/deliveries.service.ts";
import { deleteWebhook } from "../../../../core/fulfilment/webhooks/webhooks.service.ts";
import type { Delivery, Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { receiver, type Receiver, type ReceivedCall } from "../../../helpers/receiver.ts";
import {
  boughtShipment,
  eventually,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";

vi.setConfig({ testTimeout: 30_000 });

type Registered = Webhook & { signingSecret: string };

async function register(
  s: Station,
  r: Receiver,
  change: Record<string, unknown> = {},
): Promise<Registered> {
  return (
    await s.call<Registered>("POST", "/webhook", {
      type: "TRACK_UPDATED",
      url: `${r.url}/hook`,
      ...change,
    })
  ).body.data;
}

/** Buys a test shipment; each read of it moves it one step. */
async function testShipment(s: Station): Promise<string> {
  return (await boughtShipment(s, { test: true })).shipment.id;
}

async function step(s: Station, shipmentID: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await s.call("GET", `/shipments/${shipmentID}`);
}

const callsOf = (r: Receiver, shipmentID: string): ReceivedCall[] =>
  r.calls.filter((t) => t.json.data?.id === shipmentID);
const stepsOf = (received: readonly ReceivedCall[]): string[] =>
  received.map((t) => t.json.data?.trackingStatus?.trackingSubStatusCode ?? "");
const deliveriesOf = async (s: Station, id: string): Promise<Delivery[]> =>
  (await s.call<Delivery[]>("GET", `/webhook/${id}/deliveries`)).body.data;
/**
 * Advances the clock and wakes the jobs, so that deliveries that have become due are sent at once.
 */
function wait(s: Station, ms: number): void {
  s.clock.nowMs += ms;
  s.core.deps.jobs.wake();
}

describe("a tracking change", () => {
  it("a change is delivered with the registered header and a signature of timestamp and body, made with the secret that was shown once", async () => {
    const s = await station();
    const r = await receiver();
    const webhook = await register(s, r, { headerName: "X-Shop", headerValue: "42" });
    const id = await testShipment(s);
    await step(s, id);
    const received = await eventually("the event", () => r.calls[0]);
    const timestamp = String(received.headers["x-timestamp"]);
    expect({
      event: received.json,
      shop: received.headers["x-shop"],
      type: received.headers["content-type"],
      signature: received.headers["x-signature"],
    }).toMatchObject({
      event: {
        event: "TRACK_UPDATED",
        type: "TRACK_UPDATED",
        metadata: "",
        data: { id, trackingStatus: { trackingSubStatusCode: "information_received" } },
      },
      shop: "42",
      type: "application/json",
      signature: createHmac("sha256", webhook.signingSecret)
        .update(`${timestamp}.${received.text}`)
        .digest("hex"),
    });
    expect(Math.abs(Number(timestamp) * 1000 - s.clock.nowMs)).toBeLessThan(60_000);
    const { body } = await s.call<Webhook[]>("GET", "/webhook");
    expect(JSON.stringify(body)).not.toContain(webhook.signingSecret);
  });

  it('a change is delivered as the bare shipment with format "shipment"', async () => {
    const s = await station();
    const r = await receiver();
    await register(s, r, { format: "shipment" });
    const id = await testShipment(s);
    await step(s, id);
    const received = await eventually("the event", () => r.calls[0]);
    expect(JSON.parse(received.text)).toMatchObject({ id, test: true });
  });

  it("deliveries contain the shipment at the time of the event, in order, although the first deliveries failed", async () => {
    const s = await station();
    const r = await receiver((_told, n) => (n <= 2 ? 500 : 200));
    const webhook = await register(s, r);
    const [a, b] = [await testShipment(s), await testShipment(s)];
    await step(s, a, 3);
    await step(s, b, 2);
    await eventually(
      "the failures",
      async () =>
        (await deliveriesOf(s, webhook.id))
          .flatMap((d) => d.attempts)
          .filter((t) => t.statusCode === 500).length === 2,
    );
    wait(s, 60_000);
    await eventually("all events", async () =>
      (await deliveriesOf(s, webhook.id)).every((d) => d.state === "DELIVERED"),
    );
    const taken = r.calls.slice(2);
    const order = ["information_received", "package_accepted", "package_departed"];
    expect({
      a: stepsOf(taken.filter((t) => t.json.data?.id === a)),
      b: stepsOf(taken.filter((t) => t.json.data?.id === b)),
    }).toEqual({ a: order, b: order.slice(0, 2) });
    const first = callsOf(r, a);
    expect(first[0]?.headers["x-event-id"]).toBe(first[1]?.headers["x-event-id"]);
    const attempts = (await deliveriesOf(s, webhook.id))
      .filter((d) => d.shipmentID === a)
      .at(-1)?.attempts;
    expect(attempts?.map((t) => [t.statusCode, t.error])).toEqual([
      [500, "The receiver answered 500."],
      [200, ""],
    ]);
  });

  it("a change is delivered to other receivers while one receiver does not answer", async () => {
    const s = await station();
    const [silent, quick] = [await receiver(() => "hang"), await receiver()];
    await register(s, silent);
    await register(s, quick);
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => testShipment(s)));
    for (const id of ids) await step(s, id);
    await eventually("all events at the quick receiver", () => quick.calls.length === ids.length);
    expect(silent.calls.length).toBeLessThanOrEqual(4);
  });

  it("a change is not delivered to a webhook that was registered later, is inactive, or was deleted", async () => {
    const s = await station();
    const r = await receiver();
    const id = await testShipment(s);
    const deleted = await register(s, r);
    expect((await s.call<Webhook>("DELETE", `/webhook/${deleted.id}`)).body.data).toMatchObject({
      id: deleted.id,
      isActive: false,
    });
    await register(s, r, { isActive: false });
    await step(s, id);
    const late = await register(s, r, { headerName: "X-Late", headerValue: "1" });
    await step(s, id);
    await eventually(
      "the second event",
      async () => (await deliveriesOf(s, late.id))[0]?.state === "DELIVERED",
    );
    expect(r.calls.map((t) => [t.headers["x-late"], ...stepsOf([t])])).toEqual([
      ["1", "package_accepted"],
    ]);
  });

  it("a delivery whose webhook is deleted during the call stays given up, whether the receiver answers 200 or 500", async () => {
    const s = await station();
    const states: unknown[] = [];
    for (const answer of [200, 500]) {
      const r = await receiver(() => {
        deleteWebhook(s.core.deps, deskActor(s.core.deps, s.started.memberID), webhook.id);
        return answer;
      });
      const webhook = await register(s, r);
      await step(s, await testShipment(s));
      const { raw } = s.core.deps.db;
      await eventually(
        "the attempt is noted",
        () =>
          raw.prepare("SELECT count(*) FROM delivery_attempts").pluck().get() === states.length + 1,
      );
      states.push(
        raw
          .prepare("SELECT state FROM webhook_deliveries WHERE webhook_id = ?")
          .pluck()
          .get(webhook.id),
      );
    }
    expect(states).toEqual(["GIVEN_UP", "GIVEN_UP"]);
  });

  it("a redirect is not followed", async () => {
    const s = await station();
    const elsewhere = await receiver();
    const r = await receiver(() => ({ status: 302, location: `${elsewhere.url}/` }));
    const webhook = await register(s, r);
    await step(s, await testShipment(s));
    const tried = await eventually(
      "the attempt",
      async () => (await deliveriesOf(s, webhook.id))[0]?.attempts[0],
    );
    expect({ status: tried.statusCode, elsewhere: elsewhere.calls.length }).toEqual({
      status: 302,
      elsewhere: 0,
    });
  });
});

describe("a station that stops", () => {
  it("an event that was sent but not recorded is sent again with the same id", async () => {
    const dataDir = temporaryFolder();
    try {
      const r = await receiver((_told, n) => (n === 1 ? "hang" : 200));
      const before = await station({ dataDir });
      const webhook = await register(before, r);
      const id = await testShipment(before);
      await step(before, id, 2);
      await eventually("the first try", () => r.calls.length === 1);
      await before.stop();
      const after = await station({ dataDir });
      after.clock.nowMs = before.clock.nowMs;
      await eventually(
        "both events",
        async () =>
          (await deliveriesOf(after, webhook.id)).filter((d) => d.state === "DELIVERED").length ===
          2,
      );
      expect(stepsOf(r.calls)).toEqual([
        "information_received",
        "information_received",
        "package_accepted",
      ]);
      expect(r.calls[1]?.headers["x-event-id"]).toBe(r.calls[0]?.headers["x-event-id"]);
      expect(r.calls[1]?.text).toBe(r.calls[0]?.text);
      await after.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("each fact is planned once, even if a kill leaves the cursor before facts that are planned", async () => {
    const dataDir = temporaryFolder();
    try {
      const r = await receiver();
      const before = await station({ dataDir });
      const webhook = await register(before, r);
      const id = await testShipment(before);
      await step(before, id);
      await eventually(
        "the first event",
        async () => (await deliveriesOf(before, webhook.id))[0]?.state === "DELIVERED",
      );
      // Simulates a crash: the facts are stored, and the cursor is before them.
      before.core.deps.db.raw.prepare("UPDATE outbox_cursors SET seq = 0").run();
      await before.stop();
      const after = await station({ dataDir });
      after.clock.nowMs = before.clock.nowMs;
      await step(after, id);
      await eventually("the second event", () => r.calls.length >= 2);
      expect({
        received: stepsOf(r.calls),
        planned: (await deliveriesOf(after, webhook.id)).length,
      }).toEqual({ received: ["information_received", "package_accepted"], planned: 2 });
      await after.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe("a receiver that accepts nothing", () => {
  it("an event is given up after 72 hours, then the shipment's next event is sent, and the first can be replayed", async () => {
    const s = await station();
    const state = { takes: false };
    const r = await receiver(() => (state.takes ? 204 : 503));
    const webhook = await register(s, r);
    const id = await testShipment(s);
    await step(s, id, 2);
    const oldest = async (): Promise<Delivery | undefined> =>
      (await deliveriesOf(s, webhook.id)).at(-1);
    for (let tries = 1; tries < 10; tries += 1) {
      await eventually("the next try", async () => (await oldest())?.attempts.length === tries);
      wait(s, 8 * 3_600_000);
    }
    const given = await eventually("the end", async () => {
      const d = await oldest();
      return d?.state === "GIVEN_UP" && d;
    });
    await eventually(
      "the next event's first try",
      async () => (await deliveriesOf(s, webhook.id))[0]?.attempts.length === 1,
    );
    state.takes = true;
    wait(s, 60_000);
    await eventually(
      "the next event",
      async () => (await deliveriesOf(s, webhook.id))[0]?.state === "DELIVERED",
    );
    const { body } = await s.call<Delivery>(
      "POST",
      `/webhook/${webhook.id}/deliveries/${given.id}/replay`,
    );
    expect(body.data).toMatchObject({ id: given.id, state: "PENDING", eventID: given.eventID });
    const again = await eventually("the replay", async () => {
      const d = await oldest();
      return d?.state === "DELIVERED" && d;
    });
    expect(again.attempts.map((a) => a.statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 503),
      204,
    ]);
    expect(stepsOf(r.calls).at(-1)).toBe("information_received");
    expect(r.calls.at(-1)?.headers["x-event-id"]).toBe(given.eventID);
  });

  it("a person's retry sends the event again, and the event is kept until it is delivered", async () => {
    const s = await station();
    const state = { takes: false };
    const r = await receiver(() => (state.takes ? 204 : 503));
    const webhook = await register(s, r);
    await step(s, await testShipment(s));
    const { deps } = s.core;
    const [delivery] = await eventually("the first try", async () => {
      const all = await deliveriesOf(s, webhook.id);
      return all[0]?.attempts.length === 1 && all;
    });
    const stateNow = async (): Promise<string | undefined> =>
      (await deliveriesOf(s, webhook.id))[0]?.state;
    await eventually(
      "it waits",
      () =>
        deps.db.raw
          .prepare("SELECT 1 FROM jobs WHERE kind = 'webhook' AND state = 'WAITING'")
          .get() !== undefined,
    );
    // Simulates the log after three days.
    deps.db.raw.exec("UPDATE delivery_attempts SET at = '2026-11-01T00:00:00.000Z'");
    deps.db.raw.exec(
      "INSERT INTO delivery_attempts SELECT 'try ' || n.value, organization_id, webhook_id, delivery_id, event_id, shipment_id, event_at, at, status_code, error, duration_ms, outcome, stamp FROM delivery_attempts, json_each('[1,2,3,4,5,6,7,8]') AS n",
    );
    wait(s, 60_000);
    await eventually("the end", async () => (await stateNow()) === "GIVEN_UP");
    const [job] = (await s.desk<{ id: string }[]>("GET", "/station/jobs")).data;
    const begun = await s.call("POST", `/station/jobs/${job?.id}/again`);
    expect([begun.status, await stateNow(), oldestUndeliveredFact(deps) !== undefined]).toEqual([
      200,
      "PENDING",
      true,
    ]);
    await eventually(
      "the next try",
      async () => (await deliveriesOf(s, webhook.id))[0]?.attempts.length === 11,
    );
    state.takes = true;
    wait(s, 60_000);
    await eventually("it is delivered", async () => (await stateNow()) === "DELIVERED");
    expect([r.calls.at(-1)?.headers["x-event-id"], oldestUndeliveredFact(deps)]).toEqual([
      delivery?.eventID,
      undefined,
    ]);
  });

  it("a pruned event cannot be retried: E2043", async () => {
    const s = await station();
    const webhook = await register(s, await receiver(() => 503));
    await step(s, await testShipment(s));
    await eventually(
      "the first try",
      async () => (await deliveriesOf(s, webhook.id))[0]?.attempts.length === 1,
    );
    const { raw } = s.core.deps.db;
    await eventually(
      "it waits",
      () =>
        raw.prepare("SELECT 1 FROM jobs WHERE kind = 'webhook' AND state = 'WAITING'").get() !==
        undefined,
    );
    raw.exec(
      "UPDATE jobs SET state = 'NEEDS_PERSON' WHERE kind = 'webhook'; UPDATE webhook_deliveries SET state = 'GIVEN_UP'; DELETE FROM outbox WHERE topic = 'tracking.updated'",
    );
    const [job] = (await s.desk<{ id: string }[]>("GET", "/station/jobs")).data;
    expect([
      (await s.call("POST", `/station/jobs/${job?.id}/again`)).body.code,
      (await s.desk<unknown[]>("GET", "/station/jobs")).data,
    ]).toEqual(["E2043", [expect.objectContaining({ id: job?.id })]]);
  });
});

it("a delivery that was given up is deleted after thirty days, with the job that waited for a person", async () => {
  const s = await station();
  const webhook = await register(s, await receiver(() => 503));
  await step(s, await testShipment(s));
  await eventually(
    "the first try",
    async () => (await deliveriesOf(s, webhook.id))[0]?.attempts.length === 1,
  );
  const { deps } = s.core;
  const jobs = (): unknown[] =>
    deps.db.raw.prepare("SELECT state FROM jobs WHERE kind = 'webhook'").pluck().all();
  await eventually("it waits", () => jobs().includes("WAITING"));
  deps.db.raw.exec(
    "UPDATE jobs SET state = 'NEEDS_PERSON' WHERE kind = 'webhook'; UPDATE webhook_deliveries SET state = 'GIVEN_UP'",
  );
  wait(s, 29 * 24 * 3_600_000);
  expect([pruneDeliveries(deps, 50), jobs()]).toEqual([0, ["NEEDS_PERSON"]]);
  wait(s, 2 * 24 * 3_600_000);
  expect([pruneDeliveries(deps, 50), jobs()]).toEqual([1, []]);
});
