/** Charges of carriers for parcels: read once a day, compared with the prices of the labels. */
import { describe, expect, it } from "vitest";
import { minor } from "../../../../core/base/money.ts";
import {
  createInvoiceReading,
  type InvoiceReading,
} from "../../../../core/fulfilment/charges/read-invoices.ts";
import type {
  CarrierInvoice,
  CarrierInvoices,
} from "../../../../core/fulfilment/charges/charges.schema.ts";
import { recordInvoiceLines } from "../../../../core/fulfilment/charges/record-charges.ts";
import { createFollowing } from "../../../../core/fulfilment/following/follow-parcels.ts";
import {
  getSnapshot,
  getTransactionRow,
} from "../../../../core/fulfilment/transactions/transactions.store.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import type { InvoiceLine } from "../../../../core/shipping/carriers/carrier.ts";
import {
  buyTold,
  TOLD_ACCOUNT,
  toldStation,
  type ToldStation,
} from "../../../helpers/announced-carrier.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { eventually } from "../../../helpers/station.ts";

const HOUR_MS = 60 * 60 * 1_000;
const NEVER = new AbortController().signal;
const DAYS = "from=2026-11-01&to=2026-11-30";

const line = (barcode: string, lira: number, rest: Partial<InvoiceLine> = {}): InvoiceLine => ({
  invoice: "F1",
  invoicedOn: "2026-11-20",
  barcode,
  trackingNumber: "",
  desi: 3,
  amount: minor(Math.round(lira * 100)),
  ...rest,
});
const read = (s: ToldStation, reading: InvoiceReading = createInvoiceReading(s.core.deps)) =>
  reading.step([s.started.organizationID], NEVER);
const invoices = async (s: ToldStation): Promise<CarrierInvoice[]> =>
  (await s.desk<CarrierInvoices>("GET", `/station/reports/invoices?${DAYS}`)).data.lines;
const fileOf = async (s: ToldStation): Promise<string[]> =>
  (
    await (
      await fetch(`${s.url}/station/reports/file?report=invoices&${DAYS}`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      })
    ).text()
  )
    .trim()
    .split("\r\n");
const agreedOf = (s: ToldStation, label: Transaction): number =>
  getSnapshot(s.core.deps.db, label.id).offer.amountMinor / 100;
const countOf = (s: ToldStation): number =>
  Number(s.core.deps.db.raw.prepare("SELECT count(*) FROM carrier_charges").pluck().get());
const barcodeOf = ({ shipment }: Transaction): string => shipment.barcode ?? "";

describe("a carrier's invoices", () => {
  it("are compared with the prices of the labels, each line once however often it is read", async () => {
    const s = await toldStation();
    const [right, dear] = [await buyTold(s), await buyTold(s)];
    const agreed = agreedOf(s, right);
    s.told.invoiced.push(
      line(barcodeOf(right), agreed),
      line(barcodeOf(dear), agreed + 10, { desi: 5 }),
      line("NOTOURS1", 50),
    );
    await read(s);
    await read(s);
    expect(await invoices(s)).toMatchObject([
      {
        accountName: "Gerçek hesabı",
        invoice: "F1",
        invoicedOn: "2026-11-20",
        parcels: 3,
        unknownParcels: 1,
        differentParcels: 1,
        agreed: (2 * agreed).toFixed(2),
        charged: (2 * agreed + 60).toFixed(2),
        difference: "60.00",
      },
    ]);
    const rows = await fileOf(s);
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.includes(barcodeOf(dear)))).toContain("10.00");
  });

  it("a corrected line changes its charge, and several lines of a parcel in one invoice are one sum", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    s.told.invoiced.push(line(barcodeOf(label), 40), line(barcodeOf(label), 2.5, { desi: 0 }));
    await read(s);
    expect(await invoices(s)).toMatchObject([{ parcels: 1, charged: "42.50" }]);
    s.told.invoiced[0] = line(barcodeOf(label), 30);
    await read(s);
    expect(await invoices(s)).toMatchObject([{ parcels: 1, charged: "32.50" }]);
    s.told.invoiced.push(line(barcodeOf(label), -32.5, { invoice: "F2" }));
    await read(s);
    await read(s);
    // The price of the label counts once, in the first invoice.
    const agreed = agreedOf(s, label).toFixed(2);
    const lines = (await invoices(s)).map((one) => [one.invoice, one.charged, one.agreed]);
    expect(lines).toEqual([
      ["F1", "32.50", agreed],
      ["F2", "-32.50", "0.00"],
    ]);
  });

  it("a line with the carrier's number alone finds its parcel, and a cancelled label is charged against nothing", async () => {
    const s = await toldStation();
    const [followed, cancelled] = [await buyTold(s), await buyTold(s)];
    await s.call("POST", `/station/shipments/${followed.shipment.id}/tracking`, {
      subCode: "package_accepted",
      trackingNumber: "116000000001",
    });
    await eventually("both are announced", () => s.told.parcels.size === 2);
    expect((await s.call("DELETE", `/shipments/${cancelled.shipment.id}`)).status).toBe(200);
    expect(getTransactionRow(s.core.deps.db, cancelled.id).status).toBe("CANCELED");
    s.told.invoiced.push(
      line("", 10, { trackingNumber: "116000000001" }),
      line(barcodeOf(cancelled), 20, { invoice: "F2" }),
    );
    await read(s);
    const agreed = agreedOf(s, followed).toFixed(2);
    expect(await invoices(s)).toMatchObject([
      { invoice: "F1", unknownParcels: 0, agreed },
      { invoice: "F2", unknownParcels: 0, agreed: "0.00", difference: "20.00" },
    ]);
  });

  it("a line that its invoice no longer has is withdrawn, also when its parcel has another code now", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    const agreed = agreedOf(s, label);
    s.told.invoiced.push(line("X1", 10), line("", agreed, { trackingNumber: "116000000001" }));
    await read(s);
    s.told.invoiced.splice(0, 2, line(barcodeOf(label), agreed));
    await read(s);
    expect(await invoices(s)).toMatchObject([
      { parcels: 1, unknownParcels: 0, differentParcels: 0, difference: "0.00" },
    ]);
    expect(await fileOf(s)).toHaveLength(2);
  });

  it("a line under our code takes the agreed price of an earlier line under the carrier's number", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    const agreed = agreedOf(s, label);
    const trackingNumber = "116000000001";
    await s.call("POST", `/station/shipments/${label.shipment.id}/tracking`, {
      subCode: "package_accepted",
      trackingNumber,
    });
    s.told.invoiced.push(line("", agreed, { trackingNumber }));
    await read(s);
    s.told.invoiced[0] = line(barcodeOf(label), agreed, { trackingNumber });
    await read(s);
    expect(await invoices(s)).toMatchObject([
      { parcels: 1, differentParcels: 0, agreed: agreed.toFixed(2), difference: "0.00" },
    ]);
  });

  it("a parcel in the invoice of another account has no agreed price there", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    const account = { organizationID: s.started.organizationID, providerCode: "GERCEK" };
    const lines = [line(barcodeOf(label), 50)];
    await recordInvoiceLines(s.core.deps, { ...account, accountID: "another" }, lines);
    await recordInvoiceLines(s.core.deps, { ...account, accountID: s.accountID }, lines);
    expect((await invoices(s)).map(({ agreed }) => agreed).toSorted()).toEqual([
      "0.00",
      agreedOf(s, label).toFixed(2),
    ]);
  });

  it("an impossible desi counts as unknown, and an impossible amount is left out, so that other stations accept every row", async () => {
    const s = await toldStation();
    s.told.invoiced.push(
      line("A", 10, { desi: -3 }),
      line("B", 1, { amount: Number.NaN as InvoiceLine["amount"] }),
      ...Array.from({ length: 101 }, () => line("C", 10_000_000)),
      line("D", 20),
    );
    await read(s);
    const rows = s.core.deps.db.raw
      .prepare("SELECT code, desi, amount_minor FROM carrier_charges ORDER BY code")
      .raw()
      .all();
    expect(rows).toEqual([
      ["A", 0, 1_000],
      ["D", 3, 2_000],
    ]);
  });

  it(
    "of 20,000 lines block no turn of the event loop for long, and end with the station's stop",
    { tags: "alone" },
    async () => {
      const s = await toldStation();
      s.told.invoiced.push(...Array.from({ length: 20_000 }, (_, i) => line(`N${i}`, 10)));
      const stopping = new AbortController();
      const { longestMs } = await longestTurn(async () => {
        const reading = createInvoiceReading(s.core.deps).step(
          [s.started.organizationID],
          stopping.signal,
        );
        await eventually("some lines are recorded", () => countOf(s) > 100);
        stopping.abort(new Error("The station stopped."));
        await expect(reading).rejects.toThrow("The station stopped.");
      });
      expect(countOf(s)).toBeLessThan(20_000);
      expect(longestMs).toBeLessThan(200); // The test's own work is in these turns too.
    },
  );

  it("that cannot be recorded count as failed, and do not hold up another account", async () => {
    const s = await toldStation();
    const { body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
      ...TOLD_ACCOUNT,
      name: "İkinci hesap",
    });
    s.told.invoiced.push(line("A", 10));
    const db = s.core.deps.db.raw;
    db.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON carrier_charges WHEN NEW.account_id = '${s.accountID}' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    const reading = createInvoiceReading(s.core.deps);
    await read(s, reading);
    await read(s, reading);
    expect(s.told.months).toEqual(["2026-11", "2026-11"]);
    db.exec("DROP TRIGGER refuse");
    expect((await invoices(s)).map(({ accountID }) => accountID)).toEqual([body.data.id]);
  });

  it("are read once a day, those of the month before until its tenth day, and again an hour after a lost answer", async () => {
    const s = await toldStation();
    const reading = createInvoiceReading(s.core.deps);
    await read(s, reading);
    await read(s, reading);
    expect(s.told.months).toEqual(["2026-11"]);
    s.clock.nowMs += 10 * 24 * HOUR_MS;
    s.told.hasInvoices = false;
    await read(s, reading);
    await read(s, reading);
    expect(s.told.months).toEqual(["2026-11", "2026-11", "2026-12"]);
    s.told.hasInvoices = true;
    s.clock.nowMs += HOUR_MS;
    await read(s, reading);
    expect(s.told.months.slice(3)).toEqual(["2026-11", "2026-12"]);
    s.told.hasInvoices = false;
    s.clock.nowMs += 40 * 24 * HOUR_MS;
    await read(s, reading);
    s.clock.nowMs -= 24 * HOUR_MS; // the clock is set back
    await read(s, reading);
    expect(s.told.months).toHaveLength(9);
  });

  it("are read by the one station whose turn the account is", async () => {
    const s = await toldStation();
    const turns = { ...s.core.deps.turns, isTurn: () => false };
    await read(s, createInvoiceReading({ ...s.core.deps, turns }));
    expect(s.told.months).toEqual([]);
  });
});

it("what a carrier reports with the scans of a parcel is a charge before its invoice, under the day of its first report", async () => {
  const s = await toldStation();
  const label = await buyTold(s);
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  const following = createFollowing(s.core.deps, 0);
  for (const [lira, desi] of [
    [20, 2],
    [35, 4],
  ] as const) {
    s.told.charges.set(barcodeOf(label), { desi, amount: minor(lira * 100) });
    s.told.numbers.set(barcodeOf(label), "116000000001");
    s.clock.nowMs += 25 * HOUR_MS;
    await following.step([s.started.organizationID]);
  }
  expect(await invoices(s)).toMatchObject([
    { invoice: "", invoicedOn: "2026-11-22", parcels: 1, charged: "35.00" },
  ]);
});
