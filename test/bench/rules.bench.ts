/**
 * Purchases with 30 agreements and 20 rules, and a dry run over 10,000 past shipments.
 *
 * - `rules.one-step`: one-step purchases. The floor is the same station with the sample agreements
 *   alone, as every purchase was before agreements and rules could be entered.
 * - `rules.accept`: a shipment is created and the offer that the rules choose is bought. The floor
 *   has the same agreements and no rules.
 * - `rules.dry-run`: the floor reads the same number of whole shipments, and prices none.
 * - `rules.purchase-meanwhile`: the time of a purchase while a dry run goes on; the floor is a
 *   purchase without it.
 */
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { DryRun } from "../../core/fulfilment/dry-runs/dry-runs.schema.ts";
import type { OfferChoice } from "../../core/shipping/choosing/choosing.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, shopPurchase } from "./call.ts";
import { filledFolder } from "./fill.ts";
import { isWanted, measure, percentile } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";
import { rate } from "./purchase-rate.ts";

const STATION = resolve(import.meta.dirname, "rules-station.ts");
const AGREEMENTS = "30";
const RULES = "20";
/** Shipments of which at least 10,000 have a label in force. */
const FILLED = 14_000;
const CALLS = 200;

const folders = [folderOnDisk(), folderOnDisk(), folderOnDisk()] as const;
const [plain, unruled, ruled] = await Promise.all([
  startProgram(STATION, [folders[0], "0", "0"]),
  startProgram(STATION, [folders[1], AGREEMENTS, "0"]),
  startProgram(STATION, [folders[2], AGREEMENTS, RULES]),
]);
const senderOf = async (target: Target): Promise<string> =>
  (await call<{ id: string }[]>(target, "GET", "/addresses?isDefaultSenderAddress=true")).body
    .data[0]?.id ?? "";
const bodyOf = async (target: Target): Promise<string> =>
  JSON.stringify(shopPurchase(await senderOf(target)));
const parcel = shopPurchase("") as { shipment: object };

/** Creates shipments and buys the chosen offer of each. @returns Shipments a second. */
async function acceptRate(target: Target): Promise<number> {
  const from = performance.now();
  for (let i = 0; i < CALLS; i += 1) {
    const { id } = (await call<Shipment>(target, "POST", "/shipments", parcel.shipment)).body.data;
    const path = `/station/shipments/${id}/choice`;
    const { offerID } = (await call<OfferChoice>(target, "GET", path)).body.data;
    await call(target, "POST", "/transactions", { offerID });
  }
  return (1_000 * CALLS) / (performance.now() - from);
}

async function medianPurchase(target: Target, body: string, calls: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i += 1)
    times.push((await call(target, "POST", "/transactions", JSON.parse(body))).ms);
  return percentile(times, 50);
}

const [plainBody, ruledBody] = [await bodyOf(plain), await bodyOf(ruled)];
await rate(plain, 1, plainBody);
await rate(ruled, 1, ruledBody);
await acceptRate(unruled);
await acceptRate(ruled);
await measure([
  {
    row: "rules.one-step",
    unit: "a second",
    goal: "ratio ≥ 0.95",
    ours: () => rate(ruled, 1, ruledBody),
    floor: () => rate(plain, 1, plainBody),
  },
  {
    row: "rules.accept",
    unit: "a second",
    goal: "ratio ≥ 0.95",
    ours: () => acceptRate(ruled),
    floor: () => acceptRate(unruled),
  },
]);
await Promise.all([plain, unruled, ruled].map(stopProgram));

if (isWanted("rules.dry-run") || isWanted("rules.purchase-meanwhile")) await measureDryRuns();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

async function measureDryRuns(): Promise<void> {
  const folder = folderOnDisk();
  cpSync(await filledFolder(FILLED), folder, { recursive: true });
  const station = await startProgram(STATION, [folder, AGREEMENTS, RULES]);
  const day = (msAgo: number): string => turkishDay(new Date(Date.now() - msAgo).toISOString());
  const period = { from: day(365 * 86_400_000), to: day(0) };
  const dryRun = async (): Promise<{ readonly ms: number; readonly run: DryRun }> => {
    const { ms, body } = await call<DryRun>(station, "POST", "/station/rules/dry-runs", period);
    return { ms, run: body.data };
  };
  try {
    const { run } = await dryRun();
    if (run.bought.shipments !== 10_000) throw new Error(`${run.bought.shipments} shipments`);
    process.stdout.write(`${run.changed} of 10000 would change; ${run.unpriced} not priced\n`);
    const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
    const rows = db.prepare("SELECT * FROM whole_shipments ORDER BY seq DESC LIMIT 10000");
    const body = await bodyOf(station);
    await measure([
      {
        row: "rules.dry-run",
        unit: "s",
        goal: "≤ 3 s",
        ours: async () => (await dryRun()).ms / 1_000,
        floor: () => {
          const from = performance.now();
          rows.all();
          return Promise.resolve((performance.now() - from) / 1_000);
        },
      },
      {
        row: "rules.purchase-meanwhile",
        unit: "ms p50",
        goal: "ratio ≤ 1.5",
        async ours() {
          let isRunning = true;
          const running = (async () => {
            for (; isRunning;) await dryRun();
          })();
          const ms = await medianPurchase(station, body, CALLS);
          isRunning = false;
          await running;
          return ms;
        },
        floor: () => medianPurchase(station, body, CALLS),
      },
    ]);
    db.close();
  } finally {
    await stopProgram(station);
    rmSync(folder, { recursive: true, force: true });
  }
}
