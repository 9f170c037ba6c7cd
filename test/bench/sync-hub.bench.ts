/**
 * Many stations on a real nats-server that writes each message to its disk. A change is one row
 * operation. The floor is NATS and SQLite alone: publish a batch, fetch it, write it in one durable
 * transaction.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import { headers } from "@nats-io/transport-node";
import type { Instant } from "../../core/base/units.ts";
import { createPublisher } from "../../core/sync/stream/publish-changes.ts";
import { subjectOf, toHeaders, type OutMessage } from "../../core/sync/stream/stream-message.ts";
import {
  fetchSnapshot,
  findSnapshot,
  putSnapshot,
} from "../../core/sync/snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../../core/sync/snapshot/merge-snapshot.ts";
import { bareNats, type BareNats } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { connectedStation } from "../helpers/connected-station.ts";
import { looseStation } from "../helpers/loose-stations.ts";
import { isWanted, measure, percentile, report, rowOf, RUNS } from "./measure.ts";
import { shopPurchase } from "./call.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";
import { rate } from "./purchase-rate.ts";
import { changeOneRow, makePurchases, messagesOf } from "./sync-work.ts";

const CHANGES = 10_000;
const APPLIERS = 3;
const AT_ONCE = 500;
const CAUGHT_UP_ROWS = 200_000;
/**
 * Row operations of a purchase, to choose the number of purchases; the real number is counted and
 * printed.
 */
const ROWS_OF_A_PURCHASE = 7;
const [DESKS, DESK_PROCESSES, A_SECOND, SECONDS] = [500, 2, 100, 20];
/** Measured and warming changes of a run, and the pause after each, ms. */
const [LATENCIES, WARM, IDLE_MS] = [100, 10, 80];
const here = (name: string): string => resolve(import.meta.dirname, name);

type Lines = {
  readonly child: ChildProcess;
  next(): Promise<Record<string, unknown>>;
  ask(line: string): void;
  stop(): Promise<void>;
};

async function program(file: string, ...args: string[]): Promise<Lines> {
  const child = spawn(process.execPath, [here(file), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const self: Lines = {
    child,
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>,
    ask: (line) => void child.stdin.write(`${line}\n`),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
  await self.next();
  return self;
}

async function withServer<T>(run: (nats: BareNats, js: JetStreamClient) => Promise<T>): Promise<T> {
  const nats = await bareNats();
  const nc = await nats.connect();
  try {
    return await run(nats, jetstream(nc, { timeout: 10_000 }));
  } finally {
    await nc.close();
    await nats.stop();
    rmSync(nats.folder, { recursive: true, force: true });
  }
}

async function appliers(
  kind: "ours" | "floor",
  { url }: BareNats,
  count: number,
): Promise<{ all: Lines[]; end(): Promise<void> }> {
  const folders = Array.from({ length: count }, () => folderOnDisk());
  const all = await Promise.all(
    folders.map((folder) => program("sync-applier-child.ts", kind, url, folder)),
  );
  return {
    all,
    async end() {
      await Promise.all(all.map((one) => one.stop()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Publishes the messages in batches as large as a station's. */
async function publishAll(
  js: JetStreamClient,
  subject: string,
  messages: readonly OutMessage[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += AT_ONCE) {
    const [first, ...others] = messages.slice(at, at + AT_ONCE);
    if (first === undefined) return;
    const last = others.pop();
    if (last === undefined) {
      await js.publish(subject, first.body, { headers: toHeaders(first) });
      return;
    }
    const batch = await js.startBatch(subject, first.body, { headers: toHeaders(first) });
    for (const message of others) batch.add(subject, message.body, { headers: toHeaders(message) });
    await batch.commit(subject, last.body, { headers: toHeaders(last) });
  }
}

/**
 * Measures changes per second, from the outbox of one station until three other stations have
 * applied all changes.
 */
function appliedOnThree(kind: "ours" | "floor"): Promise<number> {
  return withServer(async (nats, js) => {
    const { deps: loose } = looseStation();
    const deps = { ...loose, now: () => new Date().toISOString() as Instant };
    for (let n = 0; n < CHANGES; n += 1) changeOneRow(deps, n);
    const { all, end } = await appliers(kind, nats, APPLIERS);
    for (const one of all) one.ask(String(CHANGES));
    const messages = kind === "floor" ? messagesOf(deps) : [];
    const startedAt = performance.now();
    if (kind === "floor") await publishAll(js, subjectOf(deps.db.stationID), messages);
    else {
      const publisher = createPublisher({
        deps,
        js,
        scope: (commit) => commit,
        signal: new AbortController().signal,
      });
      while (await publisher.next());
    }
    await Promise.all(all.map((one) => one.next()));
    const seconds = (performance.now() - startedAt) / 1_000;
    await end();
    deps.db.close();
    return CHANGES / seconds;
  });
}

/**
 * Measures the time from the COMMIT on one station to the COMMIT on another, for single changes
 * with pauses. The floor publishes the same bytes without an outbox.
 * @returns p99, ms.
 */
function latency(kind: "ours" | "floor"): Promise<number> {
  return withServer(async (nats, js) => {
    const writer = connectedStation(nats);
    const { deps } = writer;
    await writer.connection.checked(5_000);
    const { all, end } = await appliers(kind, nats, 1);
    const [one] = all as [Lines];
    const subject = subjectOf(deps.db.stationID);
    if (kind === "floor") await writer.connection.stop();
    const times: number[] = [];
    for (let n = 1; n <= LATENCIES + WARM; n += 1) {
      one.ask(String(n));
      const at = process.hrtime.bigint();
      changeOneRow(deps, n);
      if (kind === "floor")
        for (const message of messagesOf(deps, n - 1))
          await js.publish(subject, message.body, { headers: toHeaders(message) });
      const { ns } = await one.next();
      if (n > WARM) times.push(Number(BigInt(String(ns)) - at) / 1e6);
      await sleep(IDLE_MS);
    }
    await end();
    if (kind === "ours") await writer.stop();
    return percentile(times, 99);
  });
}

/** Reports in how many seconds a new station catches up from the stream, and from a snapshot. */
async function catchUp(): Promise<void> {
  const byStream: number[] = [];
  const byFloor: number[] = [];
  const bySnapshot: number[] = [];
  await withServer(async (nats, js) => {
    await new Objm(js).create("SNAP");
    const folder = folderOnDisk();
    const { deps: loose } = looseStation(0, [], join(folder, "packbench.db"));
    const deps = { ...loose, now: () => new Date().toISOString() as Instant };
    const organizationID = makePurchases(deps, Math.ceil(CAUGHT_UP_ROWS / ROWS_OF_A_PURCHASE));
    const messages = messagesOf(deps);
    await publishAll(js, subjectOf(deps.db.stationID), messages);
    process.stdout.write(
      `sync-hub.catch-up: ${messages.length} transactions of ${countRows(deps.db.sql)} row operations\n`,
    );
    for (let run = 0; run < RUNS; run += 1) {
      for (const [kind, times] of [
        ["floor", byFloor],
        ["ours", byStream],
      ] as const) {
        const startedAt = performance.now();
        const { all, end } = await appliers(kind, nats, 1);
        all[0]?.ask(String(messages.length));
        await all[0]?.next();
        times.push((performance.now() - startedAt) / 1_000);
        await end();
      }
    }
    await putSnapshot({ deps, folder, session: { js } }, organizationID);
    for (let run = 0; run < RUNS; run += 1) {
      const to = folderOnDisk();
      const { deps: fresh } = looseStation(0, [], join(to, "packbench.db"));
      fresh.db.raw.pragma("synchronous = FULL");
      const startedAt = performance.now();
      const found = await findSnapshot({ js });
      if (found === undefined) throw new Error("there is no snapshot");
      const file = await fetchSnapshot({ folder: to, session: { js } }, found);
      await mergeSnapshot({ ...fresh, now: deps.now }, file);
      bySnapshot.push((performance.now() - startedAt) / 1_000);
      fresh.db.close();
      rmSync(to, { recursive: true, force: true });
    }
    deps.db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  report(rowOf({ row: "sync-hub.catch-up", unit: "s", goal: "≤ 20" }, byStream, byFloor));
  report(rowOf({ row: "sync-hub.snapshot", unit: "s", goal: "≤ 3" }, bySnapshot, []));
}

function countRows(sql: ReturnType<typeof looseStation>["deps"]["db"]["sql"]): number {
  return [
    "shipments",
    "parcels",
    "shipment_facts",
    "transactions",
    "purchase_snapshots",
    "ledger_entries",
    "addresses",
    "orders",
    "offers",
    "rate_requests",
    "frozen_addresses",
  ].reduce(
    (sum, table) => sum + (sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0),
    0,
  );
}

/**
 * Measures the time from publishing until 500 simulated stations have received a message.
 * @returns p99, ms.
 */
function manyDesks(): Promise<number> {
  return withServer(async (nats, js) => {
    const groups = await Promise.all(
      Array.from({ length: DESK_PROCESSES }, () =>
        program("sync-desks-child.ts", nats.url, String(DESKS / DESK_PROCESSES)),
      ),
    );
    const { deps } = looseStation();
    changeOneRow(deps, 1);
    const [message] = messagesOf(deps) as [OutMessage];
    const startedAt = performance.now();
    for (let n = 0; n < A_SECOND * SECONDS; n += 1) {
      const waitMs = startedAt + (n * 1_000) / A_SECOND - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      const head = headers();
      head.set("at", String(process.hrtime.bigint()));
      void js.publish(`ev.desk${n % DESKS}.commit`, message.body, { headers: head });
    }
    await sleep(1_500);
    const ends = await Promise.all(
      groups.map((group) => {
        group.child.stdin?.end();
        return group.next();
      }),
    );
    const came = ends.reduce((sum, { n }) => sum + Number(n), 0);
    if (came < A_SECOND * SECONDS * DESKS)
      process.stdout.write(
        `sync-hub.desks: ${came} of ${A_SECOND * SECONDS * DESKS} messages arrived in time\n`,
      );
    deps.db.close();
    return Math.max(...ends.map(({ p99 }) => Number(p99)));
  });
}

/**
 * Measures purchases per second of a station that has joined a hub. The floor is a station without
 * a hub that runs at the same time.
 */
async function joinedPurchases(): Promise<void> {
  const folders = Array.from({ length: 4 }, () => folderOnDisk());
  const hub = spawn(
    process.execPath,
    [here("../../core/sync/hub/main.ts"), "--dir", folders[3] ?? "", "--port", "0", "--json"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const lines = createInterface({ input: hub.stdout })[Symbol.asyncIterator]();
    const { joinCode } = JSON.parse(String((await lines.next()).value)) as { joinCode: string };
    const [alone, joined] = [
      await startProgram(here("purchase-station.ts"), [folders[0] ?? ""]),
      await startProgram(here("purchase-station.ts"), [folders[1] ?? "", joinCode]),
    ];
    const body = async ({ url, token }: Target): Promise<string> => {
      const addresses = (await (
        await fetch(`${url}/addresses`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: { id: string }[] };
      return JSON.stringify(shopPurchase(addresses.data[0]?.id));
    };
    const [ours, floor] = [await body(joined), await body(alone)];
    await rate(joined, 1, ours);
    await rate(alone, 1, floor);
    await measure([
      {
        row: "sync-hub.purchase",
        unit: "a second",
        goal: "ratio ≥ 0.9",
        ours: () => rate(joined, 1, ours),
        floor: () => rate(alone, 1, floor),
      },
    ]);
    await Promise.all([stopProgram(alone), stopProgram(joined)]);
  } finally {
    const ended = once(hub, "exit");
    hub.kill("SIGTERM");
    await ended;
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

mkdirSync(resolve(import.meta.dirname, "../../test-results"), { recursive: true });
await measure([
  {
    row: "sync-hub.apply",
    unit: "changes a second on all of 3",
    goal: "ratio ≥ 0.6",
    ours: () => appliedOnThree("ours"),
    floor: () => appliedOnThree("floor"),
  },
  {
    row: "sync-hub.latency",
    unit: "ms at p99",
    goal: "≤ 10",
    ours: () => latency("ours"),
    floor: () => latency("floor"),
  },
]);
if (isWanted("sync-hub.catch-up") || isWanted("sync-hub.snapshot")) await catchUp();
await measure([{ row: "sync-hub.desks", unit: "ms at p99", goal: "≤ 600", ours: manyDesks }]);
if (isWanted("sync-hub.purchase")) await joinedPurchases();
process.exit(0);
