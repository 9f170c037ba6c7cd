/**
 * Station processes that spend one balance while stations and the hub are killed.
 * PACKBENCH_FULL=1 runs the test with ten times the balance.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../core/base/ids.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { HUB, writeMeta } from "../../../../core/db/station-meta.ts";
import { getBalance, postEntry } from "../../../../core/organizations/ledger/ledger.service.ts";
import { capacityOf } from "../../../../core/organizations/ledger/money-lease.ts";
import { poolOf } from "../../../../core/sync/leases/money-pool.ts";
import { enrolMoney, obtainMoney } from "../../../../core/sync/leases/obtain-money.ts";
import { openScarce } from "../../../../core/sync/leases/scarce-bucket.ts";
import { startBareHub, type BareHub } from "../../../helpers/bare-hub.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { looseStation, seeded, type LooseStation } from "../../../helpers/loose-stations.ts";
import { programFile } from "../../../helpers/programs.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SEED = Number(process.env["PACKBENCH_SEED"] ?? Date.now() % 100_000);
const WHOLE_MINOR = FULL ? 10_000_000 : 1_000_000; // 100,000.00 or 10,000.00 TL
const STATIONS = 3;
const CHILD = programFile("spending-child.ts");
const soon = (): number => performance.now() + 5_000;

describe.skipIf(whyNoHub !== undefined)("three stations that share a balance", () => {
  let hub: BareHub;
  beforeAll(async () => {
    hub = await startBareHub();
  });
  afterAll(() => hub.kill());

  it(
    `the balance is spent to exactly 0.00 despite kills of stations and hub, and each number and barcode is used once (seed ${SEED})`,
    { tags: "all", timeout: FULL ? 600_000 : 120_000 },
    async () => {
      const random = seeded(SEED);
      const organizationID = newId();
      const paths = Array.from({ length: STATIONS }, (_, i) =>
        join(temporaryFolder(), `station-${i}.db`),
      );
      await found(paths, organizationID, hub);

      const kills = { stations: 0, hub: 0 };
      const running: (ChildProcess | undefined)[] = paths.map(() => undefined);
      const ends = paths.map(async (path, i) => {
        for (let run = 0; ; run += 1) {
          const child = spawn(
            process.execPath,
            [CHILD, path, hub.url, organizationID, String(SEED + 100 * i + run)],
            { stdio: ["ignore", "ignore", "inherit"] },
          );
          running[i] = child;
          const [code] = (await once(child, "exit")) as [number | null];
          if (code !== null) return code;
        }
      });
      const done = Promise.all(ends);
      let isDone = false;
      void done.then(() => (isDone = true));
      for (let round = 0; !isDone && round < (FULL ? 120 : 8); round += 1) {
        await sleep(500 + random() * 400);
        if (round % 4 === 3) {
          kills.hub += 1;
          await hub.kill();
          await sleep(random() * 400);
          await hub.start();
        } else if (running[Math.floor(random() * STATIONS)]?.kill("SIGKILL") === true)
          kills.stations += 1;
      }
      expect(await done).toEqual([0, 0, 0]);

      const stations = paths.map((path) => looseStation(0, [], path));
      const parts = await partsOf(stations, organizationID, hub);
      const references = stations.flatMap(({ deps }) =>
        deps.db
          .sql<{ reference: string }>(
            `SELECT reference FROM ledger_entries WHERE kind = 'PURCHASE'`,
          )
          .all()
          .map((row) => row.reference.split(" ")),
      );
      const numbers = references.map(([number]) => number);
      const barcodes = references.map(([, barcode]) => barcode);
      const all = looseStation();
      for (const station of stations) all.apply(station.outbox(0).map(({ stamped }) => stamped));
      expect({ balance: getBalance(all.deps, organizationID).balance, ...parts }).toEqual({
        balance: 0,
        spendable: [0, 0, 0],
        pool: 0,
      });
      expect([new Set(numbers).size, new Set(barcodes).size]).toEqual([
        references.length,
        references.length,
      ]);
      process.stdout.write(
        `shared balance: ${references.length} purchases, ${kills.stations} kills of stations, ${kills.hub} of the hub\n`,
      );
      for (const { deps } of stations) deps.db.close();
    },
  );
});

/** Enrols the first station with the whole balance, and the others with nothing. */
async function found(
  paths: readonly string[],
  organizationID: string,
  hub: BareHub,
): Promise<void> {
  const nc = await hub.connect();
  const kv = await openScarce(nc);
  const stations = paths.map((path) => looseStation(0, [], path));
  const [first] = stations as [LooseStation];
  inTransaction(first.deps, () =>
    postEntry(first.deps, {
      organizationID,
      kind: "TOPUP",
      amount: WHOLE_MINOR,
      transactionID: null,
      reference: "",
    }),
  );
  for (const [i, { deps, apply }] of stations.entries()) {
    if (i > 0) apply(first.outbox(0).map(({ stamped }) => stamped));
    writeMeta(deps.db, HUB, "{}");
    expect(await enrolMoney(kv, deps, organizationID, i === 0, soon())).toBe(true);
  }
  expect(stations.map(({ deps }) => capacityOf(deps, organizationID))).toEqual([WHOLE_MINOR, 0, 0]);
  for (const { deps } of stations) deps.db.close();
  await nc.close();
}

async function partsOf(
  stations: readonly LooseStation[],
  organizationID: string,
  hub: BareHub,
): Promise<{ spendable: number[]; pool: number | undefined }> {
  const nc = await hub.connect();
  const kv = await openScarce(nc);
  let pool: number | undefined;
  for (const { deps } of stations) {
    const got = await obtainMoney(kv, deps, organizationID, 0, soon());
    pool = got === undefined ? undefined : poolOf(got.pool);
  }
  await nc.close();
  return { spendable: stations.map(({ deps }) => capacityOf(deps, organizationID)), pool };
}
