/**
 * Measures the upkeep of a station with a million shipments: its disk space and memory, idling,
 * pruning, checkpoints, statistics, and purchases during searches.
 */
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { agent, call, p99, purchase } from "./call.ts";
import { filledFolder } from "./fill.ts";
import { isWanted, measure, type Bench } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const MANY = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 1_000_000);
const STATION = resolve(import.meta.dirname, "purchase-station.ts");
const SLICES = resolve(import.meta.dirname, "slices.ts");
const IDLE_MS = Number(process.env["PACKBENCH_IDLE_MS"] ?? 60_000);
const READ_MS = Number(process.env["PACKBENCH_READ_MS"] ?? 18_000);
const TICKS_A_SECOND = 100;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
let folder = "";
let station: Target | undefined;

async function open(): Promise<Target> {
  folder = await filledFolder(MANY);
  station ??= await startProgram(STATION, [folder]);
  return station;
}

async function close(): Promise<void> {
  if (station !== undefined) await stopProgram(station);
  station = undefined;
}

/** Returns the CPU time of all threads of a process, ms. */
function cpuMs({ child }: Target): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
}

/**
 * Measures an idle station, from five seconds after its start.
 * @returns Percent of one core.
 */
async function idle(): Promise<number> {
  const target = await open();
  await sleep(5_000);
  const before = cpuMs(target);
  await sleep(IDLE_MS);
  return (100 * (cpuMs(target) - before)) / IDLE_MS;
}

/**
 * Buys during a read transaction of `READ_MS`.
 * @returns Size of the WAL two seconds after the read, MiB.
 */
async function walAfterRead(): Promise<number> {
  const target = await open();
  const sender = (await call<{ id: string }[]>(target, "GET", "/addresses")).body.data[0]?.id ?? "";
  const reader = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM organizations").get();
  const until = performance.now() + READ_MS;
  while (performance.now() < until) await call(target, "POST", "/transactions", purchase(sender));
  reader.exec("COMMIT");
  reader.close();
  await sleep(2_000);
  return statSync(join(folder, "packbench.db-wal")).size / 1024 / 1024;
}

/**
 * Stops the station and runs a task in a child.
 * @returns The number that the child prints.
 */
async function inChild(what: "prune" | "statistics"): Promise<number> {
  await close();
  const child = await startProgram(SLICES, [await filledFolder(MANY), what]);
  return Number(child.url);
}

/**
 * Buys. If `duringSearches` is true, three searches that read all rows run meanwhile.
 * @returns p99 of the purchases, ms.
 */
async function purchases(duringSearches: boolean): Promise<number> {
  const target = await open();
  const sender = (await call<{ id: string }[]>(target, "GET", "/addresses")).body.data[0]?.id ?? "";
  const searches = duringSearches
    ? Array.from({ length: 3 }, () =>
        call(target, "GET", "/shipments?filter=kadikoy&sortBy=desi").catch(() => undefined),
      )
    : [];
  const ms = await p99(
    async () => (await call(target, "POST", "/transactions", purchase(sender))).ms,
    100,
  );
  await Promise.all(searches);
  return ms;
}

function residentMiB({ child }: Target): number {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024
  );
}

/** Returns the database's bytes per shipment; most shipments were bought more than a month ago. */
async function diskOfShipment(): Promise<number> {
  return statSync(join(await filledFolder(MANY), "packbench.db")).size / MANY;
}

const BENCHES: readonly Bench[] = [
  { row: "million.disk", unit: "bytes a shipment", goal: "≤ 6000", ours: diskOfShipment },
  { row: "million.idle-cpu", unit: "% of a core", goal: "≤ 1", ours: idle },
  { row: "million.wal-after-read", unit: "MiB", goal: "≤ 32", ours: walAfterRead },
  {
    row: "million.prune-slice",
    unit: "ms, the longest",
    goal: "≤ 20",
    ours: () => inChild("prune"),
  },
  {
    row: "million.statistics-slice",
    unit: "ms, the longest",
    goal: "≤ 50",
    ours: () => inChild("statistics"),
  },
  {
    row: "million.purchase-beside",
    unit: "ms p99",
    goal: "ratio ≤ 1.5",
    ours: () => purchases(true),
    floor: () => purchases(false),
  },
  {
    row: "million.memory",
    unit: "MiB",
    goal: "≤ 250",
    ours: async () => residentMiB(await open()),
  },
];

if (BENCHES.some(({ row }) => isWanted(row))) {
  try {
    await measure(BENCHES);
  } finally {
    agent.destroy();
    await close();
  }
}
