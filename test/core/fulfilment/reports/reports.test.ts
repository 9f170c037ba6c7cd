import readXlsx from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import { moneyText, parseMoney } from "../../../../core/base/money.ts";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import type {
  CashReceipt,
  CashReport,
  LedgerLine,
  PackerDay,
  Spending,
} from "../../../../core/fulfilment/reports/reports.schema.ts";
import { createCashReceipt } from "../../../../core/fulfilment/reports/cash-receipts.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  boughtShipment,
  call,
  memberWithToken,
  shipmentWithOffers,
  station,
  trueTime,
  type Station,
} from "../../../helpers/station.ts";
import { exchange, two } from "../../sync/two-stations.ts";

/** Purchases are found by their ids, which contain the machine's time. */
const TODAY = { world: { now: trueTime } };

type Page = { readonly list: LedgerLine[]; readonly next: string | null };
const read = async <T>(s: Station, path: string): Promise<T> =>
  (await s.desk<T>("GET", `/station/reports/${path}`)).data;
const sumOf = (amounts: readonly string[]): string =>
  moneyText(amounts.reduce((sum, amount) => sum + (parseMoney(amount) ?? 0), 0));
const day = (): string => turkishDay(trueTime());
/** Removes what CSV adds to a cell: quotes, the sign before a formula, and the form of a number. */
function plainCell(cell: unknown): string {
  const text = String(cell ?? "")
    .replaceAll('"', "")
    .replace(/^'/, "");
  return /^-?\d+([.,]\d+)?$/.test(text) ? String(Number(text.replace(",", "."))) : text;
}

describe("the ledger by key", () => {
  it("the ledger lists every entry once, newest first, each with the order that was paid and the balance after it", async () => {
    const s = await station(TODAY);
    for (const orderNumber of ["L-1", "L-2", "L-3"])
      await boughtShipment(s, { order: { orderNumber } });
    const first = await read<Page>(s, "ledger?limit=2");
    const rest = await read<Page>(s, `ledger?limit=2&before=${first.next}`);
    const lines = [...first.list, ...rest.list];
    expect(lines.map(({ kind, orderNumber }) => [kind, orderNumber])).toEqual([
      ["PURCHASE", "L-3"],
      ["PURCHASE", "L-2"],
      ["PURCHASE", "L-1"],
      ["TOPUP", ""],
    ]);
    expect(rest.next).toBeNull();
    // A key in capitals, as some programs write ids, is the same key; a key later than the
    // requested days does not extend them.
    expect(await read<Page>(s, `ledger?limit=2&before=${first.next?.toUpperCase()}`)).toEqual(rest);
    expect(
      (
        await read<Page>(
          s,
          "ledger?from=2026-01-01&to=2026-01-02&before=ffffffff-ffff-7fff-bfff-ffffffffffff",
        )
      ).list,
    ).toEqual([]);
    for (const [i, line] of lines.slice(0, -1).entries())
      expect(sumOf([lines[i + 1]?.balance ?? "", line.amount])).toBe(line.balance);
    expect((await read<Page>(s, "ledger?kind=TOPUP")).list).toHaveLength(1);
    expect([
      (await read<Page>(s, `ledger?from=${day()}&to=${day()}`)).list.length,
      (await read<Page>(s, "ledger?from=2020-01-01&to=2020-01-31")).list.length,
    ]).toEqual([4, 0]);
  });

  it("the ledger refuses invalid periods, and members with limited access", async () => {
    const s = await station(TODAY);
    expect(
      await s.desk("GET", "/station/reports/ledger?from=2026-02-02&to=2026-02-01"),
    ).toMatchObject({
      status: 400,
      code: "E1085",
      message: expect.stringContaining("from") as string,
    });
    expect(
      await s.desk("GET", "/station/reports/spending?from=2020-01-01&to=2026-02-01"),
    ).toMatchObject({ status: 400, code: "E1085" });
    const { token } = memberWithToken(s, "limitedAccessUser");
    expect(
      (await call(s.url, token, { method: "GET", path: "/station/reports/ledger" })).status,
    ).toBe(403);
    expect(
      (await call(s.url, token, { method: "GET", path: "/station/reports/file?report=ledger" }))
        .status,
    ).toBe(403);
  });
});

describe("spending", () => {
  it("spending sums the cost of labels in force by day and carrier, without cancelled labels", async () => {
    const s = await station(TODAY);
    const kept = [await boughtShipment(s), await boughtShipment(s)];
    const gone = await boughtShipment(s);
    await s.call("DELETE", `/shipments/${gone.shipment.id}`);
    const { lines, from, to, currency } = await read<Spending>(s, "spending");
    expect([from, to, currency]).toEqual([day(), day(), "TL"]);
    expect(lines.map(({ day: of, labels }) => [of, labels])).toEqual([[day(), 2]]);
    expect(lines[0]?.total).toBe(
      sumOf(
        kept.map(({ oldBalance, newBalance }) => sumOf([String(oldBalance), `-${newBalance}`])),
      ),
    );
  });
});

it("spending over a year counts each label once, on its day, in the order of days", async () => {
  const s = await station(TODAY);
  const bought = await Promise.all([0, 1, 2, 3, 4].map(() => boughtShipment(s)));
  const { raw } = s.core.deps.db;
  const lastDay = Date.parse(`${day()}T00:00:00+03:00`);
  const daysBack = [0, 91, 92, 184, 365];
  raw.exec("PRAGMA foreign_keys = OFF");
  bought.forEach(({ id }, i) => {
    const at = new Date(lastDay - (daysBack[i] ?? 0) * 86_400_000).toISOString();
    raw.prepare("UPDATE transactions SET id = ?, updated_at = ? WHERE id = ?").run(
      `${Date.parse(at)
        .toString(16)
        .padStart(12, "0")
        .replace(/(.{8})(.{4})/, "$1-$2")}-7000-8000-00000000000${i}`,
      at,
      id,
    );
  });
  const dayBack = (days: number): string =>
    turkishDay(new Date(lastDay - days * 86_400_000).toISOString());
  const { lines } = await read<Spending>(s, `spending?from=${dayBack(365)}&to=${day()}`);
  expect(lines.map(({ day: of, labels }) => [of, labels])).toEqual(
    daysBack.toReversed().map((days) => [dayBack(days), 1]),
  );
});

describe("the day of the packers", () => {
  it("each packer's labels and cancellations are counted, the labels also by hour, and a member with limited access sees only their own", async () => {
    const s = await station(TODAY);
    await boughtShipment(s);
    const { shipment } = await boughtShipment(s);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    const { packers } = await read<PackerDay>(s, "packers");
    expect(packers.map(({ labels, cancelled }) => [labels, cancelled])).toEqual([[1, 1]]);
    expect([packers[0]?.hours.length, packers[0]?.hours.reduce((sum, n) => sum + n, 0)]).toEqual([
      24, 1,
    ]);
    expect(packers[0]?.firstAt).toBe(packers[0]?.lastAt);
    const { token } = memberWithToken(s, "limitedAccessUser");
    const own = await call<PackerDay>(s.url, token, {
      method: "GET",
      path: "/station/reports/packers",
    });
    expect(own.body.data.packers).toEqual([]);
    expect((await read<PackerDay>(s, "packers?day=2020-01-01")).packers).toEqual([]);
  });

  it("two packers have a line each, with their own labels only", async () => {
    const s = await station(TODAY);
    await boughtShipment(s);
    const { offers } = await shipmentWithOffers(s);
    const { memberID, token } = memberWithToken(s, "user");
    const bought = await call(s.url, token, {
      method: "POST",
      path: "/transactions",
      body: { offerID: offers?.cheapest?.id },
    });
    expect(bought.status).toBe(201);
    const { packers } = await read<PackerDay>(s, "packers");
    expect(
      packers.map((line) => [line.memberID === memberID, line.name === "user", line.labels]),
    ).toEqual(
      expect.arrayContaining([
        [true, true, 1],
        [false, false, 1],
      ]),
    );
    expect(packers).toHaveLength(2);
  });
});

describe("cash on delivery", () => {
  const collecting = async (s: Station, totalAmount: string): Promise<Transaction> => {
    const shipment = await shipmentWithOffers(s, {
      productPaymentOnDelivery: true,
      order: { totalAmount, totalAmountCurrency: "TL" },
    });
    return (
      await s.call<Transaction>("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id })
    ).body.data;
  };

  it("cash on delivery is expected while a parcel is in transit, owed once it is delivered, and settled by receipts", async () => {
    const s = await station(TODAY);
    const { shipment } = await collecting(s, "150.40");
    await collecting(s, "49.60");
    const before = await read<CashReport>(s, "cash");
    expect(
      before.lines.map(({ expectedParcels, expected, deliveredParcels, owed }) => [
        expectedParcels,
        expected,
        deliveredParcels,
        owed,
      ]),
    ).toEqual([[2, "200.00", 0, "0.00"]]);
    for (const [i, subCode] of (["package_accepted", "delivered"] as const).entries())
      recordTracking(s.core.deps, shipment.id, {
        subCode,
        statusDate: new Date(Date.now() + i).toISOString() as Instant,
        details: "",
        locationName: "",
      });
    const providerCode = before.lines[0]?.providerCode ?? "";
    const paid = { providerCode, amount: "100", reference: "EFT-1" };
    expect((await s.desk("POST", "/station/reports/cash/receipts", paid)).status).toBe(201);
    expect((await s.desk("POST", "/station/reports/cash/receipts", paid)).status).toBe(201);
    expect(
      await s.desk("POST", "/station/reports/cash/receipts", { ...paid, amount: "99" }),
    ).toMatchObject({ status: 409, code: "E2051" });
    expect(
      await s.desk("POST", "/station/reports/cash/receipts", { ...paid, amount: "0" }),
    ).toMatchObject({ status: 400, code: "E1085" });
    const { lines } = await read<CashReport>(s, "cash");
    expect(
      lines.map(({ expected, delivered, received, owed }) => [expected, delivered, received, owed]),
    ).toEqual([["49.60", "150.40", "100.00", "50.40"]]);
  });
});

describe("a receipt of cash on delivery", () => {
  it.each(["1.000", "5.555", "0,005", "1000000000.01", "1e3", "-0"])(
    "a receipt or a top-up of %s is refused and not rounded",
    async (amount) => {
      const s = await station(TODAY);
      expect(
        await s.desk("POST", "/station/reports/cash/receipts", {
          providerCode: "PTT",
          amount,
          reference: "",
        }),
      ).toMatchObject({ status: 400, code: "E1085" });
      expect(
        await s.desk("POST", `/organizations/${s.started.organizationID}/balance/topups`, {
          amount,
          reference: "",
        }),
      ).toMatchObject({ status: 400, code: "E1085" });
    },
  );

  it("a receipt may name a known carrier in capitals or small letters, and is refused for an unknown carrier", async () => {
    const s = await station(TODAY);
    expect(
      await s.desk("POST", "/station/reports/cash/receipts", {
        providerCode: "Nowhere Cargo",
        amount: "10",
        reference: "EFT-1",
      }),
    ).toMatchObject({
      status: 400,
      code: "E1085",
      message: expect.stringContaining("Nowhere Cargo") as string,
    });
    expect(
      (
        await s.desk<CashReceipt>("POST", "/station/reports/cash/receipts", {
          providerCode: " sürat ",
          amount: "10",
          reference: "EFT-1",
        })
      ).data.providerCode,
    ).toBe("SURAT");
    expect(
      (await read<CashReport>(s, "cash")).lines.map(({ providerCode, received }) => [
        providerCode,
        received,
      ]),
    ).toEqual([["SURAT", "10.00"]]);
  });

  it.each(["eft-ışık 1", "  EFT-IŞIK 1 ", "Eft-Işık  1", "eft-işik 1"])(
    'a receipt that is repeated with its reference spelled as "%s" counts once',
    async (reference) => {
      const s = await station(TODAY);
      const enter = (change: object) =>
        s.desk<CashReceipt>("POST", "/station/reports/cash/receipts", {
          providerCode: "SURAT",
          amount: "10",
          reference: "EFT-Işık 1",
          ...change,
        });
      const first = (await enter({})).data;
      expect((await enter({ reference })).data).toEqual(first);
      expect(await enter({ reference, amount: "11" })).toMatchObject({
        status: 409,
        code: "E2051",
      });
      expect((await enter({ reference: "EFT-2" })).data.id).not.toBe(first.id);
      expect((await read<CashReport>(s, "cash")).lines.map(({ received }) => received)).toEqual([
        "20.00",
      ]);
    },
  );

  it("a receipt of a future day is E1085", async () => {
    const s = await station(TODAY);
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
    expect(
      await s.desk("POST", "/station/reports/cash/receipts", {
        providerCode: "PTT",
        amount: "1",
        receivedOn: tomorrow,
      }),
    ).toMatchObject({ status: 400, code: "E1085" });
  });

  it("a receipt with one reference at two disconnected stations counts once after they reconnect", () => {
    const { a, b, actor } = two();
    const paid = {
      providerCode: "PTT",
      amount: "250.10",
      receivedOn: undefined,
      reference: "EFT-1",
    };
    for (const { deps } of [a, b]) createCashReceipt(deps, actor, paid);
    createCashReceipt(b.deps, actor, { ...paid, reference: "" });
    exchange(a, b);
    for (const { deps } of [a, b])
      expect(deps.db.raw.prepare("SELECT sum(amount_minor) FROM cash_receipts").pluck().get()).toBe(
        50_020,
      );
  });
});

describe("a report as a file", () => {
  it("a report file has Turkish time, like the screen", async () => {
    const started = day();
    const s = await station({ world: { now: () => "2026-11-23T21:30:05.123Z" as Instant } });
    await boughtShipment(s);
    const get = async (query: string) =>
      (
        await fetch(`${s.url}/station/reports/file?${query}`, {
          headers: { authorization: `Bearer ${s.started.token}` },
        })
      ).text();
    const lines = (await get(`report=ledger&language=tr&from=${started}&to=${day()}`)).split(
      "\r\n",
    );
    expect(lines.filter((line) => line.startsWith('"2026-11-24 00:30:05";"')).length).toBe(
      lines.length - 2,
    );
    expect(lines.length).toBeGreaterThan(2);
  });

  it(
    "each report has the same cells as CSV and as XLSX, with headings in the requested language",
    { tags: "all" },
    async () => {
      const s = await station(TODAY);
      await boughtShipment(s, { order: { orderNumber: "=1+1" } });
      const get = (report: string, query: string) =>
        fetch(`${s.url}/station/reports/file?report=${report}&${query}`, {
          headers: { authorization: `Bearer ${s.started.token}` },
        });
      const csv = await (await get("ledger", "format=csv&language=tr")).text();
      expect(csv.split("\r\n").length).toBe(4);
      expect(csv).toContain('"Zaman";"Tür";"Sipariş"');
      expect(csv).toContain(`"'=1+1"`);
      for (const report of ["ledger", "spending", "packers", "cash"])
        for (const language of ["en", "tr"]) {
          const lines = (await (await get(report, `format=csv&language=${language}`)).text())
            .replace("\uFEFF", "")
            .trim()
            .split("\r\n");
          const answer = await get(report, `format=xlsx&language=${language}`);
          expect(answer.headers.get("content-disposition")).toContain(`${report}-${day()}.xlsx`);
          const [sheet] = (await readXlsx(Buffer.from(await answer.arrayBuffer()))) as unknown as {
            data: unknown[][];
          }[];
          expect([report, language, sheet?.data.map((cells) => cells.map(plainCell))]).toEqual([
            report,
            language,
            lines.map((line) => line.split(language === "tr" ? ";" : ",").map(plainCell)),
          ]);
        }
    },
  );
});
