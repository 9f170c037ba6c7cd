/**
 * An organization comes to an empty station from another station, in processes apart.
 *
 * - `move-in.time`: the time of the whole move. The floor reads the same pages of shipments, without
 *   a station that takes them.
 * - `move-in.purchase`: the time of a one-step purchase meanwhile. The floor is the same purchase
 *   before the move.
 * - `move-in.delay-p99`, `move-in.delay-longest`: turns of the station's event loop meanwhile, after
 *   the first call of another server has loaded the code for calls, which takes some 60 ms once.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { MoveIn } from "../../core/station/move-in/move-in.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { call, shopPurchase } from "./call.ts";
import { filledFolder } from "./fill.ts";
import { median, percentile, report, rowOf, RUNS } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const SHIPMENTS = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 20_000);
const PAGE = 100;
/** Pause between two purchases of a packer's program, ms. */
const PAUSE_MS = 250;
const PURCHASES_ALONE = 40;
/** Time within which the first call has been made, ms. */
const FIRST_CALL_MS = 1_000;
/** Shipments of the sample data at most, whose numbers are used at both stations. */
const SAMPLE_ORDERS = 200;

const serverFolder = folderOnDisk();
cpSync(await filledFolder(SHIPMENTS), join(serverFolder, "data"), { recursive: true });
const server = await startProgram(resolve(import.meta.dirname, "marketplace-station.ts"), [
  join(serverFolder, "data"),
]);

type Run = {
  readonly seconds: number;
  readonly floorSeconds: number;
  readonly alone: readonly number[];
  readonly meanwhile: readonly number[];
  readonly p99Ms: number;
  readonly longestMs: number;
};

try {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const floorSeconds = await readPages();
    runs.push({ floorSeconds, ...(await move()) });
  }
  const each = (of: (run: Run) => number): number[] => runs.map(of);
  const shipments = `≤ ${((15 * 60 * SHIPMENTS) / 100_000).toFixed(0)}: 100,000 in 15 min`;
  report(
    rowOf(
      { row: "move-in.time", unit: "s", goal: shipments },
      each(({ seconds }) => seconds),
      each(({ floorSeconds }) => floorSeconds),
    ),
  );
  report(
    rowOf(
      { row: "move-in.purchase", unit: "ms", goal: "ratio ≤ 1.3" },
      each(({ meanwhile }) => median(meanwhile)),
      each(({ alone }) => median(alone)),
    ),
  );
  report(
    rowOf(
      { row: "move-in.purchase-p99", unit: "ms", goal: "none" },
      each(({ meanwhile }) => percentile(meanwhile, 99)),
      each(({ alone }) => percentile(alone, 99)),
    ),
  );
  for (const [row, of, goal] of [
    ["move-in.delay-p99", ({ p99Ms }: Run) => p99Ms, "≤ 20"],
    ["move-in.delay-longest", ({ longestMs }: Run) => longestMs, "≤ 50"],
  ] as const)
    report(rowOf({ row, unit: "ms", goal }, each(of), []));
} finally {
  await stopProgram(server);
  rmSync(serverFolder, { recursive: true, force: true });
}

/** @returns The time that the server's answers alone take, s. */
async function readPages(): Promise<number> {
  const from = performance.now();
  for (let page = 1; ; page += 1) {
    const { body } = await call<unknown[]>(server, "GET", `/shipments?page=${page}&limit=${PAGE}`);
    if (body.data.length < PAGE) return (performance.now() - from) / 1_000;
  }
}

/** Moves the organization to a new station. */
async function move(): Promise<Omit<Run, "floorSeconds">> {
  const dataDir = folderOnDisk();
  const child = fork(resolve(import.meta.dirname, "import-station.ts"), [dataDir], {
    execArgv: ["--max-semi-space-size=4", "--max-old-space-size=512"],
  });
  const answerOf = async <T>(order?: "begin" | "end"): Promise<T> => {
    const answer = once(child, "message");
    if (order !== undefined) child.send(order);
    return ((await answer) as [T])[0];
  };
  try {
    const target: Target = { child, ...(await answerOf<{ url: string; token: string }>()) };
    const senders = await call<{ id: string }[]>(target, "GET", "/addresses");
    const body = shopPurchase(senders.body.data[0]?.id, { order: false });
    const buy = async (): Promise<number> => (await call(target, "POST", "/transactions", body)).ms;
    const alone: number[] = [];
    const meanwhile: number[] = [];
    // The first ten compile the code.
    for (let i = 0; i < PURCHASES_ALONE + 10; i += 1) {
      const ms = await buy();
      if (i >= 10) alone.push(ms);
      await wait(PAUSE_MS);
    }
    const from = performance.now();
    await call(target, "POST", "/station/move-in", { url: server.url, token: server.token });
    await wait(FIRST_CALL_MS);
    await answerOf("begin");
    while (!(await hasRead(target))) {
      meanwhile.push(await buy());
      await wait(PAUSE_MS);
    }
    const seconds = (performance.now() - from) / 1_000;
    const { p99Ms, longestMs } = await answerOf<{ p99Ms: number; longestMs: number }>("end");
    return { seconds, alone, meanwhile, p99Ms, longestMs };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @throws Error when the move has paused, or has left out more than the sample data's numbers. */
async function hasRead(target: Target): Promise<boolean> {
  const { body } = await call<MoveIn[]>(target, "GET", "/station/move-in");
  const [now] = body.data;
  if (now === undefined || now.state === "PAUSED") throw new Error(now?.problem ?? "no move");
  if (now.state !== "READ") return false;
  const counted = now.counts.find(({ kind }) => kind === "shipments");
  if ((counted?.taken ?? 0) < SHIPMENTS - SAMPLE_ORDERS)
    throw new Error(`the move left shipments out: ${JSON.stringify(counted)}`);
  return true;
}
