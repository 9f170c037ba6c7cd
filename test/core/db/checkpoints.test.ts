import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../../core/base/log.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { startCheckpoints } from "../../../core/db/checkpoints.ts";
import type { Db } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { openReader } from "../../../core/db/open-reader.ts";
import { KEPT_WAL_BYTES } from "../../../core/db/open-writer.ts";
import { startReader, type Lane } from "../../../core/db/reader.ts";
import { eventually, temporaryFolder } from "../../helpers/station.ts";

const MB = 1024 * 1024;
const written = (db: Db, mb: number): void => {
  for (let i = 0; i < mb; i += 4)
    db.raw.prepare("INSERT INTO filler (bytes) VALUES (zeroblob(?))").run(Math.min(4, mb - i) * MB);
  for (const tell of db.onCommitted) tell();
};

/** A database with a table to fill. The test must close it; the folder is deleted afterwards. */
function aDatabase(): { path: string; db: Db } {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "packbench.db");
  const db = openDatabase(path, () => "01900000-0000-7000-8000-000000000001");
  db.raw.exec("CREATE TABLE filler (bytes BLOB)");
  return { path, db };
}

it("the checkpoint thread copies transactions without facts, such as slices of a snapshot", async () => {
  const { path, db } = aDatabase();
  const checkpoints = startCheckpoints(db, path, silentLog);
  onTestFinished(async () => {
    await checkpoints.stop();
    db.close();
  });
  const before = statSync(path).size;
  const writer = { db, now: () => "2026-11-21T09:00:00.000Z", newId: () => "" };
  inTransaction(writer, () =>
    db.sql("INSERT INTO filler (bytes) VALUES (zeroblob(?))").run(8 * MB),
  );
  await eventually("the thread has copied it", () => statSync(path).size > before + 7 * MB);
});

it(
  "the checkpoint thread, not a later commit, copies a WAL that grew during a long read",
  { tags: "all" },
  async () => {
    const { path, db } = aDatabase();
    const checkpoints = startCheckpoints(db, path, silentLog);
    const reader = openReader(path);
    onTestFinished(async () => {
      await checkpoints.stop();
      if (reader.raw.open) reader.close();
      db.close();
    });
    const size = (ending = ""): number => statSync(`${path}${ending}`).size;

    reader.raw.exec("BEGIN");
    reader.raw.prepare("SELECT count(*) FROM filler").get();
    written(db, 24);
    await eventually(
      "the thread has found that a read is in the way",
      async () => db.raw.pragma("wal_autocheckpoint", { simple: true }) === 0,
    );
    written(db, 16);
    const before = size();
    reader.close();
    written(db, 1);
    expect(size() - before).toBeLessThan(MB);

    await eventually(
      "all is copied, and the WAL is cut",
      async () => size() > before + 40 * MB && size("-wal") <= KEPT_WAL_BYTES,
    );
    await eventually(
      "the writer copies again if the thread falls behind",
      async () => db.raw.pragma("wal_autocheckpoint", { simple: true }) !== 0,
    );
  },
);

it("a large WAL is truncated between two lists, even if some list is always being read", async () => {
  const { path, db } = aDatabase();
  const reader = startReader(path);
  const checkpoints = startCheckpoints(db, path, silentLog, { between: reader.between });
  const given = new AbortController();
  let read = 0;
  onTestFinished(async () => {
    given.abort();
    await checkpoints.stop();
    await reader.close();
    db.close();
  });
  // Each read sees a separate moment, and takes long enough for the next read to queue.
  const list = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600000) SELECT (SELECT count(*) FROM filler), count(*) FROM n`;
  const readOn = async (lane: Lane): Promise<void> => {
    for (; !given.signal.aborted; read += 1)
      await reader
        .until(given.signal)
        .all(list, {}, lane)
        .catch(() => {});
  };
  const lists = [readOn("long"), readOn("long"), readOn("quick"), readOn("quick")];
  await eventually("lists are read", () => read > 2);
  const walBytes = (): number => statSync(`${path}-wal`).size;
  let largest = 0;
  // Small steps always leave something to copy, so each list reads from the WAL.
  const writing = setInterval(() => {
    written(db, 1 / 8);
    largest = Math.max(largest, walBytes());
  }, 2);
  onTestFinished(() => clearInterval(writing));
  await eventually(
    "the WAL was cut while lists were read and rows written",
    () => largest > KEPT_WAL_BYTES && walBytes() < largest / 2,
  );
  const before = read;
  await eventually("lists are still read", () => read > before + 2);
  given.abort();
  await Promise.all(lists);
});

it(
  "a commit copies nothing until the checkpoint thread has truncated the WAL that grew during a long read",
  { tags: "all" },
  async () => {
    const { path, db } = aDatabase();
    const checkpoints = startCheckpoints(db, path, silentLog);
    const [first, second] = [openReader(path), openReader(path)];
    onTestFinished(async () => {
      await checkpoints.stop();
      for (const reader of [first, second]) if (reader.raw.open) reader.close();
      db.close();
    });
    const read = ({ raw }: typeof first): void => {
      raw.exec("BEGIN");
      raw.prepare("SELECT count(*) FROM filler").get();
    };
    const size = (): number => statSync(path).size;
    read(first);
    written(db, 40);
    await eventually(
      "the thread has found that a read is in the way",
      () => db.raw.pragma("wal_autocheckpoint", { simple: true }) === 0,
    );
    const before = size();
    // Reads the newest state: everything can be copied, but the WAL cannot be truncated.
    read(second);
    first.close();
    await eventually("all was copied", () => size() > before + 36 * MB);
    for (let i = 0; i < 12; i += 1) {
      await new Promise((done) => setTimeout(done, 100)); // The wait is longer than one check.
      expect(db.raw.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
    }
    second.close();
    await eventually(
      "the writer copies again when the WAL is cut",
      () => db.raw.pragma("wal_autocheckpoint", { simple: true }) !== 0,
    );
    expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(KEPT_WAL_BYTES);
  },
);
