/** Answers of a marketplace that are about another parcel, or that prove nothing. */
import { describe, expect, it } from "vitest";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtThere,
  deskBehindProxy,
  farOffer,
  FAR_SERVICE,
  quoted,
  type ProxiedDesk,
} from "../../helpers/marketplace.ts";
import { someOf } from "../../helpers/some-of.ts";
import { eventually, RECIPIENT, senderOf } from "../../helpers/station.ts";

/** Lets the jobs run several times, each time after their pause. */
async function later(s: ProxiedDesk): Promise<void> {
  for (let i = 0; i < 6; i += 1) {
    s.ahead.ms += 11 * 60_000;
    s.core.deps.jobs.wake();
    await new Promise((done) => setTimeout(done, 100));
  }
}

const shipmentOf = async (s: ProxiedDesk, id: string): Promise<Shipment> =>
  (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data;
const buy = async (s: ProxiedDesk, shipment: Shipment) =>
  await s.call<Transaction>("POST", "/transactions", {
    offerID: farOffer(shipment, s.accountID)?.id,
  });

describe("a marketplace that does not know a shipment after a lost answer", () => {
  it(
    "has not confirmed that the label is cancelled, which stays in force",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(2_500);
      const { shipment } = await boughtThere(s);
      s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "cut before" : "none");
      await s.call("DELETE", `/shipments/${shipment.id}`);
      s.proxy.faultOf = () => "gone";
      await later(s);
      expect((await shipmentOf(s, shipment.id)).statusCode).toBe("TRACKING_CODE_CREATED");
    },
  );

  it(
    "has not confirmed that an order without its label is given up, which stays open",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(300);
      const shipment = await quoted(s);
      s.proxy.faultOf = ({ path }) => (path.includes("/labels/") ? "busy" : "none");
      expect((await buy(s, shipment)).body["reason"]).toBe("notReady");
      s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "cut before" : "busy");
      await s.call("DELETE", `/shipments/${shipment.id}`);
      s.proxy.faultOf = () => "gone";
      await later(s);
      expect((await shipmentOf(s, shipment.id)).statusCode).toBe("OFFER_ACCEPTED");
    },
  );
});

describe("a label that was cancelled at the marketplace before its lost answer was asked for again", () => {
  it("ends the purchase, because no label is in force", { tags: "all" }, async () => {
    const s = await deskBehindProxy(300);
    const shipment = await quoted(s);
    s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "cut after" : "none");
    await buy(s, shipment);
    const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    await s.market.call("DELETE", `/shipments/${id}`);
    s.proxy.faultOf = () => "none";
    await later(s);
    const { statusCode, lastErrorMessage } = await shipmentOf(s, shipment.id);
    expect([statusCode, lastErrorMessage]).toEqual([
      "GOT_OFFERS",
      "Pazar has cancelled this shipment, so it has no label.",
    ]);
  });
});

describe("a cancellation that a marketplace accepts and does not carry out", () => {
  it("leaves the label in force here, until it is carried out", { tags: "all" }, async () => {
    const s = await deskBehindProxy(1_500);
    const { shipment } = await boughtThere(s);
    const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    const bought = JSON.stringify((await s.market.call("GET", `/shipments/${id}`)).body);
    // The shipment is shown as it was, as by a server that cancels later.
    s.proxy.rewrite = ({ path }, body) => (path.endsWith(id) ? bought : body);
    expect((await s.call("DELETE", `/shipments/${shipment.id}`)).body.code).toBe("E2008");
    expect((await shipmentOf(s, shipment.id)).statusCode).toBe("TRACKING_CODE_CREATED");
    s.proxy.rewrite = (_asked, body) => body;
    await later(s);
    expect((await shipmentOf(s, shipment.id)).statusCode).toBe("CANCELED");
  });
});

describe("a marketplace that answers with another shipment", () => {
  /** Buys the label of another shipment there, and returns the answer and that shipment. */
  async function anotherThere(s: ProxiedDesk): Promise<{ bought: string; read: string }> {
    await quoted(s);
    const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    const { offers } = (await s.market.call<Shipment>("GET", `/shipments/${id}`)).body.data;
    const offerID = offers?.list.find((one) => one.providerServiceCode === FAR_SERVICE)?.id;
    const { body } = await s.market.call("POST", "/transactions", { offerID });
    return {
      bought: JSON.stringify(body),
      read: JSON.stringify((await s.market.call("GET", `/shipments/${id}`)).body),
    };
  }

  it("to a purchase is asked again, so that each parcel gets its own label", async () => {
    const s = await deskBehindProxy(300);
    const { bought, read } = await anotherThere(s);
    const shipment = await quoted(s);
    s.proxy.rewrite = ({ method, path }, body) => {
      if (method === "POST" && path.endsWith("/transactions")) return bought;
      return /\/shipments\/[^/]+$/.test(path) ? read : body;
    };
    await buy(s, shipment);
    await later(s);
    expect((await shipmentOf(s, shipment.id)).statusCode).toBe("OFFER_ACCEPTED");
    s.proxy.rewrite = (_asked, body) => body;
    await later(s);
    const { barcode } = JSON.parse(read).data as { readonly barcode: string };
    const ours = await shipmentOf(s, shipment.id);
    expect([ours.statusCode, ours.barcode === barcode]).toEqual(["TRACKING_CODE_CREATED", false]);
  });
});

describe("a marketplace of several stations", () => {
  it.each(someOf(["E2009", "E2156", "E2132", "E2134"], 4))(
    "whose other station has sold the label and does not know it yet (%s) is asked again",
    async (code) => {
      const s = await deskBehindProxy(300);
      const shipment = await quoted(s);
      const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body
        .data;
      const unbought = JSON.stringify((await s.market.call("GET", `/shipments/${id}`)).body);
      s.proxy.faultOf = ({ method }) => (method === "POST" ? "cut after" : "none");
      await buy(s, shipment);
      s.proxy.faultOf = () => "none";
      s.proxy.rewrite = ({ path }) =>
        path.endsWith("/transactions")
          ? JSON.stringify({ result: false, code, message: "Nothing was done here." })
          : unbought;
      await later(s);
      expect((await shipmentOf(s, shipment.id)).statusCode).toBe("OFFER_ACCEPTED");
      s.proxy.rewrite = (_asked, body) => body;
      await later(s);
      expect((await shipmentOf(s, shipment.id)).statusCode).toBe("TRACKING_CODE_CREATED");
    },
  );
});

describe("an address that was changed in the address book after the offers", () => {
  const saved = async (s: ProxiedDesk): Promise<{ sender: string; recipient: string }> => {
    const { body } = await s.call<{ id: string }>("POST", "/addresses", {
      ...RECIPIENT,
      isRecipientAddress: true,
    });
    return { sender: await senderOf(s), recipient: body.data.id };
  };

  it.each(["sender", "recipient"] as const)(
    "of the %s is not on the marketplace's label, so that label is not bought, and opening the order asks again",
    async (which) => {
      const s = await deskBehindProxy();
      const ids = await saved(s);
      const shipment = await quoted(s, {
        recipientAddressID: ids.recipient,
        recipientAddress: undefined,
      });
      await s.call("PATCH", `/addresses/${ids[which]}`, { address1: "Yeni Sokak No: 99" });
      const { status, body } = await buy(s, shipment);
      expect([status, body.code, body.message]).toEqual([
        409,
        "E2033",
        expect.stringMatching(/changed after Pazar made this offer/),
      ]);
      await s.desk("POST", "/station/orders/open", {
        code: `#${shipment.organizationShipmentID}`,
      });
      await eventually("the new offers have come", async () => {
        const { offers } = await shipmentOf(s, shipment.id);
        return offers?.percentageCompleted === 100;
      });
      expect((await buy(s, await shipmentOf(s, shipment.id))).status).toBe(201);
    },
  );
});

describe("an unbought shipment", () => {
  it("is removed there after the revoked token was replaced", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    await quoted(s);
    s.ahead.ms += 23 * 60 * 60_000;
    s.proxy.faultOf = () => "revoked";
    await later(s);
    s.proxy.faultOf = () => "none";
    await later(s);
    const [there] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    expect(there?.statusCode).toBe("CANCELED");
  });
});

describe("a return", () => {
  it("that is asked about again leaves nothing unbought there", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const { shipment } = await boughtThere(s);
    const { body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
    });
    const isQuoted = async () =>
      (await shipmentOf(s, body.data.id)).offers?.percentageCompleted === 100;
    await eventually("the return has its offers", isQuoted);
    await s.call("PATCH", `/shipments/${body.data.id}`, { weight: "2" });
    await eventually("the return has its new offers", isQuoted);
    s.ahead.ms += 23 * 60 * 60_000;
    await later(s);
    const there = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    expect(there.map(({ statusCode }) => statusCode)).toEqual([
      "CANCELED",
      "CANCELED",
      "TRACKING_CODE_CREATED",
    ]);
  });
});

describe("a marketplace that asks to wait", () => {
  it("has taken no order, and is asked again when the time is over", { tags: "all" }, async () => {
    const s = await deskBehindProxy(300);
    const shipment = await quoted(s);
    let asked = 0;
    s.proxy.faultOf = ({ path }) =>
      path.endsWith("/transactions") && (asked += 1) === 1 ? "throttled" : "none";
    const { body } = await buy(s, shipment);
    expect([body.code, body["reason"]]).toEqual(["E2008", undefined]);
    await later(s);
    expect([(await shipmentOf(s, shipment.id)).statusCode, asked]).toEqual([
      "TRACKING_CODE_CREATED",
      2,
    ]);
  });
});
