import { expect, it } from "vitest";
import type { Spending } from "../../../../core/fulfilment/reports/reports.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { deskWithMarketplace, offersOf, quoted } from "../../../helpers/marketplace.ts";

it(
  "spending has the labels that a marketplace sold on lines with its name, and what they cost there",
  { tags: "all" },
  async () => {
    const s = await deskWithMarketplace();
    const shipment = await quoted(s);
    const there = offersOf(shipment, s.accountID)[0];
    const here = shipment.offers?.list.find(({ paidThere }) => paidThere !== true);
    expect([there?.paidThere, here?.paidThere]).toEqual([true, undefined]);
    const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: there?.id });
    expect(body.data.payedVia).toBe("MARKETPLACE");
    const other = await quoted(s);
    const local = other.offers?.list.find(({ paidThere }) => paidThere !== true);
    await s.call("POST", "/transactions", { offerID: local?.id });

    const read = await s.desk<Spending>("GET", "/station/reports/spending");
    expect(read.data.lines.map(({ day: _, carrierName: __, ...line }) => line)).toEqual([
      {
        marketplace: "",
        labels: 1,
        total: local?.totalAmount,
        onAccount: "0.00",
        paidThere: "0.00",
      },
      {
        marketplace: "Pazar",
        labels: 1,
        total: there?.totalAmount,
        onAccount: "0.00",
        paidThere: there?.totalAmount,
      },
    ]);
    const file = await fetch(`${s.url}/station/reports/file?report=spending&language=tr`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(await file.text()).toContain('"Pazaryerlerinde ödenen (TL)";"Pazaryeri"');
  },
);
