/**
 * A station that buys and prints is killed repeatedly, at each step of a purchase and of a print
 * and at random moments: no label is bought twice, printed twice or lost.
 */
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import { seeded } from "../helpers/loose-stations.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { deathsOf, kill, startProgram } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SEED = Number(process.env["PACKBENCH_SEED"] ?? 10_482);
const POINTS = [
  "purchase.settled",
  "print.drawn",
  "print.claimed",
  "print.sent",
  "print.noted",
] as const;
type Point = (typeof POINTS)[number];
/**
 * Number of crashes at each fault point and at random moments in a lane, and number of parallel
 * lanes, each with a separate folder.
 */
const [ROUNDS, LANES] = FULL ? [167, 2] : [1, 1];
const PATIENCE_MS = FULL ? 7_200_000 : 120_000;

type Crashes = {
  readonly seed: number;
  readonly points: readonly Point[];
  readonly rounds: number;
  /** Adds one crash at a random moment to each round. */
  readonly isAtRandom: boolean;
};

/**
 * Kills one station at each fault point, `rounds` times.
 * @returns `hits`: the fault points at which it died. `paid`: entries for purchases. `bought` and
 *   `printed`: barcodes, sorted.
 */
async function lane({ seed, points, rounds, isAtRandom }: Crashes): Promise<{
  readonly hits: readonly string[];
  readonly bought: readonly string[];
  readonly paid: number;
  readonly printed: readonly string[];
}> {
  const random = seeded(seed);
  const dataDir = temporaryFolder();
  const paper = join(temporaryFolder(), "paper");
  const simulator = await createSimulator({ port: 0, httpPort: 0, dir: paper });
  const live = async (point: string, after: number, forMs: number): Promise<void> => {
    const before = deathsOf(dataDir).length;
    const child = await startProgram(
      "printing-child.ts",
      dataDir,
      String(simulator.port),
      paper,
      point,
      String(after),
    ).catch((error: unknown) => {
      // Waiting labels print before the station serves, and the station may die during one of these
      // prints.
      if (deathsOf(dataDir).length === before) throw error;
      return undefined;
    });
    if (child === undefined) return;
    await Promise.race([once(child.process, "exit"), wait(forMs)]);
    await kill(child);
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const point of points) await live(point, 1 + Math.floor(random() * 6), 20_000);
      if (isAtRandom) await live("never", 1, 50 + random() * 900);
    }
    await live("none", 1, 60_000);
    const hits = deathsOf(dataDir);
    const db = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
    const list = (sql: string): string[] => db.prepare(sql).pluck().all() as string[];
    const bought = list("SELECT barcode FROM transactions WHERE status = 'DONE' ORDER BY barcode");
    const paid = Number(list("SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'")[0]);
    db.close();
    const printed = readdirSync(paper)
      .filter((file) => file.endsWith(".zpl"))
      .map((file) => /\^FD(.*?)\^FS/.exec(readFileSync(join(paper, file), "latin1"))?.[1] ?? "");
    return { hits, bought, paid, printed: printed.toSorted() };
  } finally {
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

it("a station killed after a purchase, or after its printer has a label, buys and prints each label once", async () => {
  const points = ["purchase.settled", "print.sent"] as const;
  const { hits, bought, paid, printed } = await lane({
    seed: SEED,
    points,
    rounds: 1,
    isAtRandom: false,
  });
  expect(hits).toEqual(points);
  expect([paid, printed]).toEqual([bought.length, bought]);
});

it(
  "a station killed at each step of buying and printing buys and prints each label once",
  { tags: "all", timeout: PATIENCE_MS },
  async () => {
    const lanes = await Promise.all(
      Array.from({ length: LANES }, (_, i) =>
        lane({ seed: SEED + i, points: POINTS, rounds: ROUNDS, isAtRandom: true }),
      ),
    );
    const hits = POINTS.map(
      (point) =>
        [point, lanes.flatMap((one) => one.hits).filter((hit) => hit === point).length] as const,
    );
    process.stdout.write(
      `${LANES * ROUNDS * (POINTS.length + 1)} crashes, ${lanes.reduce((sum, { bought }) => sum + bought.length, 0)} labels: ${hits.map(([point, count]) => `${point} ${count}`).join(", ")}, any moment ${LANES * ROUNDS}\n`,
    );
    expect(hits.filter(([, count]) => count < (FULL ? 20 : 1))).toEqual([]);
    for (const { bought, paid, printed } of lanes)
      expect([paid, printed]).toEqual([bought.length, bought]);
  },
);
