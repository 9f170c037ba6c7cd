import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import { RESOURCES, temporaryFolder } from "../helpers/folders.ts";
import { programFile } from "../helpers/programs.ts";

/**
 * Full: 50 crashes with the complete sample file, and 2 at each kind of fault point with the file's
 * first orders. CI: one crash at each kind of fault point of imports and prints;
 * keyed-purchase.test.ts covers purchases.
 */
const FULL = process.env["PACKBENCH_FULL"] === "1";
const CHILD = programFile("demo-child.ts");
const SAMPLE = join(RESOURCES, "samples", "orders.csv");

type Summary = { labels: number; boughtNow: number; wrong: string[]; passed: number };

/** mulberry32: the same seed crashes at the same fault points. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function demo(args: {
  dataDir: string;
  orders: string;
  port: number;
  page: string;
  dieAt: number;
}): Promise<{ summary: Summary | undefined; signal: string | null }> {
  const child = spawn(
    process.execPath,
    [
      CHILD,
      args.dataDir,
      args.orders,
      "127.0.0.1",
      String(args.port),
      args.page,
      String(args.dieAt),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const signal = await new Promise<string | null>((done) =>
    child.once("close", (_code, s) => done(s)),
  );
  if (signal === null && out === "") throw new Error(`the demo failed: ${err}`);
  return { summary: out === "" ? undefined : (JSON.parse(out) as Summary), signal };
}

/**
 * Kills the demo at one fault point, runs it again, and returns the differences from a correct run.
 */
async function crashOnce(
  orders: string,
  labels: number,
  dieAt: number,
): Promise<{ point: string; wrong: string[] }> {
  const dataDir = temporaryFolder();
  const simulator = await createSimulator({ port: 0, httpPort: 0, dir: join(dataDir, "printer") });
  const run = { dataDir, orders, port: simulator.port, page: simulator.httpUrl.replace(/\/$/, "") };
  try {
    const first = await demo({ ...run, dieAt });
    const second = await demo({ ...run, dieAt: 0 });
    const died = join(dataDir, "died-at.txt");
    const point = existsSync(died) ? readFileSync(died, "utf8") : "none";
    const db = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
    const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
    const found = {
      killed: first.signal,
      labels: second.summary?.labels,
      bought: count("SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'"),
      shipments: count("SELECT count(*) FROM shipments"),
      open:
        count("SELECT count(*) FROM transactions WHERE status = 'PENDING'") +
        count("SELECT count(*) FROM print_jobs WHERE status NOT IN ('SENT', 'CONFIRMED')"),
      wrong: second.summary?.wrong,
    };
    db.close();
    const wanted = {
      killed: "SIGKILL",
      labels,
      bought: labels,
      shipments: labels,
      open: 0,
      wrong: [],
    };
    return {
      point,
      wrong:
        JSON.stringify(found) === JSON.stringify(wanted)
          ? []
          : [`fault point ${dieAt} (${point}): ${JSON.stringify(found)}`],
    };
  } finally {
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Crashes the demo once at each chosen fault point.
 * @param choose Chooses where to crash, from the ordered fault points of a complete run; numbers
 *   start at 1.
 */
async function crashMany(
  orders: string,
  labels: number,
  choose: (passed: readonly string[]) => readonly number[],
): Promise<void> {
  const dataDir = temporaryFolder();
  const simulator = await createSimulator({ port: 0, httpPort: 0, dir: join(dataDir, "printer") });
  const whole = await demo({
    dataDir,
    orders,
    port: simulator.port,
    page: simulator.httpUrl.replace(/\/$/, ""),
    dieAt: 0,
  });
  const passed = readFileSync(join(dataDir, "passed.txt"), "utf8").trim().split("\n");
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(whole.summary).toMatchObject({ labels, wrong: [], passed: passed.length });
  const places = choose(passed);
  const hits = new Map<string, number>();
  const wrong: string[] = [];
  const queue = [...places];
  await Promise.all(
    [1, 2].map(async () => {
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        const result = await crashOnce(orders, labels, at);
        hits.set(result.point, (hits.get(result.point) ?? 0) + 1);
        wrong.push(...result.wrong);
      }
    }),
  );
  process.stdout.write(
    `${places.length} crashes over ${passed.length} fault points: ${[...hits].map(([b, n]) => `${b} ${n}`).join(", ")}\n`,
  );
  expect(wrong).toEqual([]);
}

/** Chooses random fault points, the same for the same seed. */
function anywhere(crashes: number, seed: number): (passed: readonly string[]) => readonly number[] {
  const next = random(seed);
  return (passed) =>
    Array.from({ length: crashes }, () => 1 + Math.floor(next() * (passed.length - 1)));
}

/**
 * Chooses the first and the last fault point of each kind; in CI size alternately the first or the
 * last, of imports and prints only.
 */
function atEachKind(passed: readonly string[]): readonly number[] {
  const kinds = [...new Set(passed)]
    .filter((kind) => FULL || /^(?:import|print)\./.test(kind))
    .map((kind) => [1 + passed.indexOf(kind), 1 + passed.lastIndexOf(kind)]);
  return kinds.flatMap((places, i) => (FULL ? places : places.slice(i % 2, (i % 2) + 1)));
}

describe("a station killed in the middle of the demo", () => {
  it(
    "each label is bought once and printed once",
    { tags: "all", timeout: 1_800_000 },
    async () => {
      const folder = temporaryFolder();
      const few = join(folder, "orders.csv");
      writeFileSync(few, readFileSync(SAMPLE, "utf8").split("\r\n").slice(0, 5).join("\r\n"));
      await crashMany(few, 4, atEachKind);
      rmSync(folder, { recursive: true, force: true });
    },
  );

  if (FULL)
    it(
      "each label of the complete sample file is bought once and printed once",
      { timeout: 1_800_000 },
      () => crashMany(SAMPLE, 55, anywhere(50, 10_482)),
    );
});
