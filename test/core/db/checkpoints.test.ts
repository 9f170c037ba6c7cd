import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../../core/base/log.ts";
import { startCheckpoints } from "../../../core/db/checkpoints.ts";
import { KEPT_WAL_BYTES, openDatabase, openReader, type Db } from "../../../core/db/database.ts";
import { eventually, temporaryFolder } from "../../helpers/station.ts";

const MB = 1024 * 1024;
const written = (db: Db, mb: number): void => {
  for (let i = 0; i < mb; i += 4) db.raw.prepare("INSERT INTO filler (bytes) VALUES (zeroblob(?))").run(Math.min(4, mb - i) * MB);
  for (const tell of db.listeners) tell([]);
};

it("what a long read has let the WAL grow to is copied by the checkpoints' thread, and by no commit after it", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "packbench.db");
  const db = openDatabase(path, () => "01900000-0000-7000-8000-000000000001");
  db.raw.exec("CREATE TABLE filler (bytes BLOB)");
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
  await eventually("the thread has found that a read is in the way", async () => db.raw.pragma("wal_autocheckpoint", { simple: true }) === 0);
  written(db, 16);
  const before = size();
  reader.close();
  written(db, 1);
  expect(size() - before).toBeLessThan(MB);

  await eventually("all is copied, and the WAL is cut", async () => size() > before + 40 * MB && size("-wal") <= KEPT_WAL_BYTES);
  await eventually("the writer copies again if the thread falls behind", async () => db.raw.pragma("wal_autocheckpoint", { simple: true }) !== 0);
});
