/**
 * Many purchases at a carrier that cuts, delays and refuses, by a station that is killed again and again: what the carrier has charged
 * in the end is what is bought here.
 */
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import type { JobAnswer } from "../../core/jobs/jobs.schema.ts";
import type { Shipment } from "../../core/shipments/shipments.schema.ts";
import type { Fault } from "../carriers/courier/faults.ts";
import { startCourier } from "../carriers/courier/start-courier.ts";
import { seeded } from "../helpers/loose-stations.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { kill, startProgram, type Child } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const [PURCHASES, KILLS] = FULL ? [300, 40] : [30, 4];
const SEED = Number(process.env["PACKBENCH_SEED"] ?? 4_747);

const POINTS = ["purchase.reserved", "job.taken", "purchase.asked", "job.noted", "purchase.settled"] as const;

type Weights = readonly (readonly [fault: Fault, weight: number])[];
const BUYING: Weights = [["none", 5], ["cut before", 2], ["cut in", 2], ["cut after", 4], ["late", 2], ["busy", 1], ["garbage", 1], ["refused", 6]];
const FINDING: Weights = [["none", 6], ["cut before", 1], ["cut after", 1], ["busy", 1], ["garbage", 1], ["refused", 1]];

function drawn(random: () => number, weights: Weights, count: number): Fault[] {
  const all = weights.flatMap(([fault, weight]) => Array.from({ length: weight }, () => fault));
  return Array.from({ length: count }, () => all[Math.floor(random() * all.length)] ?? "none");
}

it(`${PURCHASES} purchases over ${KILLS} kills end as the carrier has charged them, key by key`, { timeout: 600_000 }, async () => {
  const dataDir = temporaryFolder();
  const random = seeded(SEED);
  const courier = await startCourier();
  const epoch = String(Date.now());
  const start = (...dieAt: readonly string[]): Promise<Child> => startProgram("courier-child.ts", dataDir, courier.url, epoch, ...dieAt);
  const pick = (): readonly string[] => [POINTS[Math.floor(random() * POINTS.length)] ?? "", String(1 + Math.floor(random() * 4))];
  let child = await start();
  const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => call<T>(child.url, child.token, { method, path, body });
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  let offers: readonly string[] = [];
  const buySome = async (atMost: number): Promise<void> => {
    const isBegun = (offerID: string): boolean => db.prepare("SELECT 1 FROM transactions WHERE offer_id = ?").get(offerID) !== undefined;
    const some = offers.filter((offerID) => !isBegun(offerID)).slice(0, atMost);
    await Promise.all(some.map((offerID) => ask("POST", "/transactions", { offerID }).catch(() => "the station was killed")));
  };
  try {
    // Offers of both accounts, while nothing fails.
    const shipments: string[] = [];
    for (let i = 0; i < PURCHASES; i += 1) shipments.push((await ask<Shipment>("POST", "/shipments", parcel())).body.data.id);
    await eventually("all prices have come", () => count("SELECT count(*) FROM offers WHERE carrier_id IN ('seeing', 'blind')") === 2 * PURCHASES);
    offers = shipments.map((id, i) => db.prepare("SELECT id FROM offers WHERE shipment_id = ? AND carrier_id = ?").pluck().get(id, i % 2 === 0 ? "seeing" : "blind") as string);
    await kill(child);
    await courier.fail("buy", ...drawn(random, BUYING, 50 * PURCHASES));
    await courier.fail("find", ...drawn(random, FINDING, 50 * PURCHASES));

    // Every second time it dies at a fault point, else after some time. What its callers are answered is of no interest.
    for (let i = 0; i < KILLS; i += 1) {
      child = await start(...(i % 2 === 0 ? pick() : []));
      const exited = once(child.process, "exit");
      const answers = buySome(Math.ceil(PURCHASES / KILLS));
      await Promise.race([exited, wait(200 + random() * 600)]);
      await kill(child);
      await answers;
    }

    // It goes on by itself until nothing is open, then a person asks the carrier about what is left.
    child = await start();
    void buySome(PURCHASES);
    await eventually("every purchase is begun", () => count("SELECT count(*) FROM transactions") === PURCHASES);
    await eventually("nothing is asked any more", () => count("SELECT count(*) FROM jobs WHERE kind = 'buy' AND state IN ('WAITING', 'RUNNING')") === 0);
    const { sold } = await courier.books();
    const jobs = (await ask<JobAnswer[]>("GET", "/station/jobs")).body.data;
    const keyOf = ({ id }: JobAnswer): string => db.prepare("SELECT subject_id FROM jobs WHERE id = ?").pluck().get(id) as string;
    const seeing = jobs.filter((job) => job.lane === "buy seeing");
    const boughtAlone = db.prepare("SELECT id FROM transactions WHERE status = 'DONE' ORDER BY id").pluck().all();
    expect(seeing).toEqual([]);
    expect(sold.filter((key) => !jobs.some((job) => keyOf(job) === key)).sort()).toEqual(boughtAlone);
    await courier.fail("buy");
    for (const job of jobs) expect((await ask("POST", `/station/jobs/${job.id}/${sold.includes(keyOf(job)) ? "again" : "not-done"}`)).status).toBe(200);
    await eventually("nothing is open any more", () => count("SELECT count(*) FROM transactions WHERE status = 'PENDING'") === 0);

    const bought = db.prepare("SELECT id FROM transactions WHERE status = 'DONE' ORDER BY id").pluck().all();
    const points = join(dataDir, "died-at.txt");
    const died = existsSync(points) ? readFileSync(points, "utf8").trim().split("\n") : [];
    process.stdout.write(`seed ${SEED}: ${count("SELECT count(*) FROM transactions")} purchases, ${KILLS} kills (${died.length} at fault points: ${died.join(", ")}): ${bought.length} bought, ${count("SELECT count(*) FROM transactions WHERE status = 'FAILED'")} refused, ${jobs.length} asked of a person\n`);
    expect([...(await courier.books()).sold].sort()).toEqual(bought);
    expect(db.prepare("SELECT transaction_id FROM ledger_entries WHERE kind = 'PURCHASE' ORDER BY transaction_id").pluck().all()).toEqual(bought);
    expect(count("SELECT sum(held_minor) FROM balances")).toBe(0);
  } finally {
    db.close();
    await kill(child);
    await courier.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
