import { describe, expect, it } from "vitest";
import { isBadgeNumber } from "../../../core/base/badge-number.ts";
import { errors } from "../../../core/base/errors.ts";
import type { Member } from "../../../core/organizations/organizations.schema.ts";
import type { MadeBadge } from "../../../core/station/sign-in/sign-in.schema.ts";
import { priced } from "../../helpers/priced.ts";
import type { Bought, RemoteCarrier } from "../../../core/shipping/carriers/carrier.ts";
import { done } from "../../../core/shipping/carriers/carrier.ts";
import { farCarrier, outcomeOf, sendFar as moveFar } from "../../helpers/far-carrier.ts";
import { forgetOldKeys } from "../../../core/http/idempotency.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  boughtShipment,
  call,
  eventually,
  memberWithToken,
  parcel,
  senderOf,
  shipmentWithOffers,
  station,
  type Answer,
  type Station,
} from "../../helpers/station.ts";

const keyed = <T>(s: Station, key: string, path: string, body?: unknown): Promise<Answer<T>> =>
  s.call<T>("POST", path, body, { "idempotency-key": key });
const count = (s: Station, table: string): number =>
  Number(s.core.deps.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
const replayed = (a: Answer): string | null => a.headers.get("idempotent-replayed");

describe("a POST with an Idempotency-Key", () => {
  it("a POST with a key is executed once and answered equally, even if it is sent often and in parallel", async () => {
    const s = await station();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => keyed<Shipment>(s, "k-1", "/shipments", parcel())),
    );
    const later = await keyed<Shipment>(s, "k-1", "/shipments", parcel());
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 201));
    expect(new Set([...answers, later].map((a) => JSON.stringify(a.body))).size).toBe(1);
    expect([
      answers.filter((a) => replayed(a) === null).length,
      replayed(later),
      count(s, "shipments"),
    ]).toEqual([1, "true", 1]);
  });

  it("a purchase with a key buys once, in each of its forms and at the desk", async () => {
    const s = await station();
    const [first, second] = [await shipmentWithOffers(s), await shipmentWithOffers(s)];
    const oneStep = {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    };
    for (const [key, path, body] of [
      ["offer", "/transactions", { offerID: first.offers?.cheapest?.id }],
      ["one step", "/transactions", oneStep],
      ["desk", "/station/purchases", { offerID: second.offers?.cheapest?.id, print: false }],
    ] as const) {
      const [one, two] = await Promise.all([keyed(s, key, path, body), keyed(s, key, path, body)]);
      expect(
        [one.status, two.status, JSON.stringify(one.body) === JSON.stringify(two.body)],
        key,
      ).toEqual([201, 201, true]);
    }
    const other = await keyed<Transaction>(s, "another key", "/transactions", oneStep);
    expect([other.status, replayed(other), count(s, "transactions")]).toEqual([201, null, 4]);
  });

  it("a repeated POST with a key makes one return, one copy and one webhook", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    for (const [key, path, body] of [
      ["return", `/shipments/${shipment.id}`, { isReturn: true, willAccept: true }],
      ["copy", `/shipments/${shipment.id}`, {}],
      ["webhook", "/webhook", { type: "TRACK_UPDATED", url: "http://127.0.0.1:9/hook" }],
    ] as const) {
      const [one, two] = [
        await keyed<{ id: string }>(s, key, path, body),
        await keyed<{ id: string }>(s, key, path, body),
      ];
      expect([one.status, two.status, two.body.data.id, replayed(two)], key).toEqual([
        201,
        201,
        one.body.data.id,
        "true",
      ]);
    }
    expect([count(s, "shipments"), count(s, "transactions"), count(s, "webhooks")]).toEqual([
      3, 2, 1,
    ]);
  });

  it("a used key is rejected with E2007 for another body or path, and while a call with another body is in progress", async () => {
    const s = await station();
    await keyed(s, "k", "/parceltemplates", { name: "a" });
    const answers = [
      await keyed(s, "k", "/parceltemplates", { name: "b" }),
      await keyed(s, "k", "/addresses", { name: "a" }),
    ];
    const race = await Promise.all(
      ["a", "b"].map((name) => keyed(s, "race", "/parceltemplates", { name })),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([1, 2].map(() => [409, "E2007"]));
    expect(race.map((a) => a.status).sort()).toEqual([201, 409]);
  });

  it("another member's equal key is a different key", async () => {
    const s = await station();
    const { token } = memberWithToken(s, "user");
    const mine = await keyed(s, "k", "/parceltemplates", { name: "a" });
    const theirs = await call(s.url, token, {
      method: "POST",
      path: "/parceltemplates",
      body: { name: "b" },
      headers: { "idempotency-key": "k" },
    });
    expect([mine.status, theirs.status, replayed(theirs)]).toEqual([201, 201, null]);
  });

  it("a retry gets the same rejection by schema or rule again, even if the call would now succeed", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    s.core.deps.db.raw.prepare("UPDATE balances SET balance_minor = 100").run();
    const body = { offerID: shipment.offers?.cheapest?.id };
    const [poor, broken] = [
      await keyed(s, "poor", "/transactions", body),
      await keyed(s, "broken", "/transactions", { shipment: 5 }),
    ];
    s.core.deps.db.raw.prepare("UPDATE balances SET balance_minor = 100000").run();
    const again = [
      await keyed(s, "poor", "/transactions", body),
      await keyed(s, "broken", "/transactions", { shipment: 5 }),
    ];
    expect([poor, broken, ...again].map((a) => [a.status, a.body.code, replayed(a)])).toEqual([
      [409, "E1066", null],
      [400, "E1085", null],
      [409, "E1066", "true"],
      [400, "E1085", "true"],
    ]);
    expect((await keyed(s, "a new try", "/transactions", body)).status).toBe(201);
  });

  it("answers 401, 413, 415, 429 and 500 are not stored, so a retry is executed", async () => {
    const s = await station({ settings: { rateLimit: null } });
    const headers = { "idempotency-key": "k" };
    const body = { name: "a" };
    const refused = [
      await call(s.url, "pb_wrong", { method: "POST", path: "/parceltemplates", body, headers }),
      await s.call("POST", "/parceltemplates", "x".repeat(1_100_000), headers),
      await s.call("POST", "/parceltemplates", "a=b", { ...headers, "content-type": "text/plain" }),
    ];
    s.core.deps.settings.write("rateLimit", { perSecond: 0.001, burst: 1 });
    await s.call("GET", "/parceltemplates");
    refused.push(await s.call("POST", "/parceltemplates", body, headers));
    s.core.deps.settings.write("rateLimit", null);
    s.core.deps.db.raw.exec("ALTER TABLE parcel_templates RENAME TO gone");
    refused.push(await s.call("POST", "/parceltemplates", body, headers));
    s.core.deps.db.raw.exec("ALTER TABLE gone RENAME TO parcel_templates");
    expect(refused.map((a) => a.status)).toEqual([401, 413, 415, 429, 500]);
    const tried = await s.call("POST", "/parceltemplates", body, headers);
    expect([tried.status, replayed(tried)]).toEqual([201, null]);
  });

  it.each([
    ["", 400],
    ["x".repeat(256), 400],
    ["x".repeat(255), 201],
  ])("only a key of 1 to 255 characters is accepted (%#)", async (key, status) => {
    const s = await station();
    expect((await keyed(s, key, "/parceltemplates", {})).status).toBe(status);
  });

  it("a retry does not repeat a secret that is shown once", async () => {
    const s = await station();
    const first = await keyed<{ token: string | null; id: string }>(s, "k", "/apitokens", {
      name: "Depo",
    });
    const second = await keyed<{ token: string | null; id: string }>(s, "k", "/apitokens", {
      name: "Depo",
    });
    expect([
      first.body.data.token?.slice(0, 3),
      second.body.data.token,
      second.body.data.id === first.body.data.id,
      replayed(second),
    ]).toEqual(["pb_", null, true, "true"]);
    expect(second.body["additionalMessage"]).toContain("once");
    expect(
      JSON.stringify(s.core.deps.db.raw.prepare("SELECT body FROM idempotency_keys").all()),
    ).not.toContain(first.body.data.token);
  });

  it("a badge's number is in the first answer alone, and in no stored one", async () => {
    const s = await station();
    const { body: members } = await s.call<Member[]>("GET", "/members");
    const make = () =>
      keyed<MadeBadge>(s, "k", "/station/badges", {
        userID: members.data[0]?.userID,
        pin: "824917",
      });
    const [first, second] = [await make(), await make()];
    expect([
      isBadgeNumber(first.body.data.number),
      second.body.data.number,
      second.body.data.id === first.body.data.id,
      replayed(second),
    ]).toEqual([true, "***", true, "true"]);
    expect(
      JSON.stringify(s.core.deps.db.raw.prepare("SELECT body FROM idempotency_keys").all()),
    ).not.toContain(first.body.data.number);
  });

  it("a key is forgotten after 30 days", async () => {
    const s = await station();
    await keyed(s, "k", "/parceltemplates", { name: "a" });
    s.clock.nowMs += 29 * 86_400_000;
    expect([
      forgetOldKeys(s.core.deps),
      replayed(await keyed(s, "k", "/parceltemplates", { name: "a" })),
    ]).toEqual([0, "true"]);
    s.clock.nowMs += 86_400_000;
    expect([
      forgetOldKeys(s.core.deps),
      replayed(await keyed(s, "k", "/parceltemplates", { name: "a" })),
    ]).toEqual([1, null]);
  });

  it("a rejected POST with a key stores no shipment and no address", async () => {
    const s = await station();
    const refused = await keyed(s, "k", "/shipments", parcel({ productPaymentOnDelivery: true }));
    expect([
      refused.status,
      refused.body.code,
      count(s, "shipments"),
      count(s, "addresses"),
    ]).toEqual([400, "E1057", 0, 1]);
  });
});

/** Makes a remote carrier whose answer to a purchase comes from the test. */
function remoteCarrier(buy: () => Promise<Bought>): RemoteCarrier {
  const quote = {
    providerCode: "UZAK",
    providerServiceCode: "UZAK_STANDART",
    serviceName: "Uzak",
    providerAccountID: null,
    providerAccountName: null,
    price: priced(1_000),
    estimatedHours: 24,
    durationTerms: "",
    rating: 4,
    expiresAt: null,
    appointments: [],
    details: {},
  };
  return farCarrier({
    name: "Uzak",
    quote: () => Promise.resolve(done({ quotes: [quote], ineligible: [] })),
    buy: () => outcomeOf(buy()),
  });
}

/**
 * Moves an offer of a shipment to the remote carrier. Only its purchase matters here, not how its
 * price arrived.
 */
function sendFar(s: Station, shipment: Shipment): string {
  return moveFar(s.core.deps, shipment.offers?.cheapest?.id);
}

describe("a purchase with a key at a remote carrier", () => {
  it("a purchase with a key is E2008 while the carrier's answer is unknown, and is later answered from what was bought", async () => {
    let answer: () => Promise<Bought> = () => Promise.reject(new Error("the line is dead"));
    const s = await station({
      world: { carriers: [remoteCarrier(() => answer())], carrierWaitMs: 200 },
    });
    const offerID = sendFar(s, await shipmentWithOffers(s));
    const first = await keyed(s, "k", "/transactions", { offerID });
    const second = await keyed(s, "k", "/transactions", { offerID });
    expect([first, second].map((a) => [a.status, a.body.code])).toEqual(
      [1, 2].map(() => [409, "E2008"]),
    );
    answer = () =>
      Promise.resolve({
        barcode: "UZAK1",
        trackingNumber: "",
        trackingUrl: "",
        carrierName: "Uzak",
      });
    s.clock.nowMs += 3_600_000;
    const bought = await eventually("the purchase is answered from what was bought", async () => {
      const a = await keyed<Transaction>(s, "k", "/transactions", { offerID });
      return a.status === 201 ? a : undefined;
    });
    const last = await keyed<Transaction>(s, "k", "/transactions", { offerID });
    expect([
      bought.body.data.shipment.barcode,
      replayed(bought),
      last.body.data.id === bought.body.data.id,
      count(s, "transactions"),
    ]).toEqual(["UZAK1", "true", true, 1]);
  });

  it("a purchase with a key that the carrier rejected gets the same rejection each time", async () => {
    const s = await station({
      world: {
        carriers: [remoteCarrier(() => Promise.reject(errors.carrierRefused("too heavy for us")))],
      },
    });
    const offerID = sendFar(s, await shipmentWithOffers(s));
    const answers = [
      await keyed(s, "k", "/transactions", { offerID }),
      await keyed(s, "k", "/transactions", { offerID }),
    ];
    expect(answers.map((a) => [a.status, a.body.code, a.body.message, replayed(a)])).toEqual([
      [409, "E2033", "too heavy for us", null],
      [409, "E2033", "too heavy for us", "true"],
    ]);
    expect(await balanceOf(s)).toBe("100000.00");
  });
});
