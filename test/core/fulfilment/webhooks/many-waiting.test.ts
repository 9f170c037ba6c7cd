/** Webhooks whose receiver has accepted nothing for days, so that very many events wait. */
import { expect, it } from "vitest";
import type { Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { findHeldUntil } from "../../../../core/fulfilment/webhooks/deliveries.store.ts";
import { createPlanner } from "../../../../core/fulfilment/webhooks/plan-deliveries.ts";
import { change, eventually, station, type Station } from "../../../helpers/station.ts";

const MANY = 3_000;

/**
 * Creates a webhook with many waiting events, planned while another station delivered for the
 * webhook.
 */
async function withWaiting(s: Station): Promise<string> {
  s.core.deps.turns.set({
    organizationID: s.started.organizationID,
    published: () => Number.MAX_SAFE_INTEGER,
    holds: () => false,
  });
  const url = "https://alici.ornek.test/hook";
  const { id } = (await s.call<Webhook>("POST", "/webhook", { type: "TRACK_UPDATED", url })).body
    .data;
  change(
    s,
    `INSERT INTO webhook_deliveries (id, created_at, updated_at, webhook_id, fact_seq, event_id, shipment_id, state, is_own, is_queued, held_until)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
     SELECT 'd' || i, '${s.core.deps.now()}', '${s.core.deps.now()}', '${id}', i, 'e' || i, 's' || i, 'PENDING', 0, 0, '' FROM n`,
  );
  return id;
}

const count = (s: Station, sql: string): number =>
  Number(s.core.deps.db.raw.prepare(sql).pluck().get());
const JOBS = "SELECT count(*) FROM jobs WHERE kind = 'webhook'";

it("waiting events get their jobs at most 200 at a time when this station takes the webhook over", async () => {
  const s = await station();
  await withWaiting(s);
  s.core.deps.turns.onChange = () => {}; // the test runs the rounds
  s.core.deps.turns.set(undefined);
  const planner = createPlanner(s.core.deps);
  while (planner.next());
  const jobs: number[] = [];
  do jobs.push(count(s, JOBS));
  while (planner.dispatch() === "more");
  const steps = jobs.slice(1).map((n, i) => n - (jobs[i] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(200);
  expect(count(s, JOBS)).toBe(MANY);
});

it("an event that is held back holds later events of its parcel back too, and no other parcel's", async () => {
  const s = await station();
  const id = await withWaiting(s);
  const held = "2099-01-01T00:00:00.000Z";
  change(s, `UPDATE webhook_deliveries SET held_until = '${held}' WHERE shipment_id = 's1'`);
  const { db } = s.core.deps;
  expect(
    ["s1", "s2", "none"].map((shipmentID) => findHeldUntil(db, { webhookID: id, shipmentID })),
  ).toEqual([held, "", ""]);
});

it("when a webhook is deleted, its waiting events are given up in batches, whether they have jobs or not", async () => {
  const s = await station();
  const id = await withWaiting(s);
  change(s, "UPDATE webhook_deliveries SET is_queued = 1 WHERE fact_seq % 2 = 0");
  change(
    s,
    `INSERT INTO jobs (id, created_at, updated_at, kind, lane, sequence, position, subject_id, organization_id, shipment_id, payload, state, next_attempt_at)
     SELECT 'j' || fact_seq, created_at, created_at, 'webhook', 'webhook alici.ornek.test', 'webhook ${id} ' || shipment_id, fact_seq, id, '${s.started.organizationID}', shipment_id, '{}', 'WAITING', '2099-01-01T00:00:00.000Z'
       FROM webhook_deliveries WHERE is_queued = 1`,
  );
  const pending = (): number =>
    count(s, "SELECT count(*) FROM webhook_deliveries WHERE state = 'PENDING'");
  const { onChange } = s.core.deps.turns;
  s.core.deps.turns.onChange = () => {}; // no background work continues after the deletion
  await s.call("DELETE", `/webhook/${id}`);
  expect(pending()).toBe(MANY - 400);
  onChange();
  await eventually("all are given up", () => Promise.resolve(pending() === 0));
  expect(count(s, `${JOBS} AND state = 'REFUSED'`)).toBe(MANY / 2);
});
