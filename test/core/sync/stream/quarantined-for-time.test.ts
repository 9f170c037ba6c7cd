/**
 * Changes whose stamps are ahead of the hub's time are quarantined, and applied at every station
 * when they are due.
 */
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTransaction, insertRow } from "../../../../core/db/change.ts";
import { MAX_SKEW_MS } from "../../../../core/db/hlc.ts";
import { packChanges } from "../../../../core/db/packed-changes.ts";
import { restampAhead } from "../../../../core/db/restamp.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { toHeaders } from "../../../../core/sync/stream/stream-message.ts";
import { countQuarantined } from "../../../../core/db/quarantine.ts";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import {
  hashRows,
  connectedStation,
  type ConnectedStation,
} from "../../../helpers/connected-station.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";

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

const stampAt = (ms: number): string => `${ms.toString(16).padStart(12, "0")}0000-ahead.1`;

/**
 * Publishes a parcel template as the station "ahead".
 * @param aheadMs How far the station's clock is ahead.
 */
async function publishAhead(name: string, aheadMs: number): Promise<void> {
  const body = packChanges([["parcel_templates", name, { ...TEMPLATE, name }, 1]]);
  const hlc = stampAt(Date.now() + aheadMs);
  const connection = await nats.connect();
  const message = { headers: toHeaders({ id: `of ${name}`, seq: 1, hlc, body }) };
  await jetstream(connection).publish("ev.ahead.commit", body, message);
  await connection.close();
}

const names = ({ deps }: Pick<ConnectedStation, "deps">): string[] =>
  deps.db
    .sql<{ name: string }>(`SELECT name FROM parcel_templates ORDER BY name`)
    .all()
    .map(({ name }) => name);

const quarantined = ({ deps }: Pick<ConnectedStation, "deps">) =>
  countQuarantined(deps.db).map(({ reason, n }) => ({ reason, n }));

it(
  "changes ahead of time are applied with their own stamps at every station as soon as they are due",
  { tags: "all" },
  async () => {
    const [a, b] = [station(), station()];
    await publishAhead("due soon", MAX_SKEW_MS + 3_000);
    await until("both stations have quarantined the change", () =>
      [a, b].every((one) => quarantined(one).length === 1),
    );
    expect([names(a), names(b)]).toEqual([[], []]);
    await until("both stations have applied the change", () =>
      [a, b].every((one) => names(one).length === 1),
    );
    expect([quarantined(a), quarantined(b)]).toEqual([[], []]);
    expect(hashRows(a.deps.db)).toEqual(hashRows(b.deps.db));
  },
);

it("changes ahead of time come with a snapshot to a station that was absent", async () => {
  const path = join(folderOnDisk(), "packbench.db");
  const a = station(path);
  await publishAhead("due later", 3_600_000);
  await until("the change is quarantined", () => quarantined(a).length === 1);
  const { deps } = looseStation();
  const file = join(folderOnDisk(), "snapshot.db");
  makeSnapshot(
    { tables: ALL_TABLES, database: path, file, organizationID: "o", now: deps.now() },
    () => true,
  );
  await mergeSnapshot(deps, file);
  expect(quarantined({ deps })).toEqual([{ reason: "clock", n: 1 }]);
});

it("unpublished changes ahead of time are restamped, and published changes keep their stamps, which later changes follow", () => {
  const { deps, clock } = looseStation();
  const add = (name: string): void => {
    const row = { ...TEMPLATE, id: name, name };
    inTransaction(deps, () => void insertRow(deps.db, "parcel_templates", row));
  };
  const stampsOf = (): number[] =>
    deps.db
      .sql<{ hlc: string }>(`SELECT hlc FROM outbox WHERE topic = 'commit' ORDER BY seq`)
      .all()
      .map(({ hlc }) => Number.parseInt(hlc.slice(0, 12), 16) - nowMs);
  const nowMs = clock.nowMs;
  const aheadMs = 360_000;
  clock.nowMs += aheadMs;
  add("published");
  add("waits");
  const limits = { nowMs: nowMs + 1_000, maxAheadMs: MAX_SKEW_MS };
  const first = deps.db.sql<{ seq: number }>(`SELECT min(seq) AS seq FROM outbox`).get()?.seq ?? 0;
  clock.nowMs = nowMs + 2_000;

  expect(restampAhead(deps, { ...limits, after: first })).toBe(true);
  add("later");
  expect(stampsOf().map((ms) => Math.round(ms / 60_000))).toEqual([6, 6, 6]);
  expect(restampAhead(deps, { ...limits, after: 0 })).toBe(true);
  add("latest");
  expect(stampsOf()).toEqual([1_000, 1_000, 1_000, expect.any(Number)]);
  expect(Math.round((stampsOf()[3] ?? 0) / 60_000)).toBe(0);
});
