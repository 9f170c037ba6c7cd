/**
 * Calls of a station that has joined a simulated hub wait for missing leases and are executed
 * once.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { NO_LEASES, type LeaseNeed, type Leases } from "../../../../core/db/leases.ts";
import { addBlock, countLeft, dropBlocks } from "../../../../core/db/number-blocks.ts";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { getBalance, postEntry } from "../../../../core/organizations/ledger/ledger.service.ts";
import {
  capacityOf,
  keepMoneyLease,
  takeBack,
} from "../../../../core/organizations/ledger/money-lease.ts";
import { lastingStation, parcel, senderOf, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık;Ürün;Adet";
const file = (prefix: string, rows: number): object => ({
  fileName: "orders.csv",
  content: Buffer.from(
    [
      HEAD,
      ...Array.from(
        { length: rows },
        (_, i) =>
          `${prefix}${i};Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2`,
      ),
    ].join("\n"),
  ).toString("base64"),
});

let s: Station;
beforeAll(async () => {
  s = await lastingStation();
});
afterAll(() => s.stop());
afterEach(() => use(NO_LEASES));

function use(leases: Leases): void {
  s.core.deps.db.isLeasing = leases !== NO_LEASES;
  Object.assign(s.core.deps, { leases });
}

/**
 * Simulates a hub that grants money and blocks of numbers above 5,000, but no claims.
 * @param size Numbers of a block; a block has more when a call needs more.
 * @param most Number of requests that are granted.
 * @returns The requests that the hub has got.
 */
function giving(size: number, most = Number.POSITIVE_INFINITY): LeaseNeed[] {
  const { deps } = s.core;
  dropBlocks(deps.db);
  let next =
    5_001 + (deps.db.sql<{ n: number }>(`SELECT count(*) AS n FROM shipments`).get()?.n ?? 0);
  const asked: LeaseNeed[] = [];
  use({
    obtain(need) {
      asked.push(need);
      if (asked.length > most) return Promise.resolve(false);
      if (need.kind === "money") {
        keepMoneyLease(deps, need.organizationID, { carried: 0, granted: 1_000_000, returned: 0 });
        return Promise.resolve(true);
      }
      if (need.kind === "claim") return Promise.resolve(false);
      const last = next + Math.max(size, need.atLeast) - 1;
      inTransaction(deps, () => addBlock(deps.db, { range: need.range, first: next, last }));
      next = last + 1;
      return Promise.resolve(true);
    },
  });
  return asked;
}

const count = (table: string): unknown =>
  s.core.deps.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe("a call that needs a number at a station without any", () => {
  it("a call is answered normally once the hub has given a block, and is executed once, even when it is repeated with its Idempotency-Key", async () => {
    const asked = giving(10);
    const before = count("shipments") as number;
    const body = { ...parcel(), returnAddressID: await senderOf(s) };
    const first = await s.call<Shipment>("POST", "/shipments", body, {
      "idempotency-key": "leased-1",
    });
    const again = await s.call<Shipment>("POST", "/shipments", body, {
      "idempotency-key": "leased-1",
    });
    expect([
      first.status,
      again.body.data.id,
      asked.length,
      (count("shipments") as number) - before,
    ]).toEqual([201, first.body.data.id, 1, 1]);
  });

  it("each call that waits for the same small block gets a different number", async () => {
    giving(2);
    const { obtain } = s.core.deps.leases;
    let underWay: Promise<boolean> | undefined;
    use({
      obtain: (need) =>
        (underWay ??= new Promise((done) => setTimeout(done, 100))
          .then(() => obtain(need))
          .finally(() => (underWay = undefined))),
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => s.call<Shipment>("POST", "/shipments", parcel())),
    );
    expect([
      answers.map(({ status }) => status),
      new Set(answers.map(({ body }) => body.data.organizationShipmentID)).size,
    ]).toEqual([[201, 201, 201, 201, 201], 5]);
  });

  it("a one-step purchase obtains a number, a barcode and money in turn", async () => {
    const asked = giving(10);
    const { status } = await s.call("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    });
    expect([
      status,
      asked.map((need) => (need.kind === "numbers" ? need.range.split(":")[0] : need.kind)),
    ]).toEqual([201, ["shipments", "barcode", "money"]]);
  });

  it("a call is rejected with E2131 when the hub is not reached, writes nothing, and succeeds when it is retried with its Idempotency-Key", async () => {
    giving(10, 0);
    const before = [count("shipments"), count("addresses"), count("outbox")];
    const key = { "idempotency-key": "leased-2" };
    const refused = await s.call("POST", "/shipments", parcel(), key);
    expect([
      refused.status,
      refused.body.code,
      count("shipments"),
      count("addresses"),
      count("outbox"),
    ]).toEqual([409, "E2131", ...before]);
    giving(10);
    expect((await s.call("POST", "/shipments", parcel(), key)).status).toBe(201);
  });

  it("an owner at the desk may approve a purchase beyond the station's share, but a program may not", async () => {
    giving(10);
    const { deps } = s.core;
    const { organizationID } = s.started;
    const offerOf = async (): Promise<string | undefined> =>
      (await s.call<Shipment>("POST", "/shipments", parcel())).body.data.offers?.cheapest?.id;
    const [first, second] = [await offerOf(), await offerOf()];
    await s.call("POST", "/transactions", { offerID: first }); // Takes a block of barcodes.
    deps.db.sql(`DELETE FROM money_leases`).run();
    keepMoneyLease(deps, organizationID, { carried: 0, granted: 0, returned: 0 });
    takeBack(deps, organizationID, Number.MAX_SAFE_INTEGER);
    use({ obtain: () => Promise.resolve(false) });
    const buy = (path: string) => s.desk("POST", path, { offerID: second, print: false });
    expect((await buy("/station/purchases")).code).toBe("E2132");
    expect(
      (await s.call("POST", "/station/purchases/approved", { offerID: second, print: false })).body
        .code,
    ).toBe("E1055");
    expect(await buy("/station/purchases/approved")).toMatchObject({ result: true });
    expect(capacityOf(deps, organizationID)).toBe(0);
    expect((await buy("/station/purchases/approved")).code).toBe("E1065");
    expect(capacityOf(deps, organizationID)).toBe(0);
  });

  it("an approval beyond the known balance is refused with E1066", async () => {
    giving(10);
    const { deps } = s.core;
    const { organizationID } = s.started;
    const offerID = (await s.call<Shipment>("POST", "/shipments", parcel())).body.data.offers
      ?.cheapest?.id;
    const post = (amount: number): unknown =>
      inTransaction(deps, () =>
        postEntry(deps, {
          organizationID,
          kind: "ADJUSTMENT",
          amount,
          transactionID: null,
          reference: `${amount}`,
        }),
      );
    const { obtain } = deps.leases;
    use({ obtain: (need) => (need.kind === "money" ? Promise.resolve(false) : obtain(need)) });
    const { balance } = getBalance(deps, organizationID);
    post(-balance);
    const refused = await s.desk("POST", "/station/purchases/approved", { offerID, print: false });
    post(balance);
    expect(refused.code).toBe("E1066");
  });

  it("numbers for an order file's many rows are prefetched, and each number is used once", async () => {
    const asked = giving(100);
    const { data } = await s.desk<ImportResult>("POST", "/station/imports", file("L", 350));
    expect(data).toMatchObject({ rows: 350, added: 350, rejectedCount: 0 });
    expect(asked.length).toBeLessThan(5);
    const numbers = s.core.deps.db.raw
      .prepare("SELECT count(DISTINCT number) FROM shipments WHERE order_number LIKE 'L%'")
      .pluck()
      .get();
    expect(numbers).toBe(350);
  });

  it("an import that ends because no shipment number is left keeps the orders added so far, and the same file adds the others once there are numbers again", async () => {
    giving(0, 1);
    const { deps } = s.core;
    inTransaction(deps, () =>
      addBlock(deps.db, {
        range: `shipments:${s.started.organizationID}`,
        first: 90_001,
        last: 90_020,
      }),
    );
    use({ obtain: () => Promise.resolve(false) });
    const broken = await s.desk<ImportResult>("POST", "/station/imports", file("M", 50));
    expect([broken.code, countLeft(deps.db, `shipments:${s.started.organizationID}`)]).toEqual([
      "E2131",
      0,
    ]);
    use(NO_LEASES);
    expect(
      (await s.desk<ImportResult>("POST", "/station/imports", file("M", 50))).data,
    ).toMatchObject({ known: 20, added: 30 });
  });
});
