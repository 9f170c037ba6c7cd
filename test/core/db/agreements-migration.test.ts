/** Rate cards of earlier versions become agreements: by the migration, and when they arrive later. */
import BetterSqlite3, { type Database } from "better-sqlite3";
import { expect, it } from "vitest";
import { makeSchema, migrate } from "../../../core/db/migrate.ts";

const CARD = JSON.stringify({
  providerCode: "ARAS",
  carrierName: "Aras",
  needsAccount: true,
  validFrom: "2026-01-01T00:00:00.000Z",
  validTo: "2026-12-31T21:00:00.000Z",
  trackingUrl: "https://x.test/{barcode}",
  barcode: { prefix: "AR", first: 100, last: 99_999 },
});

const insertCard = (db: Database): void =>
  void db
    .prepare(
      `INSERT INTO rate_cards (id, stamp, created_at, updated_at, organization_id, provider_code, name, is_sample, is_active, card)
       VALUES ('c1', 's1', 't1', 't2', 'o1', 'ARAS', 'Aras', 1, 1, ?)`,
    )
    .run(CARD);

function stateOf(db: Database): unknown {
  return {
    agreements: db.prepare("SELECT * FROM agreements").all(),
    ranges: db.prepare("SELECT * FROM barcode_ranges").all(),
    cards: db.prepare("SELECT id, agreement_id, valid_from, valid_to FROM rate_cards").all(),
  };
}

/** Makes a file as schema 2 wrote it. */
function earlier(): Database {
  const db = new BetterSqlite3(":memory:");
  makeSchema(db, 2);
  db.pragma("user_version = 2");
  db.pragma(`application_id = ${fresh().pragma("application_id", { simple: true })}`);
  return db;
}

function fresh(): Database {
  const db = new BetterSqlite3(":memory:");
  migrate(db);
  return db;
}

it("a card that the migration finds and one that a station with an earlier version sends later become the same rows", () => {
  const migrated = earlier();
  insertCard(migrated);
  migrate(migrated);
  const received = fresh();
  insertCard(received);
  expect(stateOf(migrated)).toEqual(stateOf(received));
  expect(stateOf(received)).toEqual({
    agreements: [
      {
        id: "c1",
        stamp: "s1",
        created_at: "t1",
        updated_at: "t2",
        organization_id: "o1",
        provider_code: "ARAS",
        name: "Aras",
        contract_number: "",
        check_digit: "none",
        tracking_url: "https://x.test/{barcode}",
        on_account: 0,
        credit_limit_minor: null,
        needs_account: 1,
        is_sample: 1,
        is_active: 1,
        file_mappings: "{}",
      },
    ],
    ranges: [
      {
        id: "c1",
        stamp: "s1",
        created_at: "t1",
        updated_at: "t1",
        organization_id: "o1",
        agreement_id: "c1",
        provider_code: "ARAS",
        prefix: "AR",
        first: 100,
        last: 99_999,
        width: 5,
        is_active: 1,
      },
    ],
    cards: [
      {
        id: "c1",
        agreement_id: "c1",
        valid_from: "2026-01-01T00:00:00.000Z",
        valid_to: "2026-12-31T21:00:00.000Z",
      },
    ],
  });
});

it("labels on account of earlier versions count in the debt of their agreement, cancelled ones do not", () => {
  const db = earlier();
  insertCard(db);
  const insert = (id: string, status: string, onAccount: number, total: number): void => {
    db.prepare(
      `INSERT INTO transactions (id, stamp, created_at, updated_at, organization_id, member_id, shipment_id, offer_id, status, total_minor, on_account)
       VALUES (?, 's1', 't1', 't1', 'o1', 'm1', ?, 'f1', ?, ?, ?)`,
    ).run(id, `s-${id}`, status, total, onAccount);
    db.prepare(
      `INSERT INTO purchase_snapshots (id, stamp, sender_id, body) VALUES (?, 's1', 'a1', '{"offer":{"carrier_id":"c1"}}')`,
    ).run(id);
  };
  insert("t1", "DONE", 1, 500);
  insert("t2", "DONE", 1, 700);
  insert("t3", "CANCELED", 1, 900);
  insert("t4", "DONE", 0, 1_100);
  migrate(db);
  expect(db.prepare("SELECT * FROM agreement_debts").all()).toEqual([
    { organization_id: "o1", agreement_id: "c1", bought_minor: 1_200, paid_minor: 0 },
  ]);
  db.exec("UPDATE transactions SET status = 'CANCELED' WHERE id = 't1'");
  expect(db.prepare("SELECT bought_minor FROM agreement_debts").pluck().all()).toEqual([700]);
});
