/** Debt of labels on account: what is in force, less payments, up to the credit limit. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type {
  AgreementView,
  PaymentView,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import { instant } from "../../../../core/base/units.ts";
import {
  findAgreement,
  type AgreementRow,
} from "../../../../core/shipping/agreements/agreements.service.ts";
import { createVersion } from "../../../../core/shipping/agreements/make-agreement.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { addAgreement, plainService, plainTariff } from "../../../helpers/agreements.ts";
import { change, parcel, senderOf, station, type Station } from "../../../helpers/station.ts";

/** A label of the plain tariff costs 100.00, with taxes 122.82. */
const PRICE = "122.82";

async function liveStation(limit: number | null = null): Promise<{ s: Station; id: string }> {
  const s = await station();
  change(s, "UPDATE organizations SET test = 0");
  const { id } = addAgreement(s, { onAccount: true, creditLimitMinor: limit });
  return { s, id };
}

function agreementOf(s: Station, id: string): AgreementRow {
  const row = findAgreement(s.core.deps.db, id);
  if (row === undefined) throw new Error("no agreement");
  return row;
}

const buy = async (s: Station) =>
  await s.call<Transaction>("POST", "/transactions", {
    providerServiceCode: "GERCEK_STANDART",
    shipment: parcel({ returnAddressID: await senderOf(s) }),
  });
const balanceAnswer = async (s: Station) => {
  const { body } = await s.call("GET", `/organizations/${s.started.organizationID}/balance`);
  return [body.data, body["debt"]];
};
const pay = async (s: Station, id: string, amount: string) =>
  await s.desk<AgreementView>("POST", `/station/agreements/${id}/payments`, {
    amount,
    paidOn: "2026-11-20",
    reference: "HAVALE-1",
  });

describe("debt", () => {
  it("an offer from before the payment of its agreement was changed is refused, since another purse would pay it", async () => {
    const { s, id } = await liveStation();
    const { offers } = (await s.call<Shipment>("POST", "/shipments", parcel())).body.data;
    await s.desk("PATCH", `/station/agreements/${id}`, { onAccount: false });
    const { body } = await s.call("POST", "/transactions", { offerID: offers?.cheapest?.id });
    expect([body.code, await balanceAnswer(s)]).toEqual(["E1064", [expect.any(String), "0.00"]]);
  });

  it("labels on account leave the balance and raise the debt, and a purchase says the debt before and after it", async () => {
    const { s, id } = await liveStation();
    const first = (await buy(s)).body.data;
    const second = (await buy(s)).body.data;
    expect([
      [first.payedVia, first.invoiceOldDebt, first.invoiceNewDebt],
      [second.invoiceOldDebt, second.invoiceNewDebt, second.oldBalance, second.newBalance],
      await balanceAnswer(s),
    ]).toEqual([
      ["PROVIDER_ACCOUNT", "0.00", PRICE],
      [PRICE, "245.64", "100000.00", "100000.00"],
      ["100000.00", "245.64"],
    ]);
    const { data } = await pay(s, id, "200.00");
    expect([data.debt, await balanceAnswer(s)]).toEqual(["45.64", ["100000.00", "45.64"]]);
    const listed = await s.desk<PaymentView[]>("GET", `/station/agreements/${id}/payments`);
    expect(listed.data).toMatchObject([
      { amount: "200.00", paidOn: "2026-11-20", reference: "HAVALE-1" },
    ]);
  });

  it("a cancelled label no longer counts, and a wrong payment is corrected by a negative one", async () => {
    const { s, id } = await liveStation();
    const { shipment } = (await buy(s)).body.data;
    await s.call("DELETE", `/shipments/${shipment.id}`);
    await pay(s, id, "50.00");
    const before = await balanceAnswer(s);
    await pay(s, id, "-50.00");
    expect([before[1], (await balanceAnswer(s))[1]]).toEqual(["-50.00", "0.00"]);
  });

  it("above the credit limit a label is refused and nothing is written; after a payment it is bought", async () => {
    const { s, id } = await liveStation(20_000);
    const codes = [(await buy(s)).body.code, (await buy(s)).body.code];
    const { body } = await s.call<unknown[]>("GET", "/shipments");
    await pay(s, id, "50.00");
    expect([codes, body.data.length, (await buy(s)).body.code, await balanceAnswer(s)]).toEqual([
      [undefined, "E2172"],
      1,
      undefined,
      ["100000.00", "195.64"],
    ]);
  });

  it("a label that costs nothing is bought above the credit limit too", async () => {
    const { s, id } = await liveStation();
    await buy(s);
    await s.desk("PATCH", `/station/agreements/${id}`, { creditLimit: "100.00" });
    change(
      s,
      "UPDATE rate_cards SET is_active = 0 WHERE agreement_id IN (SELECT id FROM agreements WHERE provider_code = 'GERCEK')",
    );
    createVersion(
      s.core.deps,
      agreementOf(s, id),
      plainTariff({ services: [plainService({ steps: [{ upToDesi: 50, prices: [0] }] })] }),
      { from: instant("2025-12-31T21:00:00.000Z"), to: null },
    );
    const { body } = await buy(s);
    expect([body.code, body.data.totalAmount]).toEqual([undefined, "0.00"]);
  });

  it("a label that is paid from the balance states the debt, which it does not change", async () => {
    const { s } = await liveStation();
    await buy(s);
    addAgreement(s, {
      providerCode: "BAKIYE",
      ranges: [{ prefix: "B", first: 1, last: 9, width: 1 }],
      tariff: { services: [plainService({ code: "BAKIYE_STANDART" })] },
    });
    const { body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "BAKIYE_STANDART",
      shipment: parcel({ returnAddressID: await senderOf(s) }),
    });
    const { payedVia, invoiceOldDebt, invoiceNewDebt } = body.data;
    expect([payedVia, invoiceOldDebt, invoiceNewDebt]).toEqual(["BALANCE", PRICE, PRICE]);
  });

  it.each(["0", "12,345", "abc", "1.000"])("a payment of %s is refused", async (amount) => {
    const { s, id } = await liveStation();
    expect((await pay(s, id, amount)).code).toBe("E1085");
  });

  it("the stored debt equals the sum over all purchases, cancellations and payments, in any order", async () => {
    const { s, id } = await liveStation();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("buy", "cancel", "pay"), { maxLength: 6 }),
        async (acts) => {
          const bought: string[] = [];
          for (const act of acts) {
            if (act === "buy") bought.push((await buy(s)).body.data.shipment.id);
            if (act === "cancel") await s.call("DELETE", `/shipments/${bought.pop() ?? "x"}`);
            if (act === "pay") await pay(s, id, "10.00");
          }
          const { db } = s.core.deps;
          const sum = db.raw
            .prepare<[], number>(
              `SELECT (SELECT coalesce(sum(total_minor), 0) FROM transactions WHERE on_account = 1 AND status = 'DONE')
                    - (SELECT coalesce(sum(amount_minor), 0) FROM agreement_payments)`,
            )
            .pluck()
            .get();
          const kept = db.raw
            .prepare<[], number>("SELECT sum(bought_minor - paid_minor) FROM agreement_debts")
            .pluck()
            .get();
          expect(kept ?? 0).toBe(sum);
        },
      ),
      { numRuns: 8 },
    );
  });
});
