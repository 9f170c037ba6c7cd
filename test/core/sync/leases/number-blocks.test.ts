/** Blocks of numbers that stations take from one hub. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../core/base/ids.ts";
import { silentLog } from "../../../../core/base/log.ts";
import { instant } from "../../../../core/base/units.ts";
import { becomeCopy } from "../../../../core/db/become-copy.ts";
import { inTransaction, recordFact } from "../../../../core/db/change.ts";
import type { Db } from "../../../../core/db/database.ts";
import { openDatabase } from "../../../helpers/open-database.ts";
import type { NumbersNeed } from "../../../../core/db/leases.ts";
import { countLeft, missingNumbers } from "../../../../core/db/number-blocks.ts";
import { takeNumber } from "../../../../core/db/number-range.ts";
import { HUB, writeMeta } from "../../../../core/db/station-meta.ts";
import { createNumberLeases } from "../../../../core/sync/leases/number-leases.ts";
import { obtainNumbers } from "../../../../core/sync/leases/obtain-numbers.ts";
import { openScarce, type ScarceBucket } from "../../../../core/sync/leases/scarce-bucket.ts";
import { startBareHub, type BareHub } from "../../../helpers/bare-hub.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";

const deps = (db: Db) => ({
  db,
  newId,
  log: silentLog,
  now: () => instant(new Date().toISOString()),
});
/** Matches the error of a station without a number. */
const E2131 = expect.objectContaining({ code: "E2131" }) as Error;
const need = (range: string, change: Partial<NumbersNeed> = {}): NumbersNeed => ({
  kind: "numbers",
  range,
  first: 1,
  end: undefined,
  atLeast: 1,
  ...change,
});
const soon = (): number => performance.now() + 2_000;

function take(db: Db, range: string, many = 1): number[] {
  return Array.from({ length: many }, () =>
    inTransaction(deps(db), () => {
      recordFact(deps(db), { topic: "x", organizationID: null, subjectID: "1" });
      return takeNumber(db, { range, first: 1, end: undefined });
    }),
  );
}

function joined(path = ":memory:"): Db {
  const db = openDatabase(path, newId);
  writeMeta(db, HUB, "{}");
  db.isLeasing = true;
  return db;
}

describe.skipIf(whyNoHub !== undefined)("numbers of a station that has joined a hub", () => {
  let hub: BareHub;
  let nc: NatsConnection;
  let kv: ScarceBucket;
  beforeAll(async () => {
    hub = await startBareHub();
    nc = await hub.connect();
    kv = await openScarce(nc);
  });
  afterAll(async () => {
    await nc.close();
    await hub.kill();
  });

  it("numbers come only from the station's blocks, and a station without a number left gets E2131", async () => {
    const db = joined();
    const missing = (atLeast: number): unknown =>
      missingNumbers(db, { range: "one", first: 1, end: undefined }, atLeast);
    expect(() => take(db, "one")).toThrow(E2131);
    expect(missing(1)).toEqual(need("one"));
    expect(await obtainNumbers(kv, deps(db), need("one"), 3, soon())).toBe(3);
    expect([missing(3), missing(4)]).toEqual([undefined, need("one", { atLeast: 4 })]);
    expect([take(db, "one", 3), countLeft(db, "one")]).toEqual([[1, 2, 3], 0]);
    expect(() => take(db, "one")).toThrow(E2131);
  });

  it("numbers start after those used without a hub, and after those of other stations", async () => {
    const [a, b] = [openDatabase(":memory:", newId), joined()];
    expect(take(a, "grown", 7).at(-1)).toBe(7);
    a.isLeasing = true;
    await obtainNumbers(kv, deps(b), need("grown"), 2, soon());
    await obtainNumbers(kv, deps(a), need("grown"), 2, soon());
    await obtainNumbers(kv, deps(b), need("grown"), 2, soon());
    expect([take(a, "grown", 2), take(b, "grown", 4)]).toEqual([
      [8, 9],
      [1, 2, 10, 11],
    ]);
  });

  it("each number is given once, however many stations ask at once", async () => {
    const stations = Array.from({ length: 6 }, () => joined());
    await Promise.all(
      stations.flatMap((db) =>
        [1, 2, 3].map(async () =>
          expect(
            await obtainNumbers(kv, deps(db), need("many"), 10, performance.now() + 10_000),
          ).toBe(10),
        ),
      ),
    );
    const given = stations.flatMap((db) => take(db, "many", 30));
    expect(given.sort((x, y) => x - y)).toEqual(Array.from({ length: 180 }, (_, i) => i + 1));
  });

  it("each number is given once when the hub's answer is lost after it has written", async () => {
    const db = joined();
    const lost = {
      ...kv,
      get: (key: string) => kv.get(key),
      create: async (key: string, data: string) => {
        await kv.create(key, data);
        throw new Error("timeout");
      },
      update: (key: string, data: string, revision: number) => kv.update(key, data, revision),
    } as ScarceBucket;
    expect(await obtainNumbers(lost, deps(db), need("lost"), 5, soon())).toBe(5);
    expect([take(db, "lost", 5), countLeft(db, "lost")]).toEqual([[1, 2, 3, 4, 5], 0]);
  });

  it("a limited range gives blocks of a twentieth of its rest, and then E1071", async () => {
    const db = joined();
    const range = need("ending", { first: 1_001, end: 1_200 });
    const sizes: number[] = [];
    const all = async (): Promise<void> => {
      for (;;) sizes.push(await obtainNumbers(kv, deps(db), range, 100, soon()));
    };
    await expect(all()).rejects.toMatchObject({ code: "E1071" });
    expect([sizes[0], sizes[1], sizes.at(-1), sizes.reduce((sum, n) => sum + n, 0)]).toEqual([
      10, 9, 1, 200,
    ]);
  });

  it("blocks grow up to 1,000 numbers while each lasts less than a minute, and concurrent calls share a block", async () => {
    const db = joined();
    const leases = createNumberLeases(kv, deps(db));
    await Promise.all([1, 2, 3].map(() => leases.obtain(need("grow"), soon())));
    const left = [countLeft(db, "grow")];
    for (let i = 0; i < 3; i += 1) {
      await leases.obtain(need("grow"), soon());
      left.push(countLeft(db, "grow"));
    }
    expect(left).toEqual([100, 500, 1_500, 2_500]);
  });

  it("numbers are requested in the background when fewer than 50 are left, so that no call waits", async () => {
    const db = joined();
    const leases = createNumberLeases(kv, deps(db));
    const filled: Promise<void>[] = [];
    db.onLowNumbers = (low) => void filled.push(leases.fill(low, soon()));
    await leases.obtain(need("low"), soon());
    take(db, "low", 50);
    expect(filled.length).toBe(0);
    take(db, "low", 1);
    await Promise.all(filled);
    expect([filled.length, countLeft(db, "low")]).toEqual([1, 449]);
  });

  it("numbers that a restored older copy still has are not used, because they may have been used", async () => {
    const folder = temporaryFolder();
    const [path, copy] = [join(folder, "packbench.db"), join(folder, "copy.db")];
    const db = joined(path);
    await obtainNumbers(kv, deps(db), need("older"), 10, soon());
    take(db, "older", 2);
    db.raw.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(path, copy);
    take(db, "older", 2);
    db.close();
    copyFileSync(copy, path);
    const restored = openDatabase(path, newId);
    expect([restored.incarnation, restored.isLeasing, countLeft(restored, "older")]).toEqual([
      2,
      true,
      0,
    ]);
    await obtainNumbers(kv, deps(restored), need("older"), 1, soon());
    expect(take(restored, "older")[0]).toBeGreaterThan(10);
    restored.close();
  });

  it("a copied folder uses none of the original folder's numbers", async () => {
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder);
    const path = join(folder, "packbench.db");
    const db = joined(path);
    await obtainNumbers(kv, deps(db), need("copied"), 10, soon());
    db.close();
    becomeCopy(path, undefined);
    const copy = openDatabase(path, newId);
    expect(() => take(copy, "copied")).toThrow(E2131);
    copy.close();
  });
});
