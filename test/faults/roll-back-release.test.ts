/**
 * Rolling back an update: the next release works for an hour, then this release opens the same
 * folder again. Both releases are real processes; the next release is this code with one more
 * migration.
 */
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { dropOldCopy } from "../../core/db/before-upgrade.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type HeadlessStations } from "../helpers/headless.ts";
import { LAST_SCHEMA, makeNextRelease } from "../helpers/next-release.ts";
import { NO_TINY_DISK, tinyDisk } from "../helpers/tiny-disk.ts";
import { call, parcel, type Answer } from "../helpers/station.ts";

/** Purchases of a busy desk in an hour. */
const PURCHASES_OF_AN_HOUR = 60;

const opened: HeadlessStations[] = [];
afterEach(() => {
  for (const stations of opened.splice(0)) stations.killAll();
});

const thisRelease = (): HeadlessStations => remember(headlessStations());

/**
 * Creates the next release.
 * @param minReader Schema of the oldest release that may still open the next release's database.
 */
const nextRelease = (minReader: number): HeadlessStations =>
  remember(headlessStations(makeNextRelease(minReader)));

function remember(stations: HeadlessStations): HeadlessStations {
  opened.push(stations);
  return stations;
}

type Work = { readonly barcodes: string[]; readonly balance: string };

/** Starts the station, buys this many labels, and stops the station with SIGTERM. */
async function work(release: HeadlessStations, dataDir: string, purchases: number): Promise<Work> {
  const { child, ready, err } = await release.serve(dataDir, "--demo");
  const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
    call<T>(ready.url, ready.token, { method, path, body });
  const barcodes: string[] = [];
  for (let i = 0; i < purchases; i += 1) {
    const shipment = await ask<Shipment>("POST", "/shipments", parcel());
    if (shipment.status >= 300) throw new Error(`${shipment.body.message}\n${err()}`);
    const { status, body } = await ask<Transaction>("POST", "/transactions", {
      offerID: shipment.body.data.offers?.cheapest?.id,
    });
    if (status >= 300) throw new Error(body.message);
    barcodes.push(body.data.shipment.barcode);
  }
  const { body } = await ask<{ balance: string }>("GET", "/station/desk");
  child.kill("SIGTERM");
  await new Promise((done) => child.once("exit", done));
  return { barcodes, balance: body.data.balance };
}

function inDatabase<T>(dataDir: string, sql: string): T[] {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

const labels = (dataDir: string): string[] =>
  inDatabase<{ barcode: string }>(
    dataDir,
    "SELECT barcode FROM shipments WHERE barcode <> '' ORDER BY barcode",
  ).map((row) => row.barcode);
const schema = (dataDir: string): number =>
  inDatabase<{ user_version: number }>(dataDir, "PRAGMA user_version")[0]?.user_version ?? 0;

describe("going back to the previous release", { timeout: 180_000 }, () => {
  it(
    "going back keeps every purchase of an hour with the newer release, if the newer release lets this release read its database",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      const before = await work(thisRelease(), dataDir, 5);
      const hour = await work(nextRelease(LAST_SCHEMA), dataDir, PURCHASES_OF_AN_HOUR);
      expect(schema(dataDir)).toBe(LAST_SCHEMA + 1);
      const after = await work(thisRelease(), dataDir, 5);
      const all = [...before.barcodes, ...hour.barcodes, ...after.barcodes];
      expect(new Set(all).size).toBe(PURCHASES_OF_AN_HOUR + 10);
      expect(labels(dataDir)).toEqual(expect.arrayContaining(all));
      const { child, ready } = await thisRelease().serve(dataDir, "--demo");
      expect(
        (await call(ready.url, ready.token, { method: "GET", path: "/station/integrity" })).body
          .data,
      ).toMatchObject({ isWhole: true, brokenAt: null, ledger: { isBalanceKept: true } });
      child.kill("SIGTERM");
      // The next release opens the data that both releases have written.
      await work(nextRelease(LAST_SCHEMA), dataDir, 1);
      expect(labels(dataDir)).toEqual(expect.arrayContaining(all));
    },
  );

  it(
    "going back is refused and loses nothing if this release cannot read the newer database",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      await work(thisRelease(), dataDir, 1);
      const { barcodes } = await work(nextRelease(LAST_SCHEMA + 1), dataDir, 3);
      const { code, stderr } = await thisRelease().refused(dataDir, "--demo");
      expect(code).toBe(1);
      expect(stderr).toContain(
        `newer Packbench (schema ${LAST_SCHEMA + 1}, this one knows ${LAST_SCHEMA})`,
      );
      expect(labels(dataDir)).toEqual(expect.arrayContaining(barcodes));
      expect(schema(dataDir)).toBe(LAST_SCHEMA + 1);
    },
  );

  it(
    "going back opens the database from before the update if the newer release never worked, and keeps the newer database",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      const { barcodes } = await work(thisRelease(), dataDir, 3);
      // The broken release changes the database and ends before it opens a desk.
      const broken = nextRelease(LAST_SCHEMA + 1);
      expect(
        (await broken.refused(dataDir, "--organization", "00000000-0000-7000-8000-000000000000"))
          .code,
      ).toBe(1);
      expect(schema(dataDir)).toBe(LAST_SCHEMA + 1);
      const after = await work(thisRelease(), dataDir, 2);
      expect(schema(dataDir)).toBe(LAST_SCHEMA);
      expect(labels(dataDir)).toEqual(expect.arrayContaining([...barcodes, ...after.barcodes]));
      expect(new Set([...barcodes, ...after.barcodes]).size).toBe(5);
      expect(existsSync(join(dataDir, "before-upgrade/newer.db"))).toBe(true);
    },
  );

  it(
    "an update keeps a copy of the earlier database, which only the station's user can read and which is deleted after two weeks",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      await work(thisRelease(), dataDir, 1);
      await work(nextRelease(LAST_SCHEMA + 1), dataDir, 1);
      const folder = join(dataDir, "before-upgrade");
      const copy = join(folder, `packbench-schema-${LAST_SCHEMA}.db`);
      expect({
        folder: statSync(folder).mode & 0o077,
        copy: statSync(copy).mode & 0o077,
        used: readFileSync(join(folder, "used"), "utf8").length > 10,
      }).toEqual({ folder: 0, copy: 0, used: true });
      const now = Date.now();
      dropOldCopy(join(dataDir, "packbench.db"), now);
      expect(existsSync(copy)).toBe(true);
      utimesSync(folder, now / 1_000 - 15 * 86_400, now / 1_000 - 15 * 86_400);
      dropOldCopy(join(dataDir, "packbench.db"), now);
      expect(existsSync(folder)).toBe(false);
    },
  );
});

describe.skipIf(NO_TINY_DISK !== undefined)(
  "an update on a disk without room for a copy",
  { tags: "all", timeout: 120_000 },
  () => {
    it("an update without room for a copy is refused, with the needed megabytes, only if a rollback needs the copy", async () => {
      const disk = tinyDisk(40);
      try {
        const dataDir = join(disk.folder, "data");
        await work(thisRelease(), dataDir, 1);
        const { code, stderr } = await nextRelease(LAST_SCHEMA + 1).refused(dataDir, "--demo");
        expect({
          code,
          says: /so it is copied first\. The copy needs \d+ MB on the disk/.test(stderr),
        }).toEqual({ code: 1, says: true });
        expect(schema(dataDir)).toBe(LAST_SCHEMA);
        await work(thisRelease(), dataDir, 1);
        await work(nextRelease(LAST_SCHEMA), dataDir, 1);
        expect(schema(dataDir)).toBe(LAST_SCHEMA + 1);
      } finally {
        disk.remove();
      }
    });
  },
);
