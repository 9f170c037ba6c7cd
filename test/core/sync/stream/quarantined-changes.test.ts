/** Quarantined changes are applied once possible, limited in size, and covered by erasures. */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import type { RowChange } from "../../../../core/db/database.ts";
import { packChanges, unpackChanges } from "../../../../core/db/packed-changes.ts";
import {
  countQuarantined,
  listQuarantined,
  MOST_OF_STATION,
  insertQuarantined,
  type QuarantineReason,
} from "../../../../core/db/quarantine.ts";
import { keptOf, pruneKept } from "../../../../core/db/kept-of-stations.ts";
import { applyRemote } from "../../../../core/db/apply-remote.ts";
import { eraseShipment } from "../../../../core/records/privacy/erase-shipment.ts";
import { scrubCopies } from "../../../../core/records/privacy/scrub-outbox.ts";
import { listConflicts } from "../../../../core/sync/conflicts.ts";
import { toHeaders } from "../../../../core/sync/stream/stream-message.ts";
import { until, bareNats, type BareNats } from "../../../helpers/bare-nats.ts";
import { deliverTo } from "../../../helpers/erased-person.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { connectedStation, type ConnectedStation } from "../../../helpers/connected-station.ts";
import { join } from "node:path";
import { twoAtHub } from "../../../helpers/two-at-hub.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";

const TEMPLATE = {
  ...TEMPLATE_ROW,
  created_at: "",
  updated_at: "",
};

let nats: BareNats;
const open: ConnectedStation[] = [];
beforeEach(async () => void (nats = await bareNats()));
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
  await nats.stop();
});

function station(path?: string): ConnectedStation {
  const made = connectedStation(nats, path);
  open.push(made);
  return made;
}

async function restarted(one: ConnectedStation, path: string): Promise<ConnectedStation> {
  await one.stop();
  open.splice(open.indexOf(one), 1);
  return station(path);
}

/** Publishes a change as another station, with a message version. */
async function publish(id: string, change: RowChange, version = "1"): Promise<void> {
  const body = packChanges([change]);
  const headers = toHeaders({
    id,
    seq: 1,
    hlc: `${Date.now().toString(16).padStart(12, "0")}0000-other.1`,
    body,
  });
  headers.set("v", version);
  const connection = await nats.connect();
  await jetstream(connection).publish("ev.other.commit", body, { headers });
  await connection.close();
}

const template = (name: string): RowChange => ["parcel_templates", name, { ...TEMPLATE, name }, 1];
const names = ({ deps }: ConnectedStation): string[] =>
  deps.db
    .sql<{ name: string }>(`SELECT name FROM parcel_templates ORDER BY name`)
    .all()
    .map(({ name }) => name);
const quarantined = ({ deps }: ConnectedStation) =>
  countQuarantined(deps.db).map(({ reason, n }) => ({ reason, n }));

it("changes of a newer version are applied after the update that knows them, and not before", async () => {
  const path = join(folderOnDisk(), "packbench.db");
  const before = station(path);
  await publish("m2", template("two"), "2");
  await publish("m3", template("three"), "3");
  await until("both changes are quarantined", () => quarantined(before)[0]?.n === 2);
  // Simulates the update: the first change's version becomes one that this station knows.
  before.deps.db.raw.exec(`UPDATE commits_set_aside SET version = version - 1`);
  const after = await restarted(before, path);
  await until("the known change is applied", () => names(after).includes("two"));
  expect([names(after), quarantined(after)]).toEqual([
    ["two"],
    [{ reason: "newer version", n: 1 }],
  ]);
});

it("changes of a newer version wait for the update even if another station states their id, or has the hub store them again", async () => {
  const here = station();
  const connection = await nats.connect();
  open.push({ ...here, stop: () => connection.close() });
  const manager = await jetstreamManager(connection);
  const { config } = await manager.streams.info("EV");
  await manager.streams.update("EV", { ...config, duplicate_window: nanos(100) });
  await publish("m2", template("two"), "2");
  await until("the change is quarantined", () => quarantined(here).length === 1);
  await sleep(300);
  const stated = toHeaders({
    id: "m2",
    seq: 1,
    hlc: `${"0".repeat(16)}-evil.1`,
    body: Buffer.of(0),
  });
  await jetstream(connection).publish("ev.evil.commit", Buffer.of(0), { headers: stated });
  await sleep(300);
  connection.publish("$JS.API.DIRECT.GET.EV", JSON.stringify({ seq: 1 }), {
    reply: "ev.other.commit",
  });
  await publish("m9", template("nine"));
  await until("the last change is applied", () => names(here).includes("nine"));
  const kept = countQuarantined(here.deps.db).map(
    ({ stationID, reason, n }) => `${stationID}: ${n} ${reason}`,
  );
  expect(kept.sort()).toEqual(["evil: 1 unreadable", "other: 1 foreign", "other: 1 newer version"]);
});

it("a change that fails because this station's row is damaged is stored and applied after the repair, and other changes are applied immediately", async () => {
  const path = join(folderOnDisk(), "packbench.db");
  const damaged = station(path);
  await publish("m1", template("one"));
  await until("the row is here", () => names(damaged).includes("one"));
  damaged.deps.db.raw.exec(
    `INSERT OR REPLACE INTO row_clocks (row_id, table_name, clocks) VALUES ('one', 'parcel_templates', '{')`,
  );
  await publish("m2", ["parcel_templates", "one", { name: "one, corrected" }]);
  await publish("m3", template("two"));
  await until("the other change is applied", () => names(damaged).includes("two"));
  expect([names(damaged), quarantined(damaged)]).toEqual([
    ["one", "two"],
    [{ reason: "failed", n: 1 }],
  ]);
  expect(listConflicts(damaged.deps, "o")).toMatchObject([{ kind: "failed", subjectID: "other" }]);
  damaged.deps.db.raw.exec(`DELETE FROM row_clocks WHERE row_id = 'one'`);
  const repaired = await restarted(damaged, path);
  await until("the stored change is applied", () => names(repaired).includes("one, corrected"));
  expect(quarantined(repaired)).toEqual([]);
});

it(
  "a station's quarantined changes are stored up to a limit, which is shown, and changes that can never be applied are deleted after thirty days",
  { tags: "all" },
  () => {
    const { deps } = station();
    const put = (id: string, reason: QuarantineReason, size = 1): boolean =>
      inTransaction(deps, () =>
        insertQuarantined(deps.db, {
          id,
          stationID: "evil",
          hlc: "0000000000010000-evil.1",
          number: 1,
          version: 1,
          reason,
          body: new Uint8Array(size),
          createdAt: "2026-01-01T00:00:00.000Z",
        }),
      );
    expect(put("large", "foreign", MOST_OF_STATION.bytes)).toBe(true);
    expect(put("more", "clock")).toBe(false);
    expect(put("large", "unreadable", MOST_OF_STATION.bytes)).toBe(true);
    expect(listConflicts(deps, "o")).toMatchObject([
      { kind: "unreadable", message: expect.stringContaining("More of that station are not kept") },
    ]);
    const prune = (now: string): number => pruneKept({ ...deps, now: () => now }, 100);
    expect(prune("2026-02-02T00:00:00.000Z")).toBe(1);
    expect(put("more", "clock")).toBe(true);
    expect(prune("2026-02-02T00:00:00.000Z")).toBe(0);
    expect(countQuarantined(deps.db)).toMatchObject([{ reason: "clock", n: 1 }]);
    expect(prune("2026-04-02T00:00:00.000Z")).toBe(1);
    expect(keptOf(deps.db, "evil", "aside")).toEqual({ n: 0, bytes: 0 });
  },
);

it("a station's parked changes are stored up to a limit and for ninety days, and counted as they come and go", () => {
  const { deps } = station();
  const apply = (stationID: string, change: RowChange, time = 1): void => {
    const hlc = `${time.toString(16).padStart(12, "0")}0000-${stationID}.1`;
    applyRemote(deps, [{ hlc, changes: [change] }], () => {});
  };
  const parkedOf = (stationID: string): number => keptOf(deps.db, stationID, "parked").n;
  const wide = "x".repeat(4_000_000);
  for (let i = 0; i < 30; i++) apply("evil", ["gadgets", `g${i}`, { a: wide }]);
  expect(parkedOf("evil")).toBe(17);
  expect(listConflicts(deps, "o")).toMatchObject([{ kind: "waiting", subjectID: "evil" }]);
  apply("honest", ["gadgets", "h", { a: 1 }], 2);
  apply("honest", ["gadgets", "g0", { a: 1 }], 2);
  expect([parkedOf("evil"), parkedOf("honest")]).toEqual([16, 2]);
  const dayMs = 24 * 60 * 60_000;
  pruneKept({ ...deps, now: () => new Date(90 * dayMs + 2).toISOString() }, 100);
  expect([parkedOf("evil"), parkedOf("honest")]).toEqual([0, 2]);
  apply("evil", ["gadgets", "later", { a: 1 }], 3);
  expect(parkedOf("evil")).toBe(1);
});

it("an erased person also disappears from quarantined changes", async () => {
  const both = await twoAtHub();
  const { deps } = both.a;
  const id = deliverTo(both.a, both);
  const recipient =
    deps.db
      .sql<{ id: string }>(`SELECT recipient_address_id AS id FROM shipments WHERE id = ?`)
      .get(id)?.id ?? "";
  const snapshot = deps.db
    .sql<{ id: string; senderID: string; body: string }>(
      `SELECT id, sender_id, body FROM purchase_snapshots`,
    )
    .get();
  const changes: RowChange[] = [
    ["addresses", recipient, { name: "Zümrüdanka", zip: "34000" }],
    [
      "purchase_snapshots",
      snapshot?.id ?? "",
      { sender_id: snapshot?.senderID ?? "", body: snapshot?.body ?? "" },
    ],
    template("kept"),
  ];
  const put = (name: string, reason: QuarantineReason, body: Uint8Array): boolean =>
    insertQuarantined(deps.db, {
      id: name,
      stationID: "other",
      hlc: "7000000000010000-other.1",
      number: 1,
      version: 9,
      reason,
      body,
      createdAt: "",
    });
  inTransaction(deps, () => {
    put("later", "clock", packChanges(changes));
    put("never", "foreign", packChanges(changes));
    put("riddle", "unreadable", Buffer.from("Zümrüdanka"));
    eraseShipment(deps, id, { cause: "request", memberID: "" });
  });
  expect(Array.from(scrubCopies(deps))).toBeDefined();
  const kept = new Map(listQuarantined(deps.db, "", 9).map((row) => [row.id, row.body]));
  expect([kept.get("never")?.length, kept.get("riddle")?.length]).toEqual([0, 0]);
  const later = unpackChanges(kept.get("later") ?? new Uint8Array());
  expect(JSON.stringify(later)).not.toMatch(/Zümrüdanka|Simurg|5559876543/);
  expect(later[2]).toEqual(template("kept"));
});
