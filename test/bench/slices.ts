/**
 * A child of the upkeep bench that runs the core's upkeep slices on a data folder, and prints the
 * time of the longest slice, ms, in place of an address.
 */
import { randomUUID } from "node:crypto";
import { createCore } from "../../core/core.ts";
import { inSlices } from "../../core/base/slices.ts";
import { analyse, listUnanalysed } from "../../core/db/upkeep.ts";
import { pruneOutbox } from "../../core/db/outbox/outbox.service.ts";
import { RESOURCES } from "../helpers/folders.ts";

const OLD_FACTS = 80_000;
const [dataDir = "", what = ""] = process.argv.slice(2);
const { deps, stop } = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: null,
  demo: true,
});
const { db } = deps;

/** Inserts old facts, with payloads of real ones, before all existing facts. */
function addOldFacts(): void {
  const oldest = Number(db.raw.prepare("SELECT min(seq) FROM outbox").pluck().get());
  const payloads = db.raw
    .prepare(
      "SELECT topic, organization_id, subject_id, payload, hlc FROM outbox ORDER BY seq LIMIT 200",
    )
    .all() as Record<string, unknown>[];
  const insert = db.raw.prepare(
    "INSERT INTO outbox (seq, id, hlc, organization_id, topic, subject_id, payload, created_at) VALUES (:seq, :id, :hlc, :organization_id, :topic, :subject_id, :payload, '2026-01-01T00:00:00.000Z')",
  );
  for (let from = 0; from < OLD_FACTS; from += 5_000) {
    db.raw.transaction(() => {
      for (let i = from; i < from + 5_000; i += 1)
        insert.run({
          ...payloads[i % payloads.length],
          id: randomUUID(),
          seq: oldest - OLD_FACTS + i,
        });
    })();
  }
  db.raw.prepare("DELETE FROM outbox_cursors").run();
}

const times: number[] = [];
function timed<T>(run: () => T): T {
  const startedAt = performance.now();
  const result = run();
  times.push(performance.now() - startedAt);
  return result;
}

if (what === "prune") {
  addOldFacts();
  db.raw.pragma("wal_checkpoint(TRUNCATE)");
  const next = inSlices((atMost) => pruneOutbox(deps, undefined, atMost));
  while (timed(next)) await new Promise((done) => setTimeout(done, 1));
} else {
  for (const table of timed(() => listUnanalysed(db))) timed(() => analyse(db, table));
  // Deletes the statistics, so that the next run has the same work.
  db.raw.exec("DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4");
}
await stop();
process.stdout.write(`${JSON.stringify({ url: String(Math.max(...times)), token: "" })}\n`);
