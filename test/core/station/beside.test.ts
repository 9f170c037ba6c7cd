import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { exportShipments } from "../../../core/shipping/shipments/export-shipments.ts";
import { exportQuerySchema } from "../../../core/shipping/shipments/shipments-query.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { postEntry } from "../../../core/organizations/ledger/ledger.service.ts";
import type { Integrity } from "../../../core/station/station.schema.ts";
import {
  boughtShipment,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../helpers/station.ts";

/**
 * Whether the tests run all checks and rounds. Each check starts threads, and the smaller numbers
 * are enough for a false alarm to show.
 */
const FULL = process.env["PACKBENCH_FULL"] === "1";
const CHECKS = FULL ? 60 : 12;
const ROUNDS = FULL ? 8 : 3;

describe("pages by key", () => {
  it("pages by key return every shipment that existed at the start once, even while new shipments are created", async () => {
    const s = await station();
    for (let i = 0; i < 5; i += 1) await shipmentWithOffers(s);
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const query: string = before === null ? "limit=2" : `limit=2&before=${before}`;
      const { data } = await s.desk<{ list: Shipment[]; next: number | null }>(
        "GET",
        `/station/shipments?${query}`,
      );
      seen.push(...data.list.map((x) => x.organizationShipmentID));
      before = data.next;
      await shipmentWithOffers(s);
    } while (before !== null);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });
});

describe("the export", () => {
  it("the export is a CSV of the shipments that match the filters, and no cell starts a formula", async () => {
    const s = await station();
    await boughtShipment(s, { recipientAddress: { ...RECIPIENT, name: '=HYPERLINK("http://x")' } });
    await shipmentWithOffers(s);
    const response = await fetch(
      `${s.url}/station/shipments.csv?statusFilter=TRACKING_CODE_CREATED`,
      { headers: { authorization: `Bearer ${s.started.token}` } },
    );
    const lines = Buffer.from(await response.arrayBuffer())
      .toString("utf8")
      .trimEnd()
      .split("\r\n"); // text() would drop the byte order mark.
    expect([
      response.headers.get("content-type"),
      lines.length,
      lines[0]?.startsWith('\uFEFF"Shipment","Created"'),
      lines[1]?.includes(`"'=HYPERLINK`),
    ]).toEqual(["text/csv; charset=utf-8", 2, true, true]);
  });
});

describe("a long export", () => {
  it("a long export is read fifty lines at a time, and other work runs between the reads", async () => {
    const s = await station();
    await boughtShipment(s);
    copyShipment(s, 450);
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const pieces: { lines: number; turn: number }[] = [];
    const stream = exportShipments(
      s.core.deps,
      deskActor(s.core.deps, s.started.memberID),
      exportQuerySchema.parse({}),
    );
    stream.on("data", (text: string) =>
      pieces.push({ lines: text.split("\r\n").length - 1, turn }),
    );
    await once(stream, "end");
    isOver = true;
    expect(pieces.reduce((sum, piece) => sum + piece.lines, 0)).toBe(452);
    expect(Math.max(...pieces.map((piece) => piece.lines))).toBe(50);
    const full = pieces.filter((piece) => piece.lines === 50);
    expect(new Set(full.map((piece) => piece.turn)).size).toBe(full.length);
  });
});

/** Inserts copies of the first shipment. */
function copyShipment(s: Station, copies: number): void {
  const { raw } = s.core.deps.db;
  const columns = (raw.pragma("table_info(shipments)") as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !["seq", "id", "number", "barcode"].includes(name));
  raw.exec(
    `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= ${copies})
     INSERT INTO shipments (id, number, barcode, ${columns.join(", ")}) SELECT 'copy' || i, i, 'copy' || i, ${columns.join(", ")} FROM n, shipments WHERE number = 1`,
  );
}

describe("the export's cells", () => {
  it("no exported cell starts a formula, even in a program that splits cells at semicolons, tabs or line separators", async () => {
    const s = await station();
    await boughtShipment(s, {
      recipientAddress: { ...RECIPIENT, name: "x;=1+1" },
      order: { orderNumber: "=1+1\u2028=2", totalAmount: "1", totalAmountCurrency: "TL" },
    });
    const text = await (
      await fetch(`${s.url}/station/shipments.csv`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      })
    ).text();
    const cells = text.split(/[;,\n\r\t\u2028]/);
    expect([cells.length > 30, cells.filter((cell) => /^["\s]*[=+@-]/.test(cell))]).toEqual([
      true,
      [],
    ]);
    expect(text).toMatch(/"1","2026-/); // The shipment's number stays a number.
  });
});

describe("the integrity check", () => {
  it("the check reports no damage after searches and purchases", { tags: "all" }, async () => {
    const s = await station({ settings: { rateLimit: null } });
    for (let round = 0; round < ROUNDS; round += 1) {
      // Both reader threads search, so that both connections have read the current index.
      await s.call("GET", "/shipments?search=kadikoy&sort=desi");
      await s.core.deps.reader.all(
        `SELECT count(*) AS n FROM shipments_search WHERE shipments_search MATCH 'kadikoy'`,
        {},
        "long",
      );
      for (let i = 0; i < 12; i += 1) await boughtShipment(s);
      const { data } = await s.desk<Integrity>("GET", "/station/integrity");
      expect(data).toMatchObject({ isWhole: true, database: ["ok"] });
    }
  });

  it("the check reports no damage while labels are bought", { tags: "all" }, async () => {
    const s = await station({ settings: { rateLimit: null } });
    await s.call("POST", `/organizations/${s.started.organizationID}/balance/topups`, {
      amount: "1000000",
      reference: "much",
    });
    const purchase = {
      providerServiceCode: "SURAT_STANDART",
      shipment: parcel({ returnAddressID: await senderOf(s) }),
    };
    let isChecking = true;
    const buying = (async () => {
      while (isChecking) expect((await s.call("POST", "/transactions", purchase)).status).toBe(201);
    })();
    const checks = [];
    for (let i = 0; i < CHECKS; i += 1)
      checks.push((await s.desk<Integrity>("GET", "/station/integrity")).data.isWhole);
    isChecking = false;
    await buying;
    expect(checks).toEqual(checks.map(() => true));
  });

  it("the check finds no fault in an intact ledger, and names the entry that was changed in an altered ledger", async () => {
    const s = await station();
    await boughtShipment(s);
    const whole = await s.desk<Integrity>("GET", "/station/integrity");
    expect(whole.data).toMatchObject({
      isWhole: true,
      database: ["ok"],
      ledger: { entries: 2, isBalanceKept: true, brokenAt: null },
    });
    const { raw } = s.core.deps.db;
    raw.exec("DROP TRIGGER ledger_no_update");
    raw.prepare("UPDATE ledger_entries SET amount_minor = amount_minor + 1 WHERE n = 2").run();
    const id = raw.prepare("SELECT id FROM ledger_entries WHERE n = 2").pluck().get();
    expect((await s.desk<Integrity>("GET", "/station/integrity")).data).toMatchObject({
      isWhole: false,
      ledger: { brokenAt: id },
    });
  });

  it.each<[string, string, object]>([
    [
      "a balance that differs from the sum of its entries",
      "UPDATE balances SET balance_minor = balance_minor + 1",
      { isBalanceKept: false, areHoldsKept: true, wrongTransaction: null },
    ],
    [
      "money held for no open purchase",
      "UPDATE balances SET held_minor = held_minor + 1",
      { isBalanceKept: true, areHoldsKept: false, wrongTransaction: null },
    ],
    [
      "a bought label whose price differs from its payment",
      "UPDATE transactions SET total_minor = total_minor + 1",
      { isBalanceKept: true, areHoldsKept: true, wrongTransaction: expect.any(String) as string },
    ],
  ])("the check finds %s", async (_what, sql, found) => {
    const s = await station();
    await boughtShipment(s);
    s.core.deps.db.raw.exec(sql);
    expect((await s.desk<Integrity>("GET", "/station/integrity")).data).toMatchObject({
      isWhole: false,
      brokenAt: null,
      ledger: found,
    });
  });

  it("the check starts one thread for the ledgers of all organizations and one thread for the file", async () => {
    const s = await station();
    for (const name of ["Bir", "İki", "Üç"]) await s.call("POST", "/organizations", { name });
    let threads = 0;
    const count = (): void => void (threads += 1);
    process.on("worker", count);
    const { data } = await s.desk<Integrity>("GET", "/station/integrity");
    process.off("worker", count);
    expect([data.isWhole, threads]).toEqual([true, 2]);
  });

  it(
    "the check finds another organization's broken ledger too, and reports the caller's own ledger separately",
    { tags: "all" },
    async () => {
      const s = await station();
      const other = (await s.call<{ id: string }>("POST", "/organizations", { name: "Başka" })).body
        .data.id;
      inTransaction(s.core.deps, () =>
        postEntry(s.core.deps, {
          organizationID: other,
          kind: "TOPUP",
          amount: 500,
          transactionID: null,
          reference: "x",
        }),
      );
      const { raw } = s.core.deps.db;
      raw.exec("DROP TRIGGER ledger_no_update");
      raw
        .prepare(
          "UPDATE ledger_entries SET amount_minor = amount_minor + 1 WHERE organization_id = ?",
        )
        .run(other);
      const id = raw
        .prepare("SELECT id FROM ledger_entries WHERE organization_id = ?")
        .pluck()
        .get(other);
      expect((await s.desk<Integrity>("GET", "/station/integrity")).data).toMatchObject({
        isWhole: false,
        brokenAt: id,
        ledger: { entries: 1, isBalanceKept: true, brokenAt: null },
      });
    },
  );
});
