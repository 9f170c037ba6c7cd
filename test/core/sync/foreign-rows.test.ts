import { byColumn } from "../../../core/db/column-names.ts";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { derivedId } from "../../../core/base/derived-id.ts";
import type { RowChange, SqlRow, SqlValue } from "../../../core/db/database.ts";
import { declarationOf } from "../../../core/db/tables.ts";
import { packChanges } from "../../../core/db/packed-changes.ts";
import { countQuarantined } from "../../../core/db/quarantine.ts";
import { columnsOf, columnTypesOf } from "../../../core/db/columns.ts";
import { applyMessages, newPace } from "../../../core/sync/stream/apply-messages.ts";
import { watchDeaths } from "../../../core/sync/stream/deadly-messages.ts";
import { subjectOf } from "../../../core/sync/stream/stream-message.ts";
import { getTariff } from "../../../core/shipping/agreements/tariff-cache.ts";
import { plainService, plainTariff } from "../../helpers/agreements.ts";
import { endpoints } from "../../helpers/endpoints.ts";
import { parcel, station, type Station } from "../../helpers/station.ts";
import type { Delivered } from "../../../core/sync/stream/read-message.ts";
import { SYNCED_TABLES } from "../../helpers/tables.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";

const EVIL = randomUUID();

let s: Station;
let number = 0;
beforeEach(async () => {
  s = await station({ settings: { rateLimit: null } });
});

/**
 * Publishes changes in the name of a joined desk, each in a separate message.
 *
 * @param agoMs Age of the stamps.
 */
async function publish(changes: readonly RowChange[], agoMs = 0, stationID = EVIL): Promise<void> {
  const { deps } = s.core;
  const messages = changes.map((change): Delivered => {
    number += 1;
    const at = s.clock.nowMs - agoMs;
    const time =
      at.toString(16).padStart(12, "0") + (number % 65_536).toString(16).padStart(4, "0");
    const head = {
      id: `m${number}`,
      number,
      hlc: `${time}-${stationID}.1`,
      version: 1,
      isCopy: false,
      hash: "",
      signature: "",
    };
    return { seq: number, subject: subjectOf(stationID), at, head, body: packChanges([change]) };
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
}

const bought = async (): Promise<{ id: string; transactionID: string }> => {
  const { body } = await s.call<{ id: string; offers: { cheapest: { id: string } } }>(
    "POST",
    "/shipments",
    parcel({ order: { orderNumber: "F-1" } }),
  );
  const made = await s.call<{ id: string }>("POST", "/transactions", {
    offerID: body.data.offers.cheapest.id,
  });
  expect(made.status).toBe(201);
  return { id: body.data.id, transactionID: made.body.data.id };
};

const balance = async (): Promise<unknown> => (await s.call("GET", "/organizations")).body.data;
const quarantineReasons = (): string[] =>
  countQuarantined(s.core.deps.db).map(({ reason, n }) => `${n} ${reason}`);
const rowOf = (table: string, where = "1"): SqlRow & { id: string } => {
  const row = s.core.deps.db
    .sql<SqlRow & { id: string }>(`SELECT * FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 1`)
    .get();
  if (row === undefined) throw new Error(`no row of ${table}`);
  return { ...byColumn(row), id: row.id };
};
const travelling = (table: string, row: SqlRow): SqlRow =>
  Object.fromEntries(
    [...columnsOf(s.core.deps.db, table)].map((column) => [column, row[column] ?? null]),
  );

describe("an invalid value of another desk", () => {
  it.each<[string, string, SqlValue]>([
    ["rate_cards", "card", "{"],
    ["rate_cards", "card", "{}"],
    ["shipments", "items", "no JSON"],
    ["shipments", "items", `[{"quantity":"many"}]`],
    ["shipments", "metadata", `${"[".repeat(1_000)}${"]".repeat(1_000)}`],
    ["shipments", "metadata", "null"],
    ["shipments", "number", 1.5],
    ["shipments", "number", 2 ** 60],
    ["shipments", "desi", "1"],
    ["api_tokens", "scopes", "admin"],
    ["api_tokens", "allowed_ips", `{"0":"*"}`],
    ["offers", "details", "["],
    ["offers", "total_minor", -1_000_000],
    ["rate_requests", "ineligible", "{}"],
    ["purchase_snapshots", "body", "{}"],
    ["purchase_snapshots", "body", `{"version":1,"recipient":[]}`],
    ["transactions", "total_minor", -1],
    ["addresses", "name", null],
    ["addresses", "name", 5],
    ["orders", "payer", "shop"],
    ["orders", "collection", "cheque"],
    ["orders", "declared_value", -1],
    ["orders", "declared_value", 1_000_000_001],
    ["orders", "waybill_number", "1".repeat(31)],
    ["orders", "invoice_number", "1".repeat(31)],
    ["orders", "field_digests", "a"],
  ])(
    "a change with an invalid value in %s.%s is quarantined and changes no row (%#)",
    async (table, column, value) => {
      await bought();
      const isOnce = declarationOf({ tables: ALL_TABLES }, table).merge === "once";
      const row = rowOf(table);
      const before = s.core.deps.db.sql(`SELECT * FROM ${table}`).all();
      await publish([
        isOnce
          ? [table, randomUUID(), { ...travelling(table, row), [column]: value }, 1]
          : [table, row.id, { [column]: value }],
      ]);
      expect(quarantineReasons()).toEqual(["1 unreadable"]);
      expect(s.core.deps.db.sql(`SELECT * FROM ${table}`).all()).toEqual(before);
    },
  );

  it("the largest price list that a station accepts is also accepted from another desk", async () => {
    const zones = Array.from({ length: 100 }, (_, zone) => ({ name: `${zone}`, maxKm: null }));
    const steps = Array.from({ length: 2_000 }, (_, step) => ({
      upToDesi: step + 1,
      prices: zones.map(() => 10_000 + step),
    }));
    const tariff = plainTariff({
      zones: { by: "distance", zones },
      services: [plainService({ steps })],
    });
    const id = randomUUID();
    const version = travelling("rate_cards", rowOf("rate_cards"));
    await publish([["rate_cards", id, { ...version, card: JSON.stringify(tariff) }, 1]]);
    expect(quarantineReasons()).toEqual([]);
    expect(getTariff(s.core.deps.db, id)).toEqual({ kind: "tariff", tariff });
  });

  it("an address frozen for a purchase keeps the content that its id was derived from", async () => {
    await bought();
    const { id } = rowOf("frozen_addresses");
    await publish(
      [
        ["frozen_addresses", id, { body: `{"name":"Mallory"}` }, 1],
        [
          "frozen_addresses",
          derivedId("frozen address", `{"name":"Honest"}`),
          { body: `{"name":"Honest"}` },
          1,
        ],
      ],
      60_000,
    );
    expect(quarantineReasons()).toEqual(["1 unreadable"]);
    expect(rowOf("frozen_addresses", `id = '${id}'`)["body"]).not.toContain("Mallory");
  });
});

describe("money stated by another desk", () => {
  it("a ledger entry in another station's name is quarantined, and the balance stays", async () => {
    await bought();
    const before = await balance();
    const entry = travelling("ledger_entries", rowOf("ledger_entries"));
    await publish([
      ["ledger_entries", randomUUID(), { ...entry, n: 99, amount_minor: 1_000_000_00 }, 1],
    ]);
    expect(quarantineReasons()).toEqual(["1 foreign"]);
    expect(await balance()).toEqual(before);
  });

  it("a ledger entry above the maximum top-up or below its negative is quarantined, and the balance stays", async () => {
    await bought();
    const before = await balance();
    const entry = {
      ...travelling("ledger_entries", rowOf("ledger_entries")),
      station_id: EVIL,
      transaction_id: null,
      kind: "TOPUP",
    };
    for (const amount of [9_000_000_000_000_000, -9_000_000_000_000_000])
      await publish([
        ["ledger_entries", randomUUID(), { ...entry, n: 1, amount_minor: amount }, 1],
      ]);
    expect(await balance()).toEqual(before);
    expect(quarantineReasons()).toEqual(["2 unreadable"]);
  });

  it("a row that is inserted once keeps its first content, even if another row with its id has an earlier stamp", async () => {
    await bought();
    const offer = rowOf("offers");
    await publish(
      [["offers", offer.id, { ...travelling("offers", offer), total_minor: 1 }, 1]],
      60_000,
    );
    expect(rowOf("offers", `id = '${offer.id}'`)["total_minor"]).toBe(offer["total_minor"]);
  });

  it("a refund is what the ledger paid, whatever the purchase's row says", async () => {
    const { id, transactionID } = await bought();
    const before = rowOf("ledger_entries");
    await publish([["transactions", transactionID, { total_minor: 900_000_000 }]]);
    expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
    expect(rowOf("ledger_entries")).toMatchObject({
      kind: "REFUND",
      amount_minor: -Number(before["amount_minor"]),
    });
  });

  it("a purchase that the ledger did not pay is not refunded", async () => {
    const { id, transactionID } = await bought();
    const copy = travelling("transactions", rowOf("transactions"));
    const forged = randomUUID();
    await publish([
      [
        "purchase_snapshots",
        forged,
        travelling("purchase_snapshots", rowOf("purchase_snapshots", `id = '${transactionID}'`)),
        1,
      ],
      ["transactions", forged, { ...copy, total_minor: 900_000_000 }, 1],
      [
        "shipment_facts",
        randomUUID(),
        {
          shipment_id: id,
          events: "bought",
          source_id: forged,
          at: new Date(s.clock.nowMs).toISOString(),
        },
        1,
      ],
    ]);
    await s.call("DELETE", `/shipments/${id}`);
    const refunds = s.core.deps.db
      .sql<{ amount: number }>(
        `SELECT amount_minor AS amount FROM ledger_entries WHERE kind = 'REFUND'`,
      )
      .all();
    expect(Math.max(...refunds.map(({ amount }) => amount))).toBeLessThan(100_000);
  });
});

describe("the creator of a row", () => {
  it("a row keeps its creator when another desk inserts it again with an earlier stamp, so its creator may still buy", async () => {
    const { body } = await s.call<{ id: string; offers: { cheapest: { id: string } } }>(
      "POST",
      "/shipments",
      parcel(),
    );
    const { id, offers } = body.data;
    const row = rowOf("shipments", `id = '${id}'`);
    await publish([["shipments", id, travelling("shipments", row), 1]], 60_000);
    expect(rowOf("shipments", `id = '${id}'`)["stamp"]).toBe(row["stamp"]);
    expect((await s.call("POST", "/transactions", { offerID: offers.cheapest.id })).status).toBe(
      201,
    );
  });
});

describe("an existing row with invalid JSON", () => {
  it("an existing row with invalid JSON breaks no list", { tags: "all" }, async () => {
    await bought();
    await s.call("POST", "/apitokens", { name: "second" });
    s.core.deps.db.raw.exec("DROP TRIGGER rate_cards_keep_prices");
    for (const damage of [
      "UPDATE rate_cards SET card = '{' WHERE id = (SELECT min(id) FROM rate_cards)",
      "UPDATE shipments SET items = '{', metadata = '[' WHERE id = (SELECT min(id) FROM shipments)",
      "UPDATE offers SET details = '{' WHERE id = (SELECT min(id) FROM offers)",
      "UPDATE rate_requests SET ineligible = '{'",
      "UPDATE purchase_snapshots SET body = '[]'",
      "UPDATE api_tokens SET scopes = 'x' WHERE id = (SELECT max(id) FROM api_tokens)",
    ]) {
      expect(s.core.deps.db.raw.prepare(damage).run().changes).toBeGreaterThan(0);
    }
    expect(await failedLists()).toEqual([]);
  });

  it("a purchase cannot have invalid JSON, because its table rejects it", async () => {
    await bought();
    const write = (): unknown =>
      s.core.deps.db.raw.exec("UPDATE purchase_snapshots SET body = '{'");
    expect(write).toThrow("a purchase that is no JSON");
  });
});

/** Paths of all endpoints that list or show something without an id. */
const LISTS = endpoints
  .filter(({ method, path }) => method === "GET" && !/[:{]/.test(path))
  .map(({ path }) => path);

async function failedLists(): Promise<string[]> {
  const failed: string[] = [];
  for (const path of LISTS) {
    const { status, message } = await s.desk<unknown>("GET", path);
    if (status >= 500) failed.push(`${path}: ${status} ${message}`);
  }
  return failed;
}

const STRANGE: Readonly<Record<string, readonly SqlValue[]>> = {
  TEXT: [
    "",
    "x",
    "{",
    "null",
    "[]",
    "9999-99-99T99:99:99.999Z",
    "-271821-04-20",
    "\u202e",
    "a".repeat(50_000),
    "__proto__",
  ],
  INTEGER: [-1, 0, 2, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  REAL: [-1, 0, 1e15, 1e-300],
};

describe("rows of another desk with one strange value each", { timeout: 120_000 }, () => {
  it(
    "rows with one strange value each break no list and no purchase",
    { tags: "all" },
    async () => {
      const { id } = await bought();
      const { db } = s.core.deps;
      const strange: RowChange[] = SYNCED_TABLES.filter(
        (table) => !["organizations", "station_ends", "erasures", "privacy_rules"].includes(table),
      ).flatMap((table) => {
        const row = db.sql<SqlRow & { id: string }>(`SELECT * FROM ${table} LIMIT 1`).get();
        if (row === undefined) return [];
        const whole = travelling(table, byColumn(row));
        return [...columnTypesOf(db, table)].flatMap(([column, { type }]) =>
          column in whole && column !== "organization_id"
            ? (STRANGE[type] ?? []).map((value): RowChange => [
                table,
                randomUUID(),
                { ...whole, [column]: value },
                1,
              ])
            : [],
        );
      });
      expect(strange.length).toBeGreaterThan(500);
      expect(LISTS.length).toBeGreaterThan(30);
      await publish(strange);
      expect(await failedLists()).toEqual([]);
      expect((await s.call("GET", `/shipments/${id}`)).status).toBe(200);
      await bought();
    },
  );
});

describe("a product of another desk", () => {
  it.each<[string, SqlRow]>([
    ["another stock code than its id", { stock_code: "OTHER" }],
    ["a picture that is a script", { image_url: "javascript:alert(1)" }],
    ["a weight that is not whole", { weight_grams: 1.5 }],
    ["a negative side", { length_mm: -1 }],
  ])("is quarantined with %s", async (_what, wrong) => {
    await s.desk("PUT", "/station/products", { stockCode: "KUPA-01", barcodes: ["B-1"] });
    const before = rowOf("products");
    await publish([["products", before.id, { ...travelling("products", before), ...wrong }]]);
    expect([quarantineReasons(), rowOf("products")]).toEqual([["1 unreadable"], before]);
  });

  it("does not get a barcode under the id of another barcode", async () => {
    await s.desk("PUT", "/station/products", { stockCode: "KUPA-01", barcodes: ["B-1"] });
    const { id, ...row } = rowOf("product_barcodes");
    const wrong = { ...travelling("product_barcodes", row), barcode: "B-2" };
    await publish([["product_barcodes", id, wrong]]);
    expect([quarantineReasons(), rowOf("product_barcodes")["barcode"]]).toEqual([
      ["1 unreadable"],
      "B-1",
    ]);
  });
});
