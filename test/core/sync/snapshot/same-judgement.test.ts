/**
 * A row that a station quarantines when it comes by the stream is also rejected from a snapshot, so
 * that both ways lead to one state.
 */
import { byColumn } from "../../../../core/db/column-names.ts";
import { copyFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { addressInputSchema } from "../../../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../../../core/shipping/addresses/addresses.service.ts";
import { isAppError } from "../../../../core/base/errors.ts";
import { minor } from "../../../../core/base/money.ts";
import { addSampleAgreements } from "../../../../core/shipping/agreements/sample-agreements.ts";
import { inTransaction, insertRow } from "../../../../core/db/change.ts";
import { declarationOf } from "../../../../core/db/tables.ts";
import type { SqlRow, SqlValue } from "../../../../core/db/database.ts";
import { packChanges } from "../../../../core/db/packed-changes.ts";
import { countQuarantined } from "../../../../core/db/quarantine.ts";
import { findFault } from "../../../../core/db/snapshot/check-snapshot.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { columnsOf } from "../../../../core/db/columns.ts";
import { topUp } from "../../../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../../../core/organizations/organizations.service.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { siftSnapshot } from "../../../../core/sync/snapshot/sift-snapshot.ts";
import { applyMessages, newPace } from "../../../../core/sync/stream/apply-messages.ts";
import { watchDeaths } from "../../../../core/sync/stream/deadly-messages.ts";
import { subjectOf } from "../../../../core/sync/stream/stream-message.ts";
import { folderOnDisk, RESOURCES } from "../../../helpers/folders.ts";
import { looseStation, owner, seeded, type LooseStation } from "../../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../../helpers/station.ts";
import { createActs, settleOpen } from "../station-acts.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";

const ORGANIZATION = {
  name: "O",
  countryCode: "TR",
  taxOffice: "",
  taxNumber: "",
  phone: "",
  email: "",
  test: true,
} as const;

let organizationID: string;
let a: LooseStation;
let made: string;

/** Makes a desk with the shipments, purchases and settings of random acts, and its snapshot. */
beforeAll(async () => {
  const folder = folderOnDisk();
  a = looseStation(0, [], join(folder, "packbench.db"));
  const founded = createOrganizationWithOwner(a.deps, ORGANIZATION, {
    userID: a.deps.newId(),
    email: "a@ornek.test",
    name: "A",
  });
  organizationID = founded.organizationID;
  const actor = owner(organizationID, founded.memberID);
  addSampleAgreements(a.deps, organizationID, RESOURCES);
  topUp(a.deps, organizationID, minor(10_000_00), "start");
  createAddress(a.deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, name: "Depo", shortName: "depo" }),
    isRecipientAddress: false,
  });
  const random = seeded(7);
  const acts = createActs(actor, random);
  for (let i = 0; i < 120; i += 1) {
    try {
      await acts[Math.floor(random() * acts.length)]?.(a);
    } catch (error) {
      if (!isAppError(error)) throw error; // Business rules: too little money, already cancelled.
    }
  }
  await settleOpen(a);
  const at = a.deps.now();
  const base = { created_at: at, updated_at: at, organization_id: organizationID };
  inTransaction(a.deps, () => {
    insertRow(a.deps.db, "api_tokens", {
      ...base,
      id: a.deps.newId(),
      member_id: founded.memberID,
      name: "shop",
      token_hash: "h",
      scopes: "[]",
      allowed_ips: "[]",
      expires_at: null,
      revoked_at: null,
      is_demo: 0,
    });
    insertRow(a.deps.db, "provider_accounts", {
      ...base,
      id: a.deps.newId(),
      provider_code: "X",
      name: "",
      username: "",
      parameters: "{}",
      secrets: null,
      connection: "",
      connection_settings: "{}",
      announces: "atOnce",
      cut_off: "",
      pickup_at: "",
      asks: "off",
      version: "",
      rate_card_id: null,
      on_account: 0,
      is_active: 1,
      is_public: 0,
      is_sharable: 0,
      is_dynamic_price: 0,
      unlinked_at: null,
    });
    insertRow(a.deps.db, "ledger_anchors", {
      id: a.deps.newId(),
      created_at: at,
      organization_id: organizationID,
      seen_by: a.deps.db.stationID,
      station_id: a.deps.db.stationID,
      incarnation: 1,
      n: 1,
      hash: "h",
    });
  });
  made = join(folder, "made.db");
  makeSnapshot(
    {
      tables: ALL_TABLES,
      database: a.deps.db.raw.name,
      file: made,
      organizationID,
      now: a.deps.now(),
    },
    () => true,
  );
});

/**
 * Creates another desk of the organization.
 *
 * @param hasAll Whether the desk already has everything of the first.
 */
function other(hasAll: boolean): LooseStation {
  const station = looseStation(0, [], join(folderOnDisk(), "packbench.db"));
  station.clock.nowMs = a.clock.nowMs + 1_000;
  if (hasAll) station.apply(a.outbox(0).map(({ stamped }) => stamped));
  return station;
}

type Row = SqlRow & { readonly id: string; readonly stamp: string };
const lastOf = (table: string): Row => {
  const row = a.deps.db.sql<Row>(`SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`).get();
  if (row === undefined) throw new Error(`no row of ${table}`);
  return { ...byColumn(row), id: row.id, stamp: row.stamp };
};

/** Synced columns of a table's rows. */
const allOf = ({ deps }: LooseStation, table: string): SqlRow[] => {
  const columns = ["id", ...columnsOf(deps.db, table)].join(", ");
  return deps.db.sql(`SELECT ${columns} FROM ${table} ORDER BY id`).all().map(byColumn);
};

type Bad = readonly [table: string, id: string, fields: SqlRow, isInsert?: 1];

/** @returns Why each change was quarantined. */
async function byStream({ deps }: LooseStation, changes: readonly Bad[]): Promise<string[]> {
  const { stationID, clock } = a.deps.db;
  const messages = changes.map((change, i) => {
    const hlc = clock.next(a.clock.nowMs);
    const head = {
      id: randomUUID(),
      number: i + 1,
      hlc,
      version: 1,
      isCopy: false,
      hash: "",
      signature: "",
    };
    return {
      seq: i + 1,
      subject: subjectOf(stationID),
      at: a.clock.nowMs,
      head,
      body: packChanges([change]),
    };
  });
  const deaths = watchDeaths(":memory:");
  await applyMessages(
    {
      deps,
      pace: newPace(),
      reachesOthers: () => false,
      deaths,
      onPosition: () => {},
      pause: () => Promise.resolve(),
    },
    messages,
  );
  return countQuarantined(deps.db).flatMap(({ reason, n }) => Array<string>(n).fill(reason));
}

async function bySnapshot(
  station: LooseStation,
  edit: (db: BetterSqlite3.Database) => void,
): Promise<readonly string[]> {
  const file = join(folderOnDisk(), "edited.db");
  copyFileSync(made, file);
  const db = new BetterSqlite3(file);
  edit(db);
  db.close();
  const { deps, clock } = station;
  const database = deps.db.raw.name;
  const limit = deps.db.clock.limit(clock.nowMs);
  expect(
    findFault({
      tables: ALL_TABLES,
      file,
      organizationID,
      seq: 0,
      here: { database, organizations: [] },
      limit,
    }),
  ).toBeUndefined();
  const leftOut = siftSnapshot({ tables: ALL_TABLES, file, database });
  await mergeSnapshot(deps, file);
  return leftOut;
}

/** Returns a function that writes a row into a snapshot, as the row's creator would. */
const insertInto =
  (table: string, row: SqlRow) =>
  (db: BetterSqlite3.Database): void => {
    const present = db
      .prepare<[string], { name: string }>("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => name);
    const columns = present.filter((name) => name in row);
    db.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
    ).run(row);
  };

const BAD: readonly [string, string, SqlValue][] = [
  ["rate_cards", "card", "{"],
  ["rate_cards", "card", "{}"],
  ["shipments", "items", "no JSON"],
  ["shipments", "items", `[{"quantity":"many"}]`],
  ["shipments", "metadata", `${"[".repeat(1_000)}${"]".repeat(1_000)}`],
  ["shipments", "metadata", "null"],
  ["api_tokens", "scopes", "admin"],
  ["api_tokens", "allowed_ips", `{"0":"*"}`],
  ["offers", "details", "["],
  ["offers", "total_minor", -1_000_000],
  ["offers", "amount_minor", 1e12],
  ["rate_requests", "ineligible", "{}"],
  ["purchase_snapshots", "body", "{}"],
  ["purchase_snapshots", "body", `{"version":1,"recipient":[]}`],
  ["transactions", "total_minor", -1],
  ["provider_accounts", "parameters", "[]"],
  ["frozen_addresses", "body", `{"name":"Mallory"}`],
  ["ledger_entries", "station_id", "01931111-1111-7111-8111-111111111111"],
  ["ledger_anchors", "seen_by", "01931111-1111-7111-8111-111111111111"],
];

const nextStamp = (): string => a.deps.db.stamps.shorten(a.deps.db.clock.next(a.clock.nowMs));

describe("invalid rows of another desk", { timeout: 60_000 }, () => {
  it("invalid rows are applied neither from the stream nor from a snapshot", async () => {
    const rows = BAD.map(([table, column, value]) => ({
      table,
      row: { ...lastOf(table), [column]: value, id: randomUUID() },
    }));
    const [one, two] = [other(true), other(false)];
    const reasons = await byStream(
      one,
      rows.map(({ table, row }): Bad => {
        const fields = Object.fromEntries(
          [...columnsOf(a.deps.db, table)].map((name) => [name, row[name] ?? null]),
        );
        return [table, row.id, fields, 1];
      }),
    );
    const leftOut = await bySnapshot(two, (db) => {
      for (const { table, row } of rows) insertInto(table, row)(db);
    });
    expect(reasons.toSorted()).toEqual([
      ...Array<string>(2).fill("foreign"),
      ...Array<string>(BAD.length - 2).fill("unreadable"),
    ]);
    expect(rows.filter(({ row }) => !leftOut.some((why) => why.includes(row.id)))).toEqual([]);
    for (const { table } of rows)
      expect([table, allOf(two, table)]).toEqual([table, allOf(one, table)]);
  });

  const changed = BAD.filter(
    ([table]) => declarationOf({ tables: ALL_TABLES }, table).merge === "fields",
  );
  it.each([0, 1])(
    "invalid changes of existing rows change nothing, from the stream or from a snapshot (%#)",
    async (nth) => {
      const some = changed.filter(
        ([table, column], i) =>
          changed.slice(0, i).filter((one) => one[0] === table && one[1] === column).length === nth,
      );
      const [one, two] = [other(true), other(true)];
      const before = some.map(([table]) => allOf(one, table));
      await byStream(
        one,
        some.map(([table, column, value]): Bad => [table, lastOf(table).id, { [column]: value }]),
      );
      await bySnapshot(two, (db) => {
        for (const [table, column, value] of some) {
          const { id } = lastOf(table);
          db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(value, id);
          db.prepare("DELETE FROM clocks WHERE table_name = ? AND row_id = ?").run(table, id);
          db.prepare("INSERT INTO clocks VALUES (?, ?, ?)").run(
            id,
            table,
            JSON.stringify({ [nextStamp()]: [column] }),
          );
        }
      });
      for (const station of [one, two])
        expect(some.map(([table]) => allOf(station, table))).toEqual(before);
    },
  );

  it("invalid parked changes of a snapshot are not applied", async () => {
    const two = other(true);
    const before = changed.map(([table]) => allOf(two, table));
    const leftOut = await bySnapshot(two, (db) => {
      const insert = db.prepare("INSERT INTO parked VALUES (?, ?, ?, ?, ?)");
      for (const [table, column, value] of changed)
        insert.run(lastOf(table).id, table, column, JSON.stringify(value), nextStamp());
    });
    expect(leftOut.length).toBe(changed.length);
    expect(changed.map(([table]) => allOf(two, table))).toEqual(before);
  });

  it("no row of a valid snapshot is left out", async () => {
    const [one, two] = [other(true), other(false)];
    expect(await bySnapshot(two, () => {})).toEqual([]);
    for (const [table] of BAD)
      expect([table, allOf(two, table)]).toEqual([table, allOf(one, table)]);
  });

  it("a snapshot with very many invalid rows, which no working desk makes, is rejected", async () => {
    const two = other(false);
    await expect(
      bySnapshot(two, (db) => {
        db.exec(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11000) INSERT INTO api_tokens SELECT t.stamp, t.id || n.i, t.created_at, t.updated_at, t.organization_id, t.member_id, t.name, t.token_hash || n.i, 'x', t.allowed_ips, t.expires_at, t.revoked_at, t.is_demo FROM (SELECT * FROM api_tokens LIMIT 1) AS t, n",
        );
      }),
    ).rejects.toThrow("very many of its rows");
    expect(allOf(two, "shipments")).toEqual([]);
  });
});
