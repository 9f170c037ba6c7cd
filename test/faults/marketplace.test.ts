/**
 * Purchases and cancellations at another station while every third call to it fails. Afterwards
 * both stations agree: each label is bought once on each side, paid once there, and nothing is left
 * open there.
 */
import { afterEach, describe, expect, it } from "vitest";
import type { Instant } from "../../core/base/units.ts";
import { startFaultProxy, type FaultProxy, type ProxyFault } from "../helpers/fault-proxy.ts";
import {
  connectMarketplace,
  FAR_SERVICE,
  marketplaceStation,
  offersOf,
  quoted,
} from "../helpers/marketplace.ts";
import { eventually, station, type Station } from "../helpers/station.ts";

const FAULTS: readonly ProxyFault[] = [
  "cut before",
  "cut in",
  "cut after",
  "throttled",
  "busy",
  "garbage",
  "html",
  "redirect",
  "slow",
];
let proxy: FaultProxy | undefined;
afterEach(() => proxy?.close());

type Row = { readonly status: string; readonly barcode: string; readonly total: number };
const labelsOf = (s: Station): Row[] =>
  s.core.deps.db.raw
    .prepare(
      "SELECT status, barcode, total_minor AS total FROM transactions WHERE status <> 'FAILED' ORDER BY barcode",
    )
    .all() as Row[];
const openJobs = (s: Station): number =>
  (
    s.core.deps.db.raw
      .prepare(
        "SELECT count(*) AS n FROM jobs WHERE kind IN ('buy', 'cancel') AND state IN ('WAITING', 'RUNNING')",
      )
      .get() as { n: number }
  ).n;

const [PURCHASES, CANCELLATIONS] = process.env["PACKBENCH_CASES"] === "some" ? [24, 6] : [500, 100];
const STEP_MS = 11 * 60_000;

/** Moves the clock of a desk until its purchases and cancellations have their outcomes. */
async function settle(s: Station, clock: { aheadMs: number }): Promise<void> {
  for (let steps = 0; openJobs(s) > 0; steps += 1) {
    if (steps > 80) throw new Error(`${openJobs(s)} jobs have no outcome`);
    clock.aheadMs += STEP_MS;
    s.core.deps.jobs.wake();
    await new Promise((done) => setTimeout(done, 150));
  }
}

describe("a desk and its marketplace with a fault at every third call", () => {
  it("buy each label once on each side, cancel it once, and agree about the money and the labels", async () => {
    const market = await marketplaceStation();
    proxy = await startFaultProxy(() => market.url);
    const clock = { aheadMs: 0 };
    const desk = await station({
      world: {
        now: () => new Date(Date.now() + clock.aheadMs).toISOString() as Instant,
        carrierWaitMs: 200,
      },
      settings: { carrierTargets: { loopback: true }, rateLimit: null },
    });
    const accountID = await connectMarketplace(desk, proxy.url, market.started.token ?? "");
    const offers: string[] = [];
    for (let i = 0; i < PURCHASES; i += 1) {
      const offer = offersOf(await quoted(desk), accountID).find(
        ({ providerServiceCode }) => providerServiceCode === FAR_SERVICE,
      );
      offers.push(offer?.id ?? "");
    }
    let calls = 0;
    proxy.faultOf = () => {
      calls += 1;
      return calls % 3 === 0 ? (FAULTS[(calls / 3) % FAULTS.length] ?? "none") : "none";
    };
    const bought: string[] = [];
    for (const offerID of offers) await desk.call("POST", "/transactions", { offerID });
    await settle(desk, clock);
    for (const { id } of desk.core.deps.db.raw
      .prepare("SELECT shipment_id AS id FROM transactions WHERE status = 'DONE' ORDER BY id")
      .all() as { id: string }[])
      bought.push(id);
    expect(bought.length).toBe(PURCHASES);
    for (const id of bought.slice(0, CANCELLATIONS)) await desk.call("DELETE", `/shipments/${id}`);
    await settle(desk, clock);
    proxy.faultOf = () => "none";
    expect(calls).toBeGreaterThan(PURCHASES + CANCELLATIONS);
    const mine = labelsOf(desk);
    expect(mine).toEqual(labelsOf(market));
    expect(mine.filter(({ status }) => status === "CANCELED").length).toBe(CANCELLATIONS);
    const paid = mine
      .filter(({ status }) => status === "DONE")
      .reduce((sum, { total }) => sum + total, 0);
    const spent = market.core.deps.db.raw
      .prepare(
        "SELECT -sum(amount_minor) AS n FROM ledger_entries WHERE kind IN ('PURCHASE', 'REFUND')",
      )
      .get() as { n: number };
    expect(spent.n).toBe(paid);
    await expectSameLabels(desk, market);
    await expectNothingLeft(desk, market, clock);
  }, 570_000);
});

async function expectSameLabels(desk: Station, market: Station): Promise<void> {
  const urlsOf = async (s: Station): Promise<Map<string, string>> => {
    const { body } = await s.call<{ barcode: string; labelURL: string }[]>(
      "GET",
      "/shipments?limit=100&statusFilter=TRACKING_CODE_CREATED",
    );
    return new Map(body.data.map(({ barcode, labelURL }) => [barcode, labelURL]));
  };
  const [ours, theirs] = [await urlsOf(desk), await urlsOf(market)];
  expect(ours.size).toBeGreaterThan(0);
  for (const [barcode, url] of ours) {
    const [here, there] = await Promise.all(
      [url, theirs.get(barcode) ?? ""].map(async (one) =>
        Buffer.from(await (await fetch(one)).arrayBuffer()),
      ),
    );
    expect([barcode, here?.equals(there ?? Buffer.alloc(0))]).toEqual([barcode, true]);
  }
}

/** Lets a day pass: the jobs that discard unbought shipments have then run. */
async function expectNothingLeft(
  desk: Station,
  market: Station,
  clock: { aheadMs: number },
): Promise<void> {
  const open = (): number =>
    (
      market.core.deps.db.raw
        .prepare(
          "SELECT count(*) AS n FROM shipments WHERE status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') AND store_identifier <> ''",
        )
        .get() as { n: number }
    ).n;
  clock.aheadMs += 24 * 60 * 60_000;
  await eventually("nothing is left open there", () => {
    desk.core.deps.jobs.wake();
    return open() === 0;
  });
}
