/** Webhooks whose receiver has taken nothing for days: very many events wait for it. */
import { expect, it } from "vitest";
import type { Webhook } from "../../../core/webhooks/webhooks.schema.ts";
import { createPlanner } from "../../../core/webhooks/plan-deliveries.ts";
import { change, eventually, station, type Station } from "../../helpers/station.ts";

const MANY = 3_000;

/** A webhook of whose events many wait, each planned while another station delivered for it. */
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

it("get their jobs some at a time when this station takes the webhook over", async () => {
  const s = await station();
  await withWaiting(s);
  s.core.deps.turns.onChange = () => {}; // the rounds are this test's
  s.core.deps.turns.set(undefined);
  const planner = createPlanner(s.core.deps);
  while (planner.next());
  const jobs = [];
  do jobs.push(count(s, JOBS));
  while (planner.dispatch() === "more");
  const steps = jobs.slice(1).map((n, i) => n - (jobs[i] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(200);
  expect(count(s, JOBS)).toBe(MANY);
});
