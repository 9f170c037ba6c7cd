/**
 * A desk with two marketplaces, which are servers in processes apart that answer after 400 ms.
 *
 * - `marketplace.local`: the time until our own offers of a new order are answered. The floor is a
 *   station without marketplaces; both are asked in turn.
 * - `marketplace.offers`: the time until the offers of both servers have come too, 95th percentile.
 *   The floor is the servers' own answer.
 * - `marketplace.purchase`: the time that a purchase there takes. The floor is the same two calls,
 *   the purchase and its label, without the desk.
 * - `marketplace.follow`: parcels whose states are read in a minute, with at most 60 calls.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, shopPurchase } from "./call.ts";
import { isWanted, percentile, report, rowOf, RUNS } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const DELAY_MS = 400;
const ORDERS = 60;
const PARCELS = Number(process.env["PACKBENCH_LABELS"] ?? 2_000);
const SERVER = resolve(import.meta.dirname, "marketplace-server.ts");
const STATION = resolve(import.meta.dirname, "marketplace-station.ts");

const folders = [folderOnDisk(), folderOnDisk(), folderOnDisk()] as const;
const slow = [String(DELAY_MS)];
const servers = await Promise.all([
  startProgram(SERVER, slow),
  startProgram(SERVER, slow),
  startProgram(SERVER, ["0"]),
]);
const stations = await Promise.all([
  startProgram(STATION, [folders[0]]),
  startProgram(STATION, [folders[1], servers[0].url, servers[1].url]),
  startProgram(STATION, [folders[2], servers[2].url]),
]);
const [plain, desk, busy] = stations;
const { shipment: ORDER } = shopPurchase(undefined) as { readonly shipment: unknown };

try {
  if (isWanted("marketplace.local") || isWanted("marketplace.offers")) await measureOffers();
  if (isWanted("marketplace.purchase")) await measurePurchases();
  if (isWanted("marketplace.follow")) await measureFollowing();
} finally {
  await Promise.all([...stations, ...servers].map(stopProgram));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function create(target: Target): ReturnType<typeof call<Shipment>> {
  return call<Shipment>(target, "POST", "/shipments", ORDER);
}

/** Reads an order until all its offers have come. */
async function completed(target: Target, { id }: Shipment): Promise<Shipment> {
  for (;;) {
    const { body } = await call<Shipment>(target, "GET", `/shipments/${id}`);
    if (body.data.offers?.percentageCompleted === 100) return body.data;
    await wait(5);
  }
}

async function measureOffers(): Promise<void> {
  const [local, floor, all, least]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let run = 0; run <= RUNS; run += 1) {
    const [mine, bare, whole, server]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let i = 0; i < ORDERS; i += 1) {
      bare.push((await create(plain)).ms);
      const from = performance.now();
      const made = await create(desk);
      mine.push(made.ms);
      await completed(desk, made.body.data);
      whole.push(performance.now() - from);
      server.push((await create(servers[0])).ms);
    }
    // The first run compiles the code and makes the senders there.
    if (run === 0) continue;
    local.push(1_000 / percentile(mine, 50));
    floor.push(1_000 / percentile(bare, 50));
    all.push(percentile(whole, 95));
    least.push(percentile(server, 95));
  }
  report(rowOf({ row: "marketplace.local", unit: "a second", goal: "ratio ≥ 0.95" }, local, floor));
  report(rowOf({ row: "marketplace.offers", unit: "ms", goal: "≤ 600" }, all, least));
}

/** Finds the offer of a marketplace. */
function farOf({ offers }: Shipment): string | undefined {
  return offers?.list.find(({ providerAccountID }) => providerAccountID !== null)?.id;
}

async function measurePurchases(): Promise<void> {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const [mine, bare]: [number[], number[]] = [[], []];
    for (let i = 0; i < 20; i += 1) {
      const made = await completed(desk, (await create(desk)).body.data);
      mine.push((await call(desk, "POST", "/transactions", { offerID: farOf(made) })).ms);
      const there = (await create(servers[0])).body.data;
      const from = performance.now();
      const offerID = there.offers?.list[0]?.id;
      const bought = await call<{ shipment: Shipment }>(servers[0], "POST", "/transactions", {
        offerID,
      });
      await (await fetch(bought.body.data.shipment.labelURL)).arrayBuffer();
      bare.push(performance.now() - from);
    }
    ours.push(percentile(mine, 50));
    floor.push(percentile(bare, 50));
  }
  const goal = "30 ms above the floor";
  report(rowOf({ row: "marketplace.purchase", unit: "ms", goal }, ours, floor));
}

async function measureFollowing(): Promise<void> {
  for (let i = 0; i < PARCELS; i += 1) {
    const made = await completed(busy, (await create(busy)).body.data);
    await call(busy, "POST", "/transactions", { offerID: farOf(made) });
  }
  const db = new BetterSqlite3(join(folders[2], "packbench.db"), { readonly: true });
  const asked = (): number =>
    Number(
      db
        .prepare("SELECT count(*) FROM tracking_asked WHERE asked_at >= ?")
        .pluck()
        .get(new Date(from).toISOString()),
    );
  // The lists are read every ten minutes; the next reading begins within them.
  const from = Date.now();
  for (let waited = 0; asked() === 0 && waited < 900; waited += 1) await wait(1_000);
  const began = performance.now();
  while (asked() < PARCELS) await wait(500);
  const seconds = (performance.now() - began) / 1_000;
  db.close();
  process.stdout.write(
    `marketplace.follow: ${PARCELS} parcels in ${seconds.toFixed(1)} s with at most one call a second: 10,000 in ${((10_000 / PARCELS) * (seconds / 60)).toFixed(1)} min\n`,
  );
}
