/**
 * Purchases whose labels are announced to a carrier, the simulator of Yurtiçi in a process apart.
 *
 * - `live.purchase`: one-step purchases, ten a second, whose announcements go out meanwhile. The
 *   floor is the same account without a connection.
 * - `live.purchase-waiting`: the same, and the labels wait for a person's command.
 * - `live.purchase-nonstop`: as many purchases as possible, while twenty announcements a second, the
 *   most that the account allows, go out.
 * - `live.outage`: announcements a second after an outage, when thousands of labels wait. The floor
 *   is the number a second that the account allows.
 * - `live.follow`: announced parcels about which the carrier is asked in a minute, with at most 60
 *   calls.
 * - `live.purchase-meanwhile`: the time of a purchase while they go out; the floor is a purchase
 *   when nothing waits.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import type { AnnouncingAccount } from "../../core/fulfilment/announcements/announcements.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, purchase } from "./call.ts";
import { isWanted, measure, percentile, report, rowOf, RUNS } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";
import { rate } from "./purchase-rate.ts";

const STATION = resolve(import.meta.dirname, "live-carriers-station.ts");
const SIMULATOR = resolve(import.meta.dirname, "../../core/shipping/carriers/simulator/main.ts");
const LABELS = Number(process.env["PACKBENCH_LABELS"] ?? 10_000);
const A_SECOND = 20;
const CALLS = 200;
const PAUSE_MS = 80;

const folders = [folderOnDisk(), folderOnDisk(), folderOnDisk()] as const;
const simulator = await startProgram(SIMULATOR, ["yurtici", "--port", "0", "--json"]);
const stations = await Promise.all([
  startProgram(STATION, [folders[0]]),
  startProgram(STATION, [folders[1], "yurtici", "atOnce", simulator.url]),
  startProgram(STATION, [folders[2], "yurtici", "byHand", simulator.url]),
]);
const [plain, announcing, waiting] = stations;
const bodyOf = async (target: Target): Promise<string> => {
  const { body } = await call<{ id: string }[]>(
    target,
    "GET",
    "/addresses?isDefaultSenderAddress=true",
  );
  const accounts = await call<{ id: string }[]>(target, "GET", "/provideraccounts");
  return JSON.stringify({
    ...(purchase(body.data[0]?.id ?? "") as object),
    providerAccountID: accounts.body.data[0]?.id,
    providerServiceCode: "YURTICI_BENCH",
  });
};
const accountOf = async (target: Target): Promise<AnnouncingAccount> => {
  const { body } = await call<AnnouncingAccount[]>(
    target,
    "GET",
    "/station/announcements/accounts",
  );
  const [account] = body.data;
  if (account === undefined) throw new Error("no account announces");
  return account;
};
const bodies = [await bodyOf(plain), await bodyOf(announcing), await bodyOf(waiting)] as const;
for (const [i, station] of stations.entries()) await rate(station, 1, bodies[i] ?? "");

try {
  await measurePurchases("live.purchase", announcing, bodies[1]);
  await measurePurchases("live.purchase-waiting", waiting, bodies[2]);
  await measure([
    {
      row: "live.purchase-nonstop",
      unit: "a second",
      goal: "none",
      ours: () => rate(announcing, 1, bodies[1]),
      floor: () => rate(plain, 1, bodies[0]),
    },
  ]);
  if (isWanted("live.outage") || isWanted("live.purchase-meanwhile")) await measureOutage();
  if (isWanted("live.outage") || isWanted("live.follow")) await measureFollowing();
} finally {
  await Promise.all([...stations, simulator].map(stopProgram));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * Measures purchases in turn at both stations, because the disk's speed changes from second to
 * second. Each run takes the medians of its purchases.
 */
async function measurePurchases(row: string, station: Target, body: string): Promise<void> {
  if (!isWanted(row)) return;
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const [mine, least]: [number[], number[]] = [[], []];
    for (let i = 0; i < CALLS; i += 1) {
      least.push((await call(plain, "POST", "/transactions", JSON.parse(bodies[0]))).ms);
      mine.push((await call(station, "POST", "/transactions", JSON.parse(body))).ms);
      await wait(PAUSE_MS);
    }
    // Purchases a second, so that a higher ratio is better, as the goal counts.
    ours.push(1_000 / percentile(mine, 50));
    floor.push(1_000 / percentile(least, 50));
  }
  report(rowOf({ row, unit: "a second", goal: "ratio ≥ 0.95" }, ours, floor));
}

async function medianPurchase(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1)
    times.push((await call(waiting, "POST", "/transactions", JSON.parse(bodies[2]))).ms);
  return percentile(times, 50);
}

/** Announces the labels that wait, and buys meanwhile. */
async function measureOutage(): Promise<void> {
  let { accountID, waiting: labels } = await accountOf(waiting);
  for (; labels < LABELS; labels += 1)
    await call(waiting, "POST", "/transactions", JSON.parse(bodies[2]));
  const before = await medianPurchase();
  await call(waiting, "POST", "/station/announcements", { accountID });
  const from = performance.now();
  const first = (await accountOf(waiting)).waiting;
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await medianPurchase());
  // The purchases above wait too, since this account announces by hand.
  const bought = 5 * CALLS;
  for (;;) {
    const left = (await accountOf(waiting)).waiting;
    const seconds = (performance.now() - from) / 1_000;
    if (left <= bought) {
      const aSecond = first / seconds;
      process.stdout.write(
        `live.outage: ${first} labels announced in ${seconds.toFixed(1)} s, ${aSecond.toFixed(1)} a second of ${A_SECOND} (goal: 10,000 in ≤ 600 s)\n`,
      );
      break;
    }
    await wait(500);
  }
  process.stdout.write(
    `live.purchase-meanwhile: p50 ${percentile(times, 50).toFixed(2)} ms (${Math.min(...times).toFixed(2)} … ${Math.max(...times).toFixed(2)}), without ${before.toFixed(2)} ms: ratio ${(percentile(times, 50) / before).toFixed(2)} (goal: ratio ≤ 1.2)\n`,
  );
}

/** Counts the parcels that the station asks about in a minute, in its database. */
async function measureFollowing(): Promise<void> {
  const db = new BetterSqlite3(join(folders[2], "packbench.db"), { readonly: true });
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  const announced = count("SELECT count(*) FROM announcements WHERE state = 'ANNOUNCED'");
  const asked = (): number => count("SELECT count(*) FROM tracking_asked");
  const [before, from] = [asked(), performance.now()];
  await wait(Math.min(60_000, LABELS * 10));
  const minutes = (performance.now() - from) / 60_000;
  const aMinute = (asked() - before) / minutes;
  db.close();
  process.stdout.write(
    `live.follow: ${aMinute.toFixed(0)} parcels a minute of ${announced} announced, ${before} asked before: 10,000 in ${(10_000 / aMinute).toFixed(1)} min\n`,
  );
}
