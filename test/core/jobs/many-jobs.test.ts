/**
 * Requests run between very many jobs that are due at the same millisecond.
 *
 * @module-tag alone
 */
import { setTimeout as wait } from "node:timers/promises";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLoop, type Loop } from "../../../core/base/loop.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { JobKind } from "../../../core/jobs/job.ts";
import { createJobWaits } from "../../../core/jobs/job-waits.ts";
import { enqueueJob } from "../../../core/jobs/jobs.service.ts";
import { createJobRunner } from "../../../core/jobs/run-jobs.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { eventually } from "../../helpers/station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const MANY = FULL ? 10_000 : 1_000;
const LONGEST_MS = 50;

type Spread = {
  readonly lane: (i: number) => string;
  readonly sequence?: (i: number) => { key: string; position: number };
};

/** @returns The longest turn while all jobs run, ms. */
async function runAll({ lane, sequence }: Spread): Promise<number> {
  const folder = temporaryFolder();
  const { deps, clock } = looseStation(0, [], join(folder, "packbench.db"));
  const at = deps.now();
  inTransaction(deps, () => {
    for (let i = 0; i < MANY; i += 1)
      enqueueJob(deps, {
        kind: "buy",
        lane: lane(i),
        subjectID: `s${i}`,
        organizationID: "o",
        shipmentID: null,
        at,
        ...(sequence === undefined ? {} : { sequence: sequence(i) }),
      });
  });
  const kind: JobKind = {
    kind: "buy",
    atOnce: 100,
    perLane: 100,
    backoff: { firstMs: 1_000, largestMs: 60_000, forMs: 3_600_000 },
    timeoutMs: () => 60_000,
    attempt: () => wait(1, { end: "DONE", error: "" } as const),
  };
  let loop: Loop | undefined;
  const runner = createJobRunner(deps, [kind], createJobWaits(0), () => loop?.wake());
  clock.nowMs += 1_000;
  const { longestMs } = await longestTurn(async () => {
    loop = startLoop(deps.log, "jobs", () => Promise.resolve(runner.step()));
    await eventually(
      "all have ended",
      () =>
        deps.db.raw.prepare("SELECT 1 FROM jobs WHERE state <> 'DONE' LIMIT 1").get() === undefined,
    );
  });
  await loop?.stop();
  await runner.stop();
  deps.db.close();
  rmSync(folder, { recursive: true, force: true });
  return longestMs;
}

async function holdsNoTurn(how: string, spread: Spread): Promise<void> {
  const t = performance.now();
  const longest = await runAll(spread);
  process.stdout.write(
    `${MANY} jobs ${how}: longest turn ${longest.toFixed(1)} ms, ${(performance.now() - t).toFixed(0)} ms in all\n`,
  );
  expect(longest).toBeLessThan(LONGEST_MS);
}

describe(`${MANY} jobs due at once`, { timeout: 120_000 }, () => {
  it.each<[string, Spread]>([["with a lane each", { lane: (i) => `buy ${i}` }]])(
    `jobs %s block the loop for less than ${LONGEST_MS} ms at a time`,
    holdsNoTurn,
  );

  it.each<[string, Spread]>([
    ["of one lane", { lane: () => "buy a" }],
    [
      "of twenty lanes, in sequences of a hundred",
      {
        lane: (i) => `buy ${i % 20}`,
        sequence: (i) => ({ key: `q${i % (MANY / 100)}`, position: i }),
      },
    ],
  ])(
    `jobs %s block the loop for less than ${LONGEST_MS} ms at a time`,
    { tags: "all" },
    holdsNoTurn,
  );
});
