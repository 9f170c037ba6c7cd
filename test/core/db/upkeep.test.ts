/**
 * Tests what keeps the file small and the planner informed: checkpoints, statistics, shrinking, and
 * long work in slices. The tests use real files.
 */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { inSlices } from "../../../core/base/slices.ts";
import { silentLog } from "../../../core/base/log.ts";
import { startCheckpoints, type Checkpoints } from "../../../core/db/checkpoints.ts";
import type { Db } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { openReader } from "../../../core/db/open-reader.ts";
import { analyse, listUnanalysed, shrink } from "../../../core/db/upkeep.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { eventually } from "../../helpers/station.ts";

const MiB = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function database(): {
  db: Db;
  file: string;
  walBytes: () => number;
  write: (mebibytes: number) => void;
} {
  const folder = temporaryFolder();
  const file = join(folder, "packbench.db");
  const db = openDatabase(file, () => "00000000-0000-7000-8000-000000000001");
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => db.close(),
  );
  const insert = db.raw.prepare(
    "INSERT INTO outbox (id, hlc, topic, subject_id, payload, created_at) VALUES ('i', 'h', 't', 's', hex(zeroblob(500000)), '2026-01-01T00:00:00.000Z')",
  );
  const write = (mebibytes: number): void => {
    for (let i = 0; i < mebibytes; i += 1) insert.run();
    for (const tell of db.onCommitted) tell();
  };
  return { db, file, walBytes: () => statSync(`${file}-wal`).size, write };
}

function checkpoints(db: Db, file: string): Checkpoints {
  const made = startCheckpoints(db, file, silentLog);
  ends.push(() => made.stop());
  return made;
}

describe("checkpoints", () => {
  it(
    "a checkpoint copies commits while the writer continues, and the writer then restarts the WAL",
    { tags: "all" },
    async () => {
      const { db, file, walBytes, write } = database();
      checkpoints(db, file);
      write(6);
      const before = statSync(file).size;
      await eventually("the database has grown", () => statSync(file).size > before + 5 * MiB);
      write(1);
      expect(walBytes()).toBeLessThan(8 * MiB);
    },
  );

  it(
    "a checkpoint truncates a WAL that grew during a long read as soon as the read has ended",
    { tags: "all" },
    async () => {
      const { db, file, walBytes, write } = database();
      checkpoints(db, file);
      const reader = openReader(file);
      reader.raw.exec("BEGIN");
      reader.sql("SELECT count(*) FROM outbox").get();
      write(40);
      expect(walBytes()).toBeGreaterThan(32 * MiB);
      reader.raw.exec("COMMIT");
      reader.close();
      await eventually("the WAL was cut", () => walBytes() <= 16 * MiB);
    },
  );
});

describe("a new file", () => {
  it("a new file returns free pages in batches, and keeps some for the next writes", () => {
    const { db, file, write } = database();
    expect(db.raw.pragma("auto_vacuum", { simple: true })).toBe(2);
    write(20);
    db.raw.exec("DELETE FROM outbox");
    expect(shrink(db, 100)).toBe(100);
    while (shrink(db, 1_000) > 0);
    db.raw.pragma("wal_checkpoint(TRUNCATE)");
    expect([
      db.raw.pragma("freelist_count", { simple: true }),
      statSync(file).size < 10 * MiB,
    ]).toEqual([2_000, true]);
  });
});

describe("statistics", () => {
  it("statistics are made once for tables of some thousand rows, and not for smaller or larger tables", () => {
    const { db } = database();
    const insert = (table: string, rows: number): unknown =>
      db.raw.exec(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO ${table} SELECT 'r' || i, i FROM n`,
      );
    insert("outbox_cursors", 2_500);
    insert("number_ranges", 6_000);
    db.raw.exec("INSERT INTO station_meta VALUES ('a', 'b')");
    expect(listUnanalysed(db)).toEqual(["outbox_cursors"]);
    for (const table of listUnanalysed(db)) analyse(db, table);
    expect(listUnanalysed(db)).toEqual([]);
  });
});

describe("long work in slices", () => {
  it("a slice of long work takes at most the time a call may wait, and the work ends when nothing is left", () => {
    let now = 0;
    let left = 10_000;
    const longest: number[] = [];
    const next = inSlices(
      (atMost) => {
        const done = Math.min(atMost, left);
        left -= done;
        now += done * 0.05; // ms
        longest.push(done * 0.05);
        return done;
      },
      1_000,
      () => now,
    );
    let slices = 0;
    while (next()) slices += 1;
    expect([left, slices < 200, Math.max(...longest.slice(1)) <= 10]).toEqual([0, true, true]);
  });
});
