/** Ranges that are used one after the other, by one station and by stations at one hub. */
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { newId } from "../../../core/base/ids.ts";
import { silentLog } from "../../../core/base/log.ts";
import { instant } from "../../../core/base/units.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { Db } from "../../../core/db/database.ts";
import type { NumberRange } from "../../../core/db/leases.ts";
import { missingInSeries, peekSeries, takeFromSeries } from "../../../core/db/number-series.ts";
import { HUB, writeMeta } from "../../../core/db/station-meta.ts";
import { obtainNumbers } from "../../../core/sync/leases/obtain-numbers.ts";
import { openScarce, type ScarceBucket } from "../../../core/sync/leases/scarce-bucket.ts";
import { startBareHub, type BareHub } from "../../helpers/bare-hub.ts";
import { whyNoHub } from "../../helpers/hub.ts";
import { openDatabase } from "../../helpers/open-database.ts";

const depsOf = (db: Db) => ({
  db,
  newId,
  log: silentLog,
  now: () => instant(new Date().toISOString()),
});
const SERIES: readonly NumberRange[] = [
  { range: "barcode:X A 1", first: 1, end: 30 },
  { range: "barcode:X A 101", first: 101, end: 130 },
];

const take = (db: Db): number | undefined =>
  inTransaction(depsOf(db), () => takeFromSeries(db, SERIES)?.n);

describe("a station without a hub", () => {
  it("takes the second range after the first has ended, and nothing after the last", () => {
    const db = openDatabase(":memory:", newId);
    expect(peekSeries(db, SERIES)?.n).toBe(1);
    const taken = Array.from({ length: 61 }, () => take(db));
    expect([taken[29], taken[30], taken[59], taken[60], peekSeries(db, SERIES)]).toEqual([
      30,
      101,
      130,
      undefined,
      undefined,
    ]);
  });
});

describe.skipIf(whyNoHub !== undefined)("stations at one hub", () => {
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

  /** Takes a number as a purchase does: leases what is missing, and plans again. */
  async function buy(db: Db): Promise<number | undefined> {
    for (;;) {
      const need = missingInSeries(db, SERIES, 1);
      if (need === undefined) return take(db);
      try {
        await obtainNumbers(kv, depsOf(db), need, 5, performance.now() + 5_000);
      } catch (error) {
        // The range has ended; the station knows it now.
        if (!isAppError(error, "barcodeNotCreated")) throw error;
      }
    }
  }

  it("three stations that sell at once use both ranges up, give no number twice, and then give none", async () => {
    const stations = Array.from({ length: 3 }, () => {
      const db = openDatabase(":memory:", newId);
      writeMeta(db, HUB, "{}");
      db.isLeasing = true;
      return db;
    });
    const sold = await Promise.all(
      stations.map(async (db) => {
        const numbers: number[] = [];
        for (let n = await buy(db); n !== undefined; n = await buy(db)) numbers.push(n);
        return numbers;
      }),
    );
    const all = sold.flat().toSorted((a, b) => a - b);
    const whole = SERIES.flatMap(({ first, end = first }) =>
      Array.from({ length: end - first + 1 }, (_, i) => first + i),
    );
    expect(all).toEqual(whole);
  });
});
