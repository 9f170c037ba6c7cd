/**
 * Makes a data folder with many shipments: copies of shipments that the product made, spread over a
 * year, with outbox facts and drawn labels of the last days. Makes no query statistics, because the
 * product makes them. The folder is kept between runs and made again when the schema changes.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { ROOT } from "../helpers/folders.ts";
import { copier, idsIn, templateOf, type Template } from "./copy-rows.ts";
import { makeTemplates, SHARES, type Kind } from "./templates.ts";

/**
 * Surnames to search for. Each fills a page at a thousand shipments (20 rows) and matches a
 * thousand rows at a million.
 */
export const TERMS = Array.from({ length: 50 }, (_, i) => `soyad${String(i).padStart(4, "0")}`);
const MOST_PER_TERM = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const YEAR_MS = 365 * DAY_MS;
/**
 * How long the product keeps each table's rows of a bought shipment, ms. It limits drawn documents
 * by their size instead.
 */
const KEPT_MS: Readonly<Record<string, number>> = {
  outbox: 7 * DAY_MS,
  documents: 2 * DAY_MS,
  offers: 30 * DAY_MS,
  rate_requests: 30 * DAY_MS,
  print_jobs: 30 * DAY_MS,
  print_attempts: 30 * DAY_MS,
};
const BATCH = 10_000;
/** Version of the folder's contents. A new number makes all folders again. */
const VERSION = 4;

/**
 * Returns a data folder with this number of shipments, and creates it first if there is none of
 * this schema.
 */
export async function filledFolder(shipments: number): Promise<string> {
  const schema = readFileSync(join(ROOT, "core/db/schema.snapshot.sql"), "utf8");
  const hash = createHash("sha256").update(`${VERSION}\n${schema}`).digest("hex").slice(0, 12);
  const folder = join(
    process.env["PACKBENCH_BENCH_DIR"] ?? join(tmpdir(), "packbench-bench"),
    `${shipments}-${hash}`,
  );
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await fill(draft, shipments);
  renameSync(draft, folder);
  return folder;
}

async function fill(dataDir: string, shipments: number): Promise<void> {
  let shared: ReadonlySet<string> = new Set();
  const made = await makeTemplates(dataDir, (core) => (shared = idsIn(core.deps.db.raw)));
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  for (const pragma of [
    "journal_mode = WAL",
    "synchronous = OFF",
    "foreign_keys = OFF",
    "cache_size = -1000000",
    "wal_autocheckpoint = 20000",
  ])
    db.pragma(pragma);
  const templates = new Map<Kind, Template[]>();
  for (const { kind, id, recipientName } of made)
    templates.set(kind, [
      ...(templates.get(kind) ?? []),
      templateOf(db, { shipmentID: id, recipientName }, shared),
    ]);
  const finishBoard = withoutBoard(db);
  const { copy } = copier(db);
  const search = db.prepare("INSERT INTO shipments_search (rowid, text) VALUES (?, ?)");
  const surnames = Math.max(TERMS.length, Math.ceil(shipments / MOST_PER_TERM));
  const now = Date.now();
  const total = shipments - made.length;
  const nameOf = (number: number): string =>
    `Ad${number} Soyad${String(number % surnames).padStart(4, "0")}`;
  const batch = db.transaction((from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      const at = Math.floor(now - YEAR_MS + (YEAR_MS * i) / total);
      const kind = kindOf(i);
      const ofKind = templates.get(kind) ?? [];
      const template = ofKind[i % ofKind.length];
      if (template === undefined) throw new Error("a kind without a template");
      const { number, seq, barcode, name } = copy(
        template,
        at,
        nameOf,
        (table) => kind === "waiting" || now - at < (KEPT_MS[table] ?? Number.MAX_VALUE),
      );
      search.run(
        seq,
        `${number} WEB-${number} ${barcode} ${name} 905551112233 kadikoy istanbul`.toLowerCase(),
      );
    }
  });
  for (let from = 0; from < total; from += BATCH) {
    batch(from, Math.min(total, from + BATCH));
    if (from % 100_000 === 0) process.stderr.write(`filled ${from} of ${total}\n`);
  }
  db.prepare("UPDATE number_ranges SET next = ? WHERE name LIKE 'shipments:%'").run(shipments + 1);
  db.exec(
    "UPDATE station_meta SET value = (SELECT max(seq) FROM shipments) WHERE key = 'indexed_to'",
  ); // The search words were inserted above.
  openSomeJobs(db);
  finishBoard();
  db.exec("INSERT INTO shipments_search (shipments_search) VALUES ('optimize')");
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

/**
 * Removes the board's triggers and rows. The board's rows are derived from other rows and are not
 * copied.
 * @returns A function that inserts the board's rows and restores the triggers.
 */
function withoutBoard(db: BetterSqlite3.Database): () => void {
  const triggers = db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'open_parcels%'",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec("DELETE FROM open_parcels");
  return () => {
    db.exec(`INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
               FROM parcel_states WHERE step NOT IN ('DELIVERED', 'RETURNED') OR last_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')`);
    for (const { sql } of triggers) db.exec(sql);
  };
}

/**
 * Returns the kind of copy number `i`. The step of 37 shares no factor with a hundred, so it mixes
 * the kinds.
 */
function kindOf(i: number): Kind {
  let place = (i * 37) % 100;
  for (const [kind, share] of Object.entries(SHARES) as [Kind, number][]) {
    if (place < share) return kind;
    place -= share;
  }
  return "delivered";
}

/** Makes the newest four sent print jobs UNKNOWN, and the fifth QUEUED. */
function openSomeJobs(db: BetterSqlite3.Database): void {
  const newest = db
    .prepare("SELECT id FROM print_jobs WHERE status = 'SENT' ORDER BY created_at DESC LIMIT 5")
    .pluck()
    .all() as string[];
  newest.forEach((id, i) =>
    db
      .prepare("UPDATE print_jobs SET status = ? WHERE id = ?")
      .run(i < 4 ? "UNKNOWN" : "QUEUED", id),
  );
}
