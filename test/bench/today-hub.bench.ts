/**
 * Measures what 40 joined stations that show Today cost the hub: its processor time and that of its
 * nats-server, while one station packs a label each second. Every station reads Today each two seconds,
 * as the open view does; in the floor, none does.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, shopPurchase } from "./call.ts";
import { isWanted, report, rowOf, RUNS } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const STATIONS = Number(process.env["PACKBENCH_STATIONS"] ?? 40);
const SECONDS = Number(process.env["PACKBENCH_SECONDS"] ?? 20);
/** Stations that start at the same time. */
const STARTING = 4;
/** The view reads again at most this often, ms. */
const READ_EVERY_MS = 2_000;
const TICKS_A_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
const HUB = resolve(import.meta.dirname, "../../core/sync/hub/main.ts");
const STATION = resolve(import.meta.dirname, "purchase-station.ts");

/** Lists a process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

/** Reads the processor time of processes, s. */
function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }, 0);
}

/** Measures the hub's share of a core while the stations work, %. */
async function shareOf(hub: number, stations: readonly Target[], reads: boolean): Promise<number> {
  const [first] = stations as [Target];
  const addresses = (await (
    await fetch(`${first.url}/addresses`, { headers: { authorization: `Bearer ${first.token}` } })
  ).json()) as { data: { id: string }[] };
  const pids = familyOf(hub);
  const before = cpuOf(pids);
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1_000;
  const body = shopPurchase(addresses.data[0]?.id);
  const packing = (async () => {
    while (performance.now() < until) {
      await call(first, "POST", "/transactions", body);
      await sleep(1_000);
    }
  })();
  const reading = stations.map(async (station) => {
    while (reads && performance.now() < until) {
      await call(station, "GET", "/station/today");
      await sleep(READ_EVERY_MS);
    }
  });
  await Promise.all([packing, ...reading]);
  return ((cpuOf(pids) - before) * 100_000) / (performance.now() - startedAt);
}

async function measureToday(): Promise<void> {
  const folders = Array.from({ length: STATIONS + 1 }, () => folderOnDisk());
  const dir = folders[STATIONS] ?? "";
  const hub = spawn(process.execPath, [HUB, "--dir", dir, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stations: Target[] = [];
  try {
    const lines = createInterface({ input: hub.stdout })[Symbol.asyncIterator]();
    const { joinCode } = JSON.parse(String((await lines.next()).value)) as { joinCode: string };
    stations.push(await startProgram(STATION, [folders[0] ?? "", joinCode]));
    const added = execFileSync(
      process.execPath,
      [HUB, "add", "--dir", dir, "--desks", String(STATIONS), "--json"],
      { encoding: "utf8" },
    );
    const { joinCode: others } = JSON.parse(added) as { joinCode: string };
    while (stations.length < STATIONS) {
      const next = folders.slice(stations.length, Math.min(stations.length + STARTING, STATIONS));
      stations.push(
        ...(await Promise.all(next.map((folder) => startProgram(STATION, [folder, others])))),
      );
    }
    await sleep(10_000);
    const [shown, idle]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      idle.push(await shareOf(hub.pid ?? 0, stations, false));
      shown.push(await shareOf(hub.pid ?? 0, stations, true));
    }
    const how = { row: "today-hub.cpu", unit: "% of a core", goal: "≤ 1 above the floor" };
    report(rowOf(how, shown, idle));
  } finally {
    await Promise.all(stations.map(stopProgram));
    const ended = once(hub, "exit");
    hub.kill("SIGTERM");
    await ended;
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

if (isWanted("today-hub")) await measureToday();
process.exit(0);
