/** A marketplace that answers badly: each case says what it is and whether money moved there. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeAuthority, makeCertificate } from "../../../core/base/own-certificates.ts";
import type { ConnectionTest } from "../../../core/shipping/accounts/connections.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { IneligibleService } from "../../../core/shipping/carriers/ineligible.schema.ts";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtThere,
  connectMarketplace,
  deskBehindProxy,
  deskWithMarketplace,
  farOffer,
  FAR_SERVICE,
  offersOf,
  quoted,
  type ProxiedDesk,
} from "../../helpers/marketplace.ts";
import type { ProxyFault } from "../../helpers/fault-proxy.ts";
import { balanceOf, eventually, parcel, senderOf } from "../../helpers/station.ts";

const accept = async (s: ProxiedDesk, offerID: string | undefined) =>
  await s.call<Transaction>("POST", "/transactions", { offerID });
const reasonsOf = (s: ProxiedDesk, { id }: Shipment): string[] =>
  listIneligibleServices(s.core.deps, id).map(
    ({ name, reason }: IneligibleService) => `${name} ${reason}`,
  );

/** Moves the clock until the purchase has its outcome. */
async function outcome(s: ProxiedDesk, shipmentID: string, statusCode: string): Promise<Shipment> {
  return await eventually(`the shipment is ${statusCode}`, async () => {
    s.ahead.ms += 60_000;
    s.core.deps.jobs.wake();
    const { body } = await s.call<Shipment>("GET", `/shipments/${shipmentID}`);
    return body.data.statusCode === statusCode && body.data;
  });
}

describe("the check of an account", () => {
  it("names the organization there and its balance", async () => {
    const s = await deskBehindProxy();
    const { body } = await s.call<ConnectionTest>(
      "POST",
      `/station/connections/${s.accountID}/test`,
    );
    expect([body.data.result, body.data.words]).toEqual([
      "accepted",
      expect.stringMatching(/^Pazar accepts the token of .+\. Balance there: [\d.]+ TL\.$/),
    ]);
  });

  it.each<[ProxyFault, string, RegExp]>([
    ["html", "unreachable", /web page, not as a server of this interface\. Check its address\./],
    ["redirect", "unreachable", /redirect to https:\/\/elsewhere\.invalid\. Enter the address/],
    ["revoked", "refused", /The token is not valid there/],
    ["cut before", "unreachable", /connection/i],
    ["throttled", "unreachable", /asks to wait \(429\)/],
  ])("with the fault %s is %s and says so", async (fault, result, words) => {
    const s = await deskBehindProxy();
    s.proxy.faultOf = () => fault;
    const { body } = await s.call<ConnectionTest>(
      "POST",
      `/station/connections/${s.accountID}/test`,
    );
    expect([body.data.result, body.data.words]).toEqual([result, expect.stringMatching(words)]);
  });

  it("gives the token to no server whose certificate is of an unknown authority", async () => {
    const s = await deskWithMarketplace();
    const now = new Date();
    const authority = await makeAuthority("Somebody", now);
    const certificate = await makeCertificate(authority, ["localhost"], now);
    const tokens: unknown[] = [];
    const server = createServer(certificate, ({ headers }, response) => {
      tokens.push(headers.authorization);
      response.end();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const accountID = await connectMarketplace(s, url, "secret", { name: "Sahte" });
    const { body } = await s.call<ConnectionTest>("POST", `/station/connections/${accountID}/test`);
    expect([body.data.result, body.data.words, tokens]).toEqual([
      "unreachable",
      expect.stringMatching(/certificate/i),
      [],
    ]);
  });

  it("says that a server has no such endpoint when its address is another program's", async () => {
    const s = await deskBehindProxy();
    s.proxy.rewrite = () => JSON.stringify({ result: false, code: "E404", message: "?" });
    const { body } = await s.call<ConnectionTest>(
      "POST",
      `/station/connections/${s.accountID}/test`,
    );
    expect(body.data.result).not.toBe("accepted");
  });
});

describe("an account of a marketplace", () => {
  it("is not connected twice, so that no offer is shown twice", async () => {
    const s = await deskWithMarketplace();
    await expect(
      connectMarketplace(s, s.market.url, s.market.started.token ?? "", { name: "Yine" }),
    ).rejects.toThrow(/“Pazar” already has this address and token/);
  });

  it.each(["", "x"])(
    "keeps its token to itself when its server changes and the password is '%s'",
    async (password) => {
      const s = await deskBehindProxy();
      const { status, body } = await s.call("PUT", `/station/connections/${s.accountID}`, {
        kind: "marketplace",
        password,
        settings: { url: "https://hirsiz.ornek.test" },
      });
      expect([status, body.message]).toEqual([
        400,
        expect.stringContaining("token: enter it again"),
      ]);
    },
  );

  it("is asked for prices only after that was switched on", async () => {
    const s = await deskBehindProxy();
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "off" });
    const asked = s.proxy.seen.length;
    await quoted(s);
    expect(s.proxy.seen.length).toBe(asked);
  });

  it("is asked on demand and about the orders that a rule names", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "onDemand" });
    const { status } = await s.call("POST", "/station/rules", {
      action: { choose: "ask", target: { kind: "account", id: s.accountID } },
      conditions: { kgOver: 10 },
    });
    const [light, heavy] = [await quoted(s), await quoted(s, { weight: "12" })];
    expect([
      status,
      offersOf(light, s.accountID).length,
      offersOf(heavy, s.accountID).length > 0,
    ]).toEqual([201, 0, true]);
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "off" });
    expect(offersOf(await quoted(s, { weight: "12" }), s.accountID)).toEqual([]);
  });

  it("is asked on demand about the order that a person names, once", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "onDemand" });
    const { id } = await quoted(s);
    expect(s.proxy.seen).toEqual([]);
    for (let i = 0; i < 2; i += 1)
      await s.call("POST", `/station/shipments/${id}/marketplace-offers`);
    await eventually("its offers have come", async () => {
      const { body } = await s.call<Shipment>("GET", `/shipments/${id}`);
      return farOffer(body.data, s.accountID);
    });
    const created = s.proxy.seen.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/shipments"),
    );
    expect(created.length).toBe(1);
  });
});

describe("a question for prices", () => {
  it.each<[ProxyFault, RegExp]>([
    ["html", /could not be reached/],
    ["busy", /could not be reached/],
    ["revoked", /The token is not valid there/],
  ])(
    "that fails with %s leaves our own offers, and says why there are no others",
    async (fault, reason) => {
      const s = await deskBehindProxy();
      s.proxy.faultOf = () => fault;
      const shipment = await quoted(s);
      expect([offersOf(shipment, s.accountID), (shipment.offers?.list.length ?? 0) > 0]).toEqual([
        [],
        true,
      ]);
      expect(reasonsOf(s, shipment).join("\n")).toMatch(reason);
    },
  );

  it("leaves out prices in another currency, and says so", async () => {
    const s = await deskBehindProxy();
    s.proxy.rewrite = ({ path }, body) =>
      path.endsWith("/shipments") ? body.replaceAll('"currency":"TL"', '"currency":"USD"') : body;
    const shipment = await quoted(s);
    expect(offersOf(shipment, s.accountID)).toEqual([]);
    expect(reasonsOf(s, shipment).join("\n")).toMatch(/Uzak Standart has a price in USD/);
  });
});

describe("a purchase that the marketplace refuses", () => {
  it("says its code and words, and moves no money on either side", async () => {
    const s = await deskBehindProxy();
    const offer = farOffer(await quoted(s), s.accountID);
    const before = await balanceOf(s);
    s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "refused" : "none");
    const { status, body } = await accept(s, offer?.id);
    expect([status, body.code, body.message]).toEqual([
      409,
      "E2033",
      expect.stringMatching(/Pazar refused \(E1999\): Kabul edilmedi\./),
    ]);
    expect(await balanceOf(s)).toBe(before);
  });

  it("because its token was revoked after the offer, says so", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const offer = farOffer(await quoted(s), s.accountID);
    s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "revoked" : "none");
    const { body } = await accept(s, offer?.id);
    expect(body.message).toMatch(/The token is not valid there/);
  });

  it("because the shipment was cancelled there, is not repeated", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const shipment = await quoted(s);
    const there = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data[0];
    await s.market.call("DELETE", `/shipments/${there?.id}`);
    const { body } = await accept(s, farOffer(shipment, s.accountID)?.id);
    expect([body.code, body.message]).toEqual(["E2033", expect.stringMatching(/Pazar refused/)]);
    expect(labelCount(s)).toBe(0);
  });
});

const labelCount = (s: ProxiedDesk): number =>
  (
    s.market.core.deps.db.raw
      .prepare("SELECT count(*) AS n FROM transactions WHERE status = 'DONE'")
      .get() as { n: number }
  ).n;

describe("a label that is bought there", () => {
  it("is waited for when its file is late, and ours is not drawn in its place", async () => {
    const s = await deskBehindProxy();
    const shipment = await quoted(s);
    s.proxy.faultOf = ({ path }) => (path.includes("/labels/") ? "busy" : "none");
    const { status, body } = await accept(s, farOffer(shipment, s.accountID)?.id);
    expect([status, body.code, body["reason"]]).toEqual([409, "E2008", "notReady"]);
    expect((await s.call("GET", `/station/shipments/${shipment.id}/label.pdf`)).status).not.toBe(
      200,
    );
    s.proxy.faultOf = () => "none";
    await outcome(s, shipment.id, "TRACKING_CODE_CREATED");
    expect(labelCount(s)).toBe(1);
  });

  it("is asked for again when the marketplace gives another parcel's label", async () => {
    const s = await deskBehindProxy();
    const first = await boughtThere(s);
    const shipment = await quoted(s);
    const there = (await s.market.call<Shipment[]>("GET", "/shipments?limit=100")).body.data;
    const other = there.find(({ barcode }) => barcode === first.shipment.barcode)?.labelURL ?? "";
    s.proxy.rewrite = ({ path }, body) =>
      path.endsWith("/transactions") || path.includes("/shipments/")
        ? body.replaceAll(/"labelURL":"[^"]+"/g, JSON.stringify({ labelURL: other }).slice(1, -1))
        : body;
    const { body } = await accept(s, farOffer(shipment, s.accountID)?.id);
    expect([body.code, body.message]).toEqual([
      "E2008",
      expect.stringMatching(/gave the label of another parcel/),
    ]);
    s.proxy.rewrite = (_asked, text) => text;
    await outcome(s, shipment.id, "TRACKING_CODE_CREATED");
  });

  it(
    "stays open when the marketplace no longer knows its shipment, since it may have been sold",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(300);
      const shipment = await quoted(s);
      s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "cut after" : "none");
      await accept(s, farOffer(shipment, s.accountID)?.id);
      s.proxy.faultOf = () => "gone";
      for (let i = 0; i < 5; i += 1) {
        s.ahead.ms += 11 * 60_000;
        s.core.deps.jobs.wake();
        await new Promise((done) => setTimeout(done, 100));
      }
      const { body } = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
      expect(body.data.statusCode).toBe("OFFER_ACCEPTED");
      s.proxy.faultOf = () => "none";
      await outcome(s, shipment.id, "TRACKING_CODE_CREATED");
      expect(labelCount(s)).toBe(1);
    },
  );

  it("is bought once when the answer to its purchase is lost", async () => {
    const s = await deskBehindProxy(300);
    const shipment = await quoted(s);
    let lost = 0;
    s.proxy.faultOf = ({ path }) =>
      path.endsWith("/transactions") && (lost += 1) === 1 ? "cut after" : "none";
    await accept(s, farOffer(shipment, s.accountID)?.id);
    await outcome(s, shipment.id, "TRACKING_CODE_CREATED");
    expect([labelCount(s), lost]).toEqual([1, 1]);
  });
});

describe("what a question for prices leaves there", () => {
  const stateThere = async (s: ProxiedDesk) =>
    (await s.market.call<Shipment[]>("GET", "/shipments")).body.data[0]?.statusCode;
  const nextDay = async (s: ProxiedDesk, is: () => Promise<boolean>): Promise<void> => {
    s.ahead.ms += 23 * 60 * 60_000;
    await eventually("the job has run", async () => {
      s.core.deps.jobs.wake();
      return await is();
    });
  };

  it("is cancelled within a day when it is not bought, also when the answer was lost", async () => {
    const s = await deskBehindProxy();
    s.proxy.faultOf = ({ method, path }) =>
      method === "POST" && path.endsWith("/shipments") ? "cut after" : "none";
    await quoted(s);
    expect(await stateThere(s)).toBe("GOT_OFFERS");
    await nextDay(s, async () => (await stateThere(s)) === "CANCELED");
  });

  it("is cancelled when it is a return whose creation got no answer", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const { shipment } = await boughtThere(s);
    s.proxy.faultOf = ({ method, path }) =>
      method === "POST" && /\/shipments\/[^/]+$/.test(path) ? "cut after" : "none";
    await s.call("POST", `/shipments/${shipment.id}`, { isReturn: true, willAccept: false });
    await eventually("there is a return there", async () => (await stateThere(s)) === "GOT_OFFERS");
    s.proxy.faultOf = () => "none";
    await nextDay(s, async () => (await stateThere(s)) === "CANCELED");
    const there = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    expect(there.map(({ isReturn, statusCode }) => [isReturn, statusCode])).toEqual([
      [true, "CANCELED"],
      [false, "TRACKING_CODE_CREATED"],
    ]);
  });

  it("is never cancelled when its offer is bought", async () => {
    const s = await deskBehindProxy();
    await boughtThere(s);
    s.ahead.ms += 23 * 60 * 60_000;
    s.core.deps.jobs.wake();
    const other = await quoted(s);
    await nextDay(s, async () => {
      const { data } = (await s.market.call<Shipment[]>("GET", "/shipments")).body;
      return data[0]?.statusCode === "CANCELED" && data[1]?.statusCode === "TRACKING_CODE_CREATED";
    });
    expect(other.statusCode).toBe("GOT_OFFERS");
  });

  it("cannot be bought any more when the time for that has come", async () => {
    const s = await deskBehindProxy();
    const offer = farOffer(await quoted(s), s.accountID);
    s.ahead.ms += 21 * 60 * 60_000;
    expect((await accept(s, offer?.id)).body.code).toBe("E1064");
  });
});

describe("a one-step purchase", () => {
  it("of a service that only the marketplace sells is bought there", async () => {
    const s = await deskBehindProxy();
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: FAR_SERVICE,
      shipment: parcel({ returnAddressID: await senderOf(s) }),
    });
    expect([status, body.data.payedVia, labelCount(s)]).toEqual([201, "MARKETPLACE", 1]);
  });
});
