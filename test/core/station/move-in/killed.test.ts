/**
 * A station is killed again and again while an organization moves to it: nothing is lost and nothing
 * comes twice.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
import { DATABASE_FILE } from "../../../../core/db/data-folder.ts";
import { SETTINGS_FILE } from "../../../../core/station/settings.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { copier, idsIn, templateOf } from "../../../bench/copy-rows.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { headlessStations, type Ready } from "../../../helpers/headless.ts";
import { fullStation } from "../../../helpers/moving-station.ts";
import {
  addEmptyDatabase,
  boughtShipment,
  call,
  eventually,
  RECIPIENT,
  type Station,
} from "../../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

/** Adds bought shipments to a station. */
async function fill(s: Station, shipments: number): Promise<void> {
  const { raw } = s.core.deps.db;
  const shared = idsIn(raw);
  const { shipment } = await boughtShipment(s);
  const template = templateOf(
    raw,
    { shipmentID: shipment.id, recipientName: RECIPIENT.name },
    shared,
  );
  const { copy } = copier(raw);
  raw.transaction(() => {
    for (let i = 0; i < shipments; i += 1)
      copy(
        template,
        Date.parse("2026-06-01T00:00:00.000Z") + i * 60_000,
        (n) => `Ad${n}`,
        () => true,
      );
  })();
}

/** Rows that a station reads at most before it is killed. */
const MOST_ROWS = 600;

type Ends = { readonly rows: unknown[]; readonly read: number; readonly doubled: number };

function endsOf(folder: string): Ends {
  const db = new BetterSqlite3(join(folder, DATABASE_FILE), { readonly: true });
  const rows = db
    .prepare(
      "SELECT s.id, s.number, s.status, s.barcode, (SELECT count(*) FROM transactions AS t WHERE t.shipment_id = s.id) AS labels FROM shipments AS s ORDER BY s.number",
    )
    .raw()
    .all();
  const [read] = db
    .prepare("SELECT coalesce(sum(n), 0) FROM move_in_counts WHERE kind = 'shipments'")
    .pluck()
    .all() as number[];
  const [doubled] = db
    .prepare(
      "SELECT count(*) FROM (SELECT 1 FROM shipment_facts GROUP BY shipment_id HAVING count(*) > 1)",
    )
    .pluck()
    .all() as number[];
  db.close();
  return { rows, read: read ?? 0, doubled: doubled ?? 0 };
}

/** Counts the rows that a move has read. */
async function readSoFar({ ready }: { readonly ready: Ready }): Promise<number | "all"> {
  const { body } = await call<MoveIn[]>(ready.url, ready.token, {
    method: "GET",
    path: "/station/move-in",
  });
  const [move] = body.data;
  if (move?.state === "PAUSED") throw new Error(move.problem);
  return move?.state === "READ"
    ? "all"
    : (move?.counts ?? []).reduce((sum, { read }) => sum + read, 0);
}

/**
 * Moves to a station that is killed whenever it has read a random number of further rows, at most
 * `atMost`.
 *
 * @returns Number of kills.
 */
async function moveUnderKills(from: Station, folder: string, atMost: number): Promise<number> {
  const token = join(temporaryFolder(), "token");
  writeFileSync(token, from.started.token ?? "");
  const options = ["--move-in", from.url, "--move-in-token", token, "--new-token", "Watch"];
  let before = 0;
  for (let kills = 0; ; kills += 1) {
    // The first start begins the move; later ones continue it by themselves.
    const started = await stations.serve(
      folder,
      ...(kills === 0 ? options : ["--new-token", "Watch"]),
    );
    const until = before + Math.ceil(Math.random() * atMost);
    const reached = await eventually("rows are read", async () => {
      const read = await readSoFar(started);
      return (read === "all" || read >= until) && read;
    });
    if (reached === "all") return kills;
    before = reached;
    started.child.kill("SIGKILL");
    await new Promise((ended) => started.child.once("close", ended));
  }
}

async function isMovedOnce(shipments: number): Promise<void> {
  const from = await fullStation();
  await fill(from, shipments);
  const folder = temporaryFolder();
  addEmptyDatabase(folder);
  writeFileSync(
    join(folder, SETTINGS_FILE),
    JSON.stringify({ carrierTargets: { loopback: true }, rateLimit: null }),
    { mode: 0o600 },
  );
  const kills = await moveUnderKills(from, folder, MOST_ROWS);
  const { rows, read, doubled } = endsOf(folder);
  const there = endsOf(from.dataDir).rows as string[][];
  expect(rows).toEqual(
    there.map(([id, number, status, ...rest]) => [
      id,
      number,
      status === "GOT_OFFERS" ? "CREATED" : status,
      ...rest,
    ]),
  );
  expect({ read, doubled }).toEqual({ read: there.length, doubled: 0 });
  expect(kills).toBeGreaterThan(0);
}

it(
  "a station that is killed at random times has each of 400 shipments once",
  { tags: "all", timeout: 120_000 },
  async () => {
    await isMovedOnce(400);
  },
);

it(
  "a station that is killed at random times has each of 5,000 shipments once",
  { tags: "all", timeout: 300_000 },
  async () => {
    await isMovedOnce(5_000);
  },
);
