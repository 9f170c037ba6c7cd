import { describe, expect, it } from "vitest";
import type { Bought, RemoteCarrier } from "../../../../core/shipping/carriers/carrier.ts";
import { errors } from "../../../../core/base/errors.ts";
import { minor } from "../../../../core/base/money.ts";
import { checkChains } from "../../../helpers/check-chains.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { farCarrier, outcomeOf } from "../../../helpers/far-carrier.ts";
import { LABEL, remoteOffer } from "./a-remote-carrier.ts";
import {
  balanceOf,
  boughtShipment,
  eventually,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";

const counts = (s: Station) => ({
  shipments: s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get(),
  transactions: s.core.deps.db.raw.prepare("SELECT count(*) FROM transactions").pluck().get(),
  purchases: s.core.deps.db.raw
    .prepare("SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'")
    .pluck()
    .get(),
});

describe("accepting an offer", () => {
  it("accepting the offer of a one-step purchase is E1065, also after the shipment's cancellation", async () => {
    const s = await station();
    const bought = (
      await s.call<Transaction>("POST", "/transactions", {
        providerServiceCode: "SURAT_STANDART",
        shipment: { ...parcel(), returnAddressID: await senderOf(s) },
      })
    ).body.data;
    const accept = async (): Promise<unknown[]> => {
      const { status, body } = await s.call("POST", "/transactions", { offerID: bought.offerID });
      return [status, body.code, body.message];
    };
    expect(await accept()).toEqual([
      409,
      "E1065",
      "An offer was already accepted for this shipment.",
    ]);
    await s.call("DELETE", `/shipments/${bought.shipment.id}`);
    expect(await accept()).toEqual([
      409,
      "E1065",
      "This shipment was cancelled. Clone it to send it after all.",
    ]);
    expect(
      (await s.call("POST", "/transactions", { offerID: crypto.randomUUID() })).body.code,
    ).toBe("E1064");
    expect(counts(s)).toMatchObject({ transactions: 1, purchases: 1 });
  });

  it(
    "accepting is E1065 even if the rows of the shipment and purchase look unbought",
    { tags: "all" },
    async () => {
      const s = await station();
      const shipment = await shipmentWithOffers(s);
      const accept = () =>
        s.call("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id });
      expect((await accept()).status).toBe(201);
      const { raw } = s.core.deps.db;
      raw.prepare("UPDATE transactions SET status = 'FAILED'").run();
      raw.prepare("UPDATE shipments SET status = 'GOT_OFFERS', purchase_id = NULL").run();
      expect(await accept()).toMatchObject({ status: 409, body: { code: "E1065" } });
      expect(counts(s)).toMatchObject({ transactions: 1, purchases: 1 });
    },
  );

  it("accepting buys the label, charges the total, and answers the shipment with barcode and label link", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    const offer = shipment.offers?.cheapest;
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      offerID: offer?.id,
    });
    expect({
      status,
      offerID: body.data.offerID,
      isPayed: body.data.isPayed,
      via: body.data.payedVia,
      total: body.data.totalAmount,
      old: body.data.oldBalance,
    }).toEqual({
      status: 201,
      offerID: offer?.id,
      isPayed: true,
      via: "BALANCE",
      total: offer?.totalAmount,
      old: "100000.00",
    });
    expect(body.data.shipment).toMatchObject({
      statusCode: "TRACKING_CODE_CREATED",
      labelFileType: "PDF",
      acceptedOfferID: offer?.id,
    });
    expect(body.data.shipment.barcode).not.toBe("");
    expect(await balanceOf(s)).toBe(body.data.newBalance);
    const label = await fetch(body.data.shipment.labelURL);
    expect([
      label.status,
      label.headers.get("content-type"),
      (await label.text()).slice(0, 5),
    ]).toEqual([200, "application/pdf", "%PDF-"]);
  });

  it(
    "accepting for the copy of an erased shipment is E1133 until the copy has a recipient",
    { tags: "all" },
    async () => {
      const s = await station();
      const { id } = await shipmentWithOffers(s);
      await s.desk("DELETE", `/shipments/${id}`);
      await s.desk("POST", "/station/privacy/erasures", { phone: RECIPIENT.phone });
      const { shipment } = (
        await s.desk<OpenedOrder>("POST", "/station/orders/again", { shipmentID: id })
      ).data;
      const accept = (of: Shipment) =>
        s.call<Transaction>("POST", "/transactions", { offerID: of.offers?.cheapest?.id });
      expect([
        shipment.recipientAddress?.name,
        (await accept(shipment)).body.code,
        await balanceOf(s),
      ]).toEqual(["", "E1133", "100000.00"]);
      await s.desk("PUT", `/station/shipments/${shipment.id}/recipient`, RECIPIENT);
      expect(
        (await accept((await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data)).status,
      ).toBe(201);
    },
  );

  it("one charge is made when many callers accept at once, the same offer or another of the same shipment", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    const ids = (shipment.offers?.list ?? []).flatMap((o) => [
      o.id,
      o.id,
      ...o.subOffer.map((sub) => sub.id),
    ]);
    const answers = await Promise.all(
      ids.map((offerID) => s.call("POST", "/transactions", { offerID })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...ids.slice(1).map(() => 409)]);
    expect(new Set(answers.filter((a) => a.status === 409).map((a) => a.body.code))).toEqual(
      new Set(["E1065"]),
    );
    expect(counts(s)).toMatchObject({ transactions: 1, purchases: 1 });
  });

  it("the id of a sub-offer, which has an appointment's date, is accepted at the sub-offer's price", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    const sub = shipment.offers?.list.find((o) => o.subOffer.length > 0)?.subOffer[1];
    expect(sub?.scheduleDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      offerID: sub?.id,
    });
    expect({ status, total: body.data.totalAmount }).toEqual({
      status: 201,
      total: sub?.totalAmount,
    });
  });

  it("an offer that does not exist or was made for the shipment's earlier size is E1064", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    const changed = await s.call<Shipment>("PATCH", `/shipments/${shipment.id}`, { weight: "7" });
    const old = await s.call("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id });
    const none = await s.call("POST", "/transactions", {
      offerID: "00000000-0000-4000-8000-000000000000",
    });
    const fresh = await s.call("POST", "/transactions", {
      offerID: changed.body.data.offers?.cheapest?.id,
    });
    expect([old.status, old.body.code, none.status, none.body.code, fresh.status]).toEqual([
      404,
      "E1064",
      404,
      "E1064",
      201,
    ]);
  });

  it("a balance that is too low is E1066, and nothing is bought", async () => {
    const s = await station();
    s.core.deps.db.raw.prepare("UPDATE balances SET balance_minor = 100").run();
    const shipment = await shipmentWithOffers(s);
    const { status, body } = await s.call("POST", "/transactions", {
      offerID: shipment.offers?.cheapest?.id,
    });
    expect([status, body.code]).toEqual([409, "E1066"]);
    expect(counts(s)).toMatchObject({ transactions: 0, purchases: 0 });
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.statusCode).toBe(
      "GOT_OFFERS",
    );
  });

  it("a hundred parallel purchases keep numbers consecutive and the ledger exact", async () => {
    const s = await station();
    const returnAddressID = await senderOf(s);
    const body = (i: number) => ({
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel({ order: { orderNumber: `P${i}` } }), returnAddressID },
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => s.call<Transaction>("POST", "/transactions", body(i))),
    );
    const bought = answers.map((a) => a.body.data);
    expect(answers.every((a) => a.status === 201)).toBe(true);
    expect(bought.map((t) => t.shipment.organizationShipmentID).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(new Set(bought.map((t) => t.shipment.barcode)).size).toBe(100);
    const spent = bought.reduce((sum, t) => sum + Math.round(Number(t.totalAmount) * 100), 0);
    expect(await balanceOf(s)).toBe(((10_000_000 - spent) / 100).toFixed(2));
    expect(checkChains(s.core.deps.db, s.started.organizationID)).toEqual({
      entries: 101,
      balance: 10_000_000 - spent,
      brokenAt: null,
    });
  });
});

describe("buying in one step", () => {
  it("the answer has a message and a complete transaction", async () => {
    const s = await station();
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    });
    expect({
      status,
      message: body.message,
      additional: "additionalMessage" in body,
      service: body.data.shipment.providerServiceCode,
    }).toEqual({ status: 201, message: "Success", additional: false, service: "SURAT_STANDART" });
  });

  it("the flat form of published programs is accepted, in test mode without a service or with another marketplace's", async () => {
    const s = await station();
    const { recipientAddress, ...rest } = parcel({ test: true }) as {
      recipientAddress: Record<string, unknown>;
    };
    const { email: _email, ...noEmail } = recipientAddress;
    for (const providerServiceCode of [undefined, "GELIVER_STANDART", "PACKBENCH_STANDART"]) {
      const { status, body } = await s.call<Transaction>("POST", "/transactions", {
        ...rest,
        recipientAddress: noEmail,
        providerServiceCode,
      });
      expect([status, body.data.shipment.providerServiceCode, body.data.totalAmount]).toEqual([
        201,
        "PACKBENCH_STANDART",
        "0.00",
      ]);
      expect(body.data.shipment.barcode).toMatch(/^\d{10,11}$/);
    }
  });

  it.each([
    [
      "no return address",
      (b: Record<string, unknown>) => ({ ...b, returnAddressID: undefined }),
      "SURAT_STANDART",
      400,
      "E1085",
    ],
    [
      "no e-mail",
      (b: Record<string, unknown>) => ({
        ...b,
        recipientAddress: { ...(b["recipientAddress"] as object), email: "" },
      }),
      "SURAT_STANDART",
      400,
      "E1136",
    ],
    ["no service", (b: Record<string, unknown>) => b, "", 400, "E1085"],
    ["an unknown service", (b: Record<string, unknown>) => b, "NOBODY_STANDART", 404, "E1064"],
    [
      "cash on delivery with a service that does not collect",
      (b: Record<string, unknown>) => ({
        ...b,
        productPaymentOnDelivery: true,
        order: { totalAmount: 150, totalAmountCurrency: "TRY" },
      }),
      "SURAT_STANDART",
      404,
      "E1064",
    ],
    [
      "cash on delivery without an amount",
      (b: Record<string, unknown>) => ({ ...b, productPaymentOnDelivery: true }),
      "PTT_KAPIDA_ODEME",
      400,
      "E1057",
    ],
  ] as const)(
    "a purchase with %s is refused and writes nothing",
    async (_what, change, providerServiceCode, status, code) => {
      const s = await station();
      const shipment = change({ ...parcel(), returnAddressID: await senderOf(s) });
      const answer = await s.call("POST", "/transactions", { providerServiceCode, shipment });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(counts(s)).toEqual({ shipments: 0, transactions: 0, purchases: 0 });
    },
  );

  it("a purchase of a service with cash on delivery keeps the order's amount and currency", async () => {
    const s = await station();
    const shipment = {
      ...parcel({
        productPaymentOnDelivery: true,
        order: { totalAmount: "150", totalAmountCurrency: "TRY" },
      }),
      returnAddressID: await senderOf(s),
    };
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "PTT_KAPIDA_ODEME",
      shipment,
    });
    expect([
      status,
      body.data.shipment.order?.totalAmount,
      body.data.shipment.order?.totalAmountCurrency,
    ]).toEqual([201, "150.00", "TL"]);
  });

  it("equal bodies whose calls are all answered make separate purchases", async () => {
    const s = await station();
    const body = {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    };
    const [a, b] = await Promise.all([
      s.call<Transaction>("POST", "/transactions", body),
      s.call<Transaction>("POST", "/transactions", body),
    ]);
    const c = await s.call<Transaction>("POST", "/transactions", body);
    expect(new Set([a.body.data.id, b.body.data.id, c.body.data.id]).size).toBe(3);
  });

  it("a retry returns the first purchase when its response was never sent", async () => {
    const dataDir = temporaryFolder();
    const first = await station({ dataDir });
    const body = {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(first) },
    };
    const bought = await first.call<Transaction>("POST", "/transactions", body);
    await first.stop();
    const second = await station({ dataDir });
    // Simulates a station that crashed before it recorded that the response was sent.
    second.core.deps.db.raw.prepare("UPDATE transactions SET answered_at = NULL").run();
    const again = await second.call<Transaction>("POST", "/transactions", body);
    expect([again.status, again.body.data.id]).toEqual([201, bought.body.data.id]);
    // Once that response is recorded, the same body buys another parcel: an answered purchase is
    // never returned again.
    await eventually(
      "the second answer is noted",
      () =>
        second.core.deps.db.raw
          .prepare("SELECT answered_at FROM transactions WHERE id = ?")
          .pluck()
          .get(again.body.data.id) !== null,
    );
    const next = await second.call<Transaction>("POST", "/transactions", body);
    expect([next.status, next.body.data.id === bought.body.data.id, counts(second)]).toEqual([
      201,
      false,
      { shipments: 2, transactions: 2, purchases: 2 },
    ]);
  });
});

describe("a remote carrier", () => {
  type Step = () => Promise<Bought>;
  const remote = (steps: Step[], keys: string[]): RemoteCarrier =>
    farCarrier({
      buy: ({ key }) => {
        keys.push(key);
        return outcomeOf((steps.shift() ?? (() => Promise.resolve(LABEL)))());
      },
    });
  it("a remote carrier is asked once when two desks accept at once", async () => {
    const keys: string[] = [];
    const s = await station({ world: { carriers: [remote([], keys)] } });
    const { offerID } = await remoteOffer(s);
    const answers = await Promise.all([
      s.call("POST", "/transactions", { offerID }),
      s.call("POST", "/transactions", { offerID }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409]);
    expect(keys).toHaveLength(1);
  });

  it("a purchase that the carrier refuses costs nothing, and the offer can be accepted again", async () => {
    const s = await station({
      world: { carriers: [remote([() => Promise.reject(errors.carrierRefused("No."))], [])] },
    });
    const { shipment, offerID } = await remoteOffer(s);
    const refused = await s.call("POST", "/transactions", { offerID });
    expect([refused.status, refused.body.code, await balanceOf(s)]).toEqual([
      409,
      "E2033",
      "100000.00",
    ]);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data).toMatchObject({
      statusCode: "GOT_OFFERS",
      hasError: true,
      lastErrorCode: "E2033",
    });
    expect((await s.call("POST", "/transactions", { offerID })).status).toBe(201);
  });

  it("a carrier that does not answer leaves the funds held and is asked again with the same key", async () => {
    const keys: string[] = [];
    const s = await station({
      world: {
        carriers: [remote([() => Promise.reject(new Error("ECONNRESET"))], keys)],
        carrierWaitMs: 200,
      },
    });
    const { shipment, offerID } = await remoteOffer(s);
    const unknown = await s.call("POST", "/transactions", { offerID });
    expect([unknown.status, unknown.body.code]).toEqual([409, "E2008"]);
    expect(getBalance(s.core.deps, s.started.organizationID).held).toBe(
      minor(Math.round(Number(shipment.offers?.cheapest?.totalAmount) * 100)),
    );
    s.clock.nowMs += 60_000;
    await eventually(
      "the purchase is finished",
      async () =>
        (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.statusCode ===
        "TRACKING_CODE_CREATED",
    );
    expect(new Set(keys).size).toBe(1);
    expect(getBalance(s.core.deps, s.started.organizationID).held).toBe(0);
  });

  it("a carrier is asked again after a stop of the station, and charges once", async () => {
    const dataDir = temporaryFolder();
    const keys: string[] = [];
    const first = await station({
      dataDir,
      world: { carriers: [remote([() => new Promise(() => {})], keys)] },
    });
    const { shipment, offerID } = await remoteOffer(first);
    const lost = first.call("POST", "/transactions", { offerID }).catch(() => "lost");
    await eventually("the carrier is asked", () => keys.length === 1);
    await first.stop();
    await lost;
    const second = await station({ dataDir, world: { carriers: [remote([], keys)] } });
    second.clock.nowMs += 120_000;
    await eventually(
      "the purchase is finished",
      async () =>
        (await second.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.statusCode ===
        "TRACKING_CODE_CREATED",
    );
    expect(new Set(keys).size).toBe(1);
    expect(counts(second)).toMatchObject({ transactions: 1, purchases: 1 });
  });
});

describe("cancelling", () => {
  it("a bought label is refunded once, even if it is cancelled twice", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const first = await s.call<Shipment>("DELETE", `/shipments/${shipment.id}`);
    const second = await s.call<Shipment>("DELETE", `/shipments/${shipment.id}`);
    expect([
      first.status,
      first.body.data.statusCode,
      second.status,
      second.body.data.statusCode,
      await balanceOf(s),
    ]).toEqual([200, "CANCELED", 200, "CANCELED", "100000.00"]);
    expect(first.body.data.cancelDate).not.toBeNull();
  });

  it("a cancellation is refused when the carrier has the parcel", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { test: true });
    await s.call("GET", `/shipments/${shipment.id}`);
    await s.call("GET", `/shipments/${shipment.id}`);
    const { status, body } = await s.call("DELETE", `/shipments/${shipment.id}`);
    expect([status, body.code]).toEqual([409, "E2022"]);
  });

  it("a cancellation ends an unbought shipment, whose offers can no longer be accepted", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    expect(
      (await s.call("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id })).body.code,
    ).toBe("E1065");
  });
});
