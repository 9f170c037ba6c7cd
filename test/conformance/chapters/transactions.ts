/** Chapter: accept offer and buy label. */
import { expect } from "vitest";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  boughtShipment,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const buy = (s: Station, body: Record<string, unknown>): Promise<Answer<Transaction>> =>
  s.call<Transaction>("POST", "/transactions", body);
const inOneStep = async (
  s: Station,
  change: Record<string, unknown> = {},
  service: Record<string, unknown> = { providerServiceCode: "SURAT_STANDART" },
): Promise<Answer<Transaction>> =>
  buy(s, { ...service, shipment: { ...parcel(), returnAddressID: await senderOf(s), ...change } });
const codeOf = async (answer: Promise<Answer>): Promise<unknown[]> => [
  (await answer).status,
  (await answer).body.code,
];

chapter("Accept offer and buy label", (rule) => {
  rule(
    "The two-step form `{ offerID }` pays for the label from the organization's balance.",
    async (s) => {
      const before = await balanceOf(s);
      const offer = (await shipmentWithOffers(s)).offers?.cheapest;
      const { status, body } = await buy(s, { offerID: offer?.id });
      expect([
        status,
        body.data.offerID,
        body.data.totalAmount,
        body.data.payedVia,
        await balanceOf(s),
      ]).toEqual([
        201,
        offer?.id,
        offer?.totalAmount,
        "BALANCE",
        (Number(before) - Number(offer?.totalAmount)).toFixed(2),
      ]);
    },
  );
  rule(
    "The id of a sub-offer, which has a `scheduleDate`, is accepted for appointment delivery.",
    async (s) => {
      const sub = (await shipmentWithOffers(s)).offers?.list.find((o) => o.subOffer.length > 0)
        ?.subOffer[1];
      const { status, body } = await buy(s, { offerID: sub?.id });
      expect([
        /^\d{4}-\d\d-\d\d/.test(sub?.scheduleDate ?? ""),
        status,
        body.data.offerID,
        body.data.totalAmount,
      ]).toEqual([true, 201, sub?.id, sub?.totalAmount]);
    },
  );
  rule(
    "The one-step form with `providerServiceCode` and `shipment` answers a Transaction too.",
    async (s) => {
      const { status, body } = await inOneStep(s, {
        hidePackageContentOnTag: true,
        order: { orderNumber: "S-1", merchantCode: "M-1" },
      });
      expect([
        status,
        body.data.shipment.providerServiceCode,
        body.data.shipment.hidePackageContentOnTag,
        body.data.shipment.order?.merchantCode,
        body.data.shipment.labelURL !== "",
      ]).toEqual([201, "SURAT_STANDART", true, "M-1", true]);
    },
  );
  rule(
    "The one-step form requires `providerServiceCode`, `returnAddressID` and the recipient's e-mail.",
    async (s) => {
      expect([
        await codeOf(inOneStep(s, {}, {})),
        await codeOf(inOneStep(s, { returnAddressID: undefined })),
        await codeOf(inOneStep(s, { recipientAddress: { ...RECIPIENT, email: "" } })),
      ]).toEqual([
        [400, "E1085"],
        [400, "E1085"],
        [400, "E1136"],
      ]);
    },
  );
  rule(
    "`recipientAddress` requires `name`, `phone`, `address1`, `countryCode`, a city and `districtName`.",
    async (s) => {
      const codes = await Promise.all(
        [
          { name: "" },
          { phone: "" },
          { address1: "" },
          { countryCode: "" },
          { cityCode: "", cityName: "" },
          { districtName: "" },
        ].map((empty) => codeOf(inOneStep(s, { recipientAddress: { ...RECIPIENT, ...empty } }))),
      );
      expect(codes).toEqual(
        ["E1133", "E1134", "E1129", "E1131", "E1130", "E1132"].map((code) => [400, code]),
      );
    },
  );
  rule(
    "Cash on delivery needs `productPaymentOnDelivery` true and a service code that supports it.",
    async (s) => {
      const cash = {
        productPaymentOnDelivery: true,
        order: { totalAmount: "150", totalAmountCurrency: "TL" },
      };
      const { status, body } = await inOneStep(s, cash, {
        providerServiceCode: "PTT_KAPIDA_ODEME",
      });
      expect([
        status,
        body.data.shipment.productPaymentOnDelivery,
        body.data.shipment.providerServiceCode,
      ]).toEqual([201, true, "PTT_KAPIDA_ODEME"]);
      expect(await codeOf(inOneStep(s, cash))).toEqual([404, "E1064"]);
    },
  );
  rule(
    "In the one-step form with flat fields, the return address falls back to the sender's, the e-mail may be missing, and `test:true` without a service code means our test service.",
    async (s) => {
      const { email: _, ...recipientAddress } = RECIPIENT;
      const live = await buy(s, {
        ...parcel({ recipientAddress }),
        providerServiceCode: "SURAT_STANDART",
      });
      const test = await buy(s, parcel({ recipientAddress, test: true }));
      expect([
        live.status,
        live.body.data.shipment.returnAddressID === live.body.data.shipment.senderAddressID,
        test.status,
        test.body.data.shipment.providerServiceCode,
      ]).toEqual([201, true, 201, "PACKBENCH_STANDART"]);
    },
  );
  rule(
    "Accepting again for a shipment that has a label is E1065 and never a second charge, for every offer and sub-offer.",
    async (s) => {
      const shipment = await shipmentWithOffers(s);
      const all = (shipment.offers?.list ?? []).flatMap((o) => [
        o.id,
        ...o.subOffer.map((x) => x.id),
      ]);
      const before = Number(await balanceOf(s));
      const answers = await Promise.all([...all, ...all].map((offerID) => buy(s, { offerID })));
      const won = answers.filter((a) => a.status === 201);
      expect([
        won.length,
        new Set(answers.filter((a) => a.status !== 201).map((a) => `${a.status} ${a.body.code}`)),
      ]).toEqual([1, new Set(["409 E1065"])]);
      expect(Number(await balanceOf(s))).toBeCloseTo(
        before - Number(won[0]?.body.data.totalAmount),
        2,
      );
    },
  );
  rule(
    "100 parallel purchases get consecutive numbers and separate barcodes, and the balance stays exact to the kuruş.",
    async (s) => {
      const before = Math.round(Number(await balanceOf(s)) * 100);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          buy(s, { ...parcel(), providerServiceCode: "SURAT_STANDART" }),
        ),
      );
      const ids = answers
        .map((a) => a.body.data.shipment.organizationShipmentID)
        .sort((a, b) => a - b);
      const spent = answers.reduce(
        (sum, a) => sum + Math.round(Number(a.body.data.totalAmount) * 100),
        0,
      );
      expect([ids, Math.round(Number(await balanceOf(s)) * 100)]).toEqual([
        ids.map((_, i) => (ids[0] ?? 0) + i),
        before - spent,
      ]);
      expect(new Set(answers.map((a) => a.body.data.shipment.barcode)).size).toBe(100);
    },
  );
  rule("A purchase without sufficient balance is E1066, and nothing is bought.", async (s) => {
    const shipment = await shipmentWithOffers(s);
    const balance = s.core.deps.db.raw.prepare("SELECT balance_minor FROM balances").pluck().get();
    s.core.deps.db.raw.prepare("UPDATE balances SET balance_minor = 1").run();
    const answers = [
      await codeOf(buy(s, { offerID: shipment.offers?.cheapest?.id })),
      await codeOf(inOneStep(s)),
    ];
    s.core.deps.db.raw.prepare("UPDATE balances SET balance_minor = ?").run(balance);
    expect(answers).toEqual([
      [409, "E1066"],
      [409, "E1066"],
    ]);
    expect(
      (await s.call<{ statusCode: string }>("GET", `/shipments/${shipment.id}`)).body.data
        .statusCode,
    ).toBe("GOT_OFFERS");
  });
  rule("A refunded transaction is marked as a refund.", async (s) => {
    const { shipment, id } = await boughtShipment(s);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    expect(
      s.core.deps.db.raw.prepare("SELECT is_refund FROM transactions WHERE id = ?").pluck().get(id),
    ).toBe(1);
  });
});
