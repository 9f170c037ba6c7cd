/**
 * One-step purchases per second over HTTP, on 1 and 16 connections. The floor is a bare handler
 * that writes the same durable rows. Both are measured again on a disk whose fsync takes 2 ms.
 */
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderOnDisk } from "../helpers/folders.ts";
import { shopPurchase } from "./call.ts";
import { isWanted, measure } from "./measure.ts";
import { startProgram, stopProgram } from "./program.ts";
import { rate } from "./purchase-rate.ts";
import { slowDisk } from "./slow-disk.ts";

const here = (name: string): string => resolve(import.meta.dirname, name);

const dataDir = folderOnDisk();
const ours = await startProgram(here("purchase-station.ts"), [dataDir]);
const addresses = (await (
  await fetch(`${ours.url}/addresses`, { headers: { authorization: `Bearer ${ours.token}` } })
).json()) as { data: { id: string }[] };
const body = JSON.stringify(shopPurchase(addresses.data[0]?.id));
await rate(ours, 1, body); // Warms the station.
await stopProgram(ours);
const floorDir = folderOnDisk();
cpSync(join(dataDir, "packbench.db"), join(floorDir, "floor.db"));

/**
 * Measures the station and the floor in turn.
 * @param prefix First part of the rows' names.
 * @param goals Number of connections and goal of each row.
 * @param env Variables for both programs.
 */
async function measureInTurn(
  prefix: string,
  goals: readonly (readonly [number, string])[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!goals.some(([connections]) => isWanted(`${prefix}.${connections}`))) return;
  const station = await startProgram(here("purchase-station.ts"), [dataDir], env);
  const floor = await startProgram(here("purchase-floor.ts"), [join(floorDir, "floor.db")], env);
  try {
    await rate(station, 1, body);
    await rate(floor, 1, body);
    await measure(
      goals.map(([connections, goal]) => ({
        row: `${prefix}.${connections}`,
        unit: "a second",
        goal,
        ours: () => rate(station, connections, body),
        floor: () => rate(floor, connections, body),
      })),
    );
  } finally {
    await Promise.all([stopProgram(station), stopProgram(floor)]);
  }
}

try {
  await measureInTurn("purchase", [
    [1, "ratio ≥ 0.8"],
    [16, "ratio ≥ 0.5"],
  ]);
  const slow = slowDisk(floorDir);
  if (slow === undefined)
    process.stdout.write(
      "purchase.slow-disk is not measured: it needs Linux and a C compiler (cc).\n",
    );
  else
    await measureInTurn(
      "purchase.slow-disk",
      [
        [1, "ratio ≥ 0.8"],
        [16, "ratio ≥ 1.5"],
      ],
      slow,
    );
} finally {
  for (const folder of [dataDir, floorDir]) rmSync(folder, { recursive: true, force: true });
}
