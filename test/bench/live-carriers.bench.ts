/**
 * Purchases whose labels are announced to a carrier, the simulator of Yurtiçi in a process apart.
 *
 * - `live.purchase`: one-step purchases whose announcements go out meanwhile. The floor is the same
 *   account without a connection.
 * - `live.purchase-waiting`: the same, and the labels wait for a set time.
 * - `live.outage`: announcements a second after an outage, when thousands of labels wait. The floor
 *   is the number a second that the account allows.
 * - `live.purchase-meanwhile`: the time of a purchase while they go out; the floor is a purchase
 *   when nothing waits.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AnnouncingAccount } from "../../core/fulfilment/announcements/announcements.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, purchase } from "./call.ts";
import { isWanted, measure, percentile } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";
import { rate } from "./purchase-rate.ts";

const STATION = resolve(import.meta.dirname, "live-carriers-station.ts");
const SIMULATOR = resolve(import.meta.dirname, "../../core/shipping/carriers/simulator/main.ts");
const LABELS = Number(process.env["PACKBENCH_LABELS"] ?? 10_000);
const A_SECOND = 20;
const CALLS = 200;

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
  return JSON.stringify({
    ...(purchase(body.data[0]?.id ?? "") as object),
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
  await measure([
    {
      row: "live.purchase",
      unit: "a second",
      goal: "ratio ≥ 0.95",
      ours: () => rate(announcing, 1, bodies[1]),
      floor: () => rate(plain, 1, bodies[0]),
    },
    {
      row: "live.purchase-waiting",
      unit: "a second",
      goal: "ratio ≥ 0.95",
      ours: () => rate(waiting, 1, bodies[2]),
      floor: () => rate(plain, 1, bodies[0]),
    },
  ]);
  if (isWanted("live.outage") || isWanted("live.purchase-meanwhile")) await measureOutage();
} finally {
  await Promise.all([...stations, simulator].map(stopProgram));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
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
