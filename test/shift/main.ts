/**
 * `npm run shift`: packs a shift's parcels through the real window, and prints what a packer does
 * and how long the packer waits. Exits with 1 when a goal is missed.
 *
 *     npm run shift -- [--parcels N] [--json]
 */
import { parseArgs } from "node:util";
import { percentile } from "../bench/measure.ts";
import { runShift } from "./run-shift.ts";

const { values } = parseArgs({
  options: {
    parcels: { type: "string", default: "600" },
    json: { type: "boolean", default: false },
  },
});
const parcels = Number(values.parcels);
if (!Number.isInteger(parcels) || parcels < 1)
  throw new Error("--parcels must be a whole number above 0");

const shift = await runShift(parcels, (done) => {
  if (done % 50 === 0 && !values.json)
    console.error(`[packbench] ${done} of ${parcels} orders packed`);
});
const each = (of: (one: (typeof shift.orders)[number]) => number): number[] =>
  shift.orders.map((one) => of(one) / one.parcels);
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const waited = each(({ waitedMs }) => waitedMs);
const figures = {
  orders: shift.orders.length,
  parcels: shift.orders.reduce((sum, one) => sum + one.parcels, 0),
  keysPerParcel: round(mean(each(({ keys }) => keys))),
  scansPerParcel: round(mean(each(({ scans }) => scans))),
  machineMsPerParcel: { p50: round(percentile(waited, 50)), p95: round(percentile(waited, 95)) },
  wrongLabels: shift.wrongLabels,
  memoryGrowthMiB: shift.memoryGrowthMiB,
};
const missed = [
  figures.keysPerParcel > 2 && "keys per parcel: at most 2",
  figures.machineMsPerParcel.p95 > 1_000 && "machine time per parcel, p95: at most 1 s",
  figures.wrongLabels.length > 0 && "no wrong label",
  (figures.memoryGrowthMiB ?? 0) > 24 && "memory after the first 100 parcels: at most 24 MiB more",
].filter((one) => one !== false);
console.log(values.json ? JSON.stringify({ ...figures, missed }) : lines());
process.exitCode = missed.length === 0 ? 0 : 1;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function lines(): string {
  const { machineMsPerParcel: ms, memoryGrowthMiB: grown } = figures;
  return [
    `${figures.orders} orders in ${figures.parcels} parcels`,
    `keys per parcel        ${figures.keysPerParcel} (goal ≤ 2)`,
    `scans per parcel       ${figures.scansPerParcel}`,
    `machine time, ms       p50 ${ms.p50}, p95 ${ms.p95} (goal ≤ 1000)`,
    `wrong labels           ${figures.wrongLabels.length} (goal 0)`,
    `memory growth, MiB     ${grown ?? "not measured below 200 parcels"} (goal ≤ 24)`,
    ...missed.map((one) => `MISSED: ${one}`),
  ].join("\n");
}
