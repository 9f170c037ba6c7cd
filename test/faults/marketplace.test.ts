/**
 * Purchases and cancellations at two other stations while every third call to them fails.
 * Afterwards the stations agree: each label is bought once on each side, paid once there, and
 * nothing is left open there.
 *
 * @module-tag all
 */
import { afterEach, describe, expect, it } from "vitest";
import { parseMoney } from "../../core/base/money.ts";
import type { Instant } from "../../core/base/units.ts";
import type { Spending } from "../../core/fulfilment/reports/reports.schema.ts";
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
const proxies: FaultProxy[] = [];
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

type Row = { readonly status: string; readonly barcode: string; readonly total: number };
const labelsOf = (...stations: readonly Station[]): Row[] =>
  stations
    .flatMap(
      ({ core }) =>
        core.deps.db.raw
          .prepare(
            "SELECT status, barcode, total_minor AS total FROM transactions WHERE status <> 'FAILED'",
          )
          .all() as Row[],
    )
    .toSorted((a, b) => (a.barcode < b.barcode ? -1 : 1));
/** Purchases less refunds of a station's ledger, minor units. */
const spentAt = ({ core }: Station): number =>
  (
    core.deps.db.raw
      .prepare(
        "SELECT -coalesce(sum(amount_minor), 0) AS n FROM ledger_entries WHERE kind IN ('PURCHASE', 'REFUND')",
      )
      .get() as { n: number }
  ).n;
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

/** Amount that was paid at a marketplace according to the desk's report, minor units. */
async function paidAt(desk: Station, marketplace: string): Promise<number> {
  const from = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const { body } = await desk.call<Spending>("GET", `/station/reports/spending?from=${from}`);
  return body.data.lines
    .filter((line) => line.marketplace === marketplace)
    .reduce((sum, { paidThere }) => sum + (parseMoney(paidThere) ?? 0), 0);
}

/** Connects a desk to a new station through a proxy, and returns both. */
async function marketplaceOf(
  desk: Station,
  name: string,
): Promise<{ market: Station; proxy: FaultProxy; accountID: string; name: string }> {
  const market = await marketplaceStation(
    {},
    { ranges: [{ prefix: name, first: 1, last: 99_999, width: 8 }] },
  );
  const proxy = await startFaultProxy(() => market.url);
  proxies.push(proxy);
  const accountID = await connectMarketplace(desk, proxy.url, market.started.token ?? "", {
    name,
  });
  return { market, proxy, accountID, name };
}

describe("a desk and two marketplaces with a fault at every third call", () => {
  it("buy each label once on each side, cancel it once, and agree about the money and the labels", async () => {
    const clock = { aheadMs: 0 };
    const desk = await station({
      world: {
        now: () => new Date(Date.now() + clock.aheadMs).toISOString() as Instant,
        carrierWaitMs: 200,
      },
      settings: { carrierTargets: { loopback: true }, rateLimit: null },
    });
    const far = [await marketplaceOf(desk, "UZ"), await marketplaceOf(desk, "UY")];
    const markets = far.map(({ market }) => market);
    const offers: string[] = [];
    for (let i = 0; i < PURCHASES; i += 1) {
      const offer = offersOf(await quoted(desk), far[i % far.length]?.accountID ?? "").find(
        ({ providerServiceCode }) => providerServiceCode === FAR_SERVICE,
      );
      offers.push(offer?.id ?? "");
    }
    let calls = 0;
    for (const { proxy } of far)
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
    for (const { proxy } of far) proxy.faultOf = () => "none";
    expect(calls).toBeGreaterThan(PURCHASES + CANCELLATIONS);
    const mine = labelsOf(desk);
    expect(mine).toEqual(labelsOf(...markets));
    expect(mine.filter(({ status }) => status === "CANCELED").length).toBe(CANCELLATIONS);
    for (const { market, name } of far) expect(spentAt(market)).toBe(await paidAt(desk, name));
    await expectSameLabels(desk, markets);
    await expectNothingLeft(desk, markets, clock);
  }, 570_000);
});

async function expectSameLabels(desk: Station, markets: readonly Station[]): Promise<void> {
  const urlsOf = async (s: Station): Promise<Map<string, string>> => {
    const { body } = await s.call<{ barcode: string; labelURL: string }[]>(
      "GET",
      "/shipments?limit=100&statusFilter=TRACKING_CODE_CREATED",
    );
    return new Map(body.data.map(({ barcode, labelURL }) => [barcode, labelURL]));
  };
  const ours = await urlsOf(desk);
  const theirs = new Map((await Promise.all(markets.map(urlsOf))).flatMap((urls) => [...urls]));
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
  markets: readonly Station[],
  clock: { aheadMs: number },
): Promise<void> {
  const openAt = ({ core }: Station): number =>
    (
      core.deps.db.raw
        .prepare(
          "SELECT count(*) AS n FROM shipments WHERE status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') AND store_identifier <> ''",
        )
        .get() as { n: number }
    ).n;
  clock.aheadMs += 24 * 60 * 60_000;
  await eventually("nothing is left open there", () => {
    desk.core.deps.jobs.wake();
    return markets.every((market) => openAt(market) === 0);
  });
}
