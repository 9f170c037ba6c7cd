/** Answers of a marketplace that are made to do harm, or that other servers give in its place. */
import { describe, expect, it } from "vitest";
import type { Marketplace } from "../../../core/shipping/accounts/marketplaces.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { ProxyFault } from "../../helpers/fault-proxy.ts";
import {
  deskBehindProxy,
  farOffer,
  offersOf,
  quoted,
  type ProxiedDesk,
} from "../../helpers/marketplace.ts";
import { TRACES, tracesIn, withoutTraces } from "../../helpers/erased-person.ts";
import { eventually, RECIPIENT } from "../../helpers/station.ts";
import { someOf } from "../../helpers/some-of.ts";

const buy = async (s: ProxiedDesk, shipment: Shipment) =>
  await s.call<Transaction>("POST", "/transactions", {
    offerID: farOffer(shipment, s.accountID)?.id,
  });
const isCreation = ({ method, path }: { method: string; path: string }): boolean =>
  method === "POST" && path.endsWith("/shipments");

/** Changes the list of offers in the answer to a question for prices. */
function offersBecome(
  s: ProxiedDesk,
  change: (offers: readonly Record<string, unknown>[]) => readonly unknown[],
): void {
  s.proxy.rewrite = (asked, body) => {
    if (!isCreation(asked)) return body;
    const answer = JSON.parse(body) as { data: { offers: { list: Record<string, unknown>[] } } };
    const { offers } = answer.data;
    return JSON.stringify({
      ...answer,
      data: { ...answer.data, offers: { ...offers, list: change(offers.list) } },
    });
  };
}

describe("a purchase whose request is answered", () => {
  it.each<ProxyFault>(someOf(["timed out", "in progress"], 2))(
    "with '%s' may be carried out, so it stays open and is bought once",
    async (fault) => {
      const s = await deskBehindProxy(300);
      const shipment = await quoted(s);
      let asked = 0;
      s.proxy.faultOf = ({ path }) =>
        path.endsWith("/transactions") ? ((asked += 1) === 1 ? "cut before" : fault) : "none";
      await buy(s, shipment);
      await eventually("the purchase is asked for twice", async () => {
        s.ahead.ms += 60_000;
        s.core.deps.jobs.wake();
        await new Promise((done) => setTimeout(done, 100));
        return asked > 1;
      });
      const { body } = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
      expect(body.data.statusCode).toBe("OFFER_ACCEPTED");
      s.proxy.faultOf = () => "none";
      await eventually("the label is bought", async () => {
        s.ahead.ms += 11 * 60_000;
        s.core.deps.jobs.wake();
        await new Promise((done) => setTimeout(done, 100));
        const read = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
        return read.body.data.statusCode === "TRACKING_CODE_CREATED";
      });
      const sold = s.market.core.deps.db.raw
        .prepare("SELECT count(*) AS n FROM transactions WHERE status = 'DONE'")
        .get();
      expect(sold).toEqual({ n: 1 });
    },
  );
});

describe("a marketplace that leaves the offers of a bought shipment out", () => {
  it("has sold the label, which is bought here too", async () => {
    const s = await deskBehindProxy(2_000);
    const shipment = await quoted(s);
    s.proxy.rewrite = ({ path }, body) =>
      path.endsWith("/transactions") ? body.replaceAll('"offers":', '"other":') : body;
    expect((await buy(s, shipment)).status).toBe(201);
  });
});

describe("a marketplace that does not say which offer was bought", () => {
  it("has maybe sold this one, so the purchase stays open until it says so", async () => {
    const s = await deskBehindProxy(300);
    const shipment = await quoted(s);
    let lost = 0;
    s.proxy.faultOf = ({ path }) =>
      path.endsWith("/transactions") && (lost += 1) === 1 ? "cut after" : "none";
    s.proxy.rewrite = ({ path }, body) =>
      path.includes("/labels/") ? body : body.replaceAll('"acceptedOffer', '"other');
    await buy(s, shipment);
    const stateLater = async (): Promise<string> => {
      s.ahead.ms += 11 * 60_000;
      s.core.deps.jobs.wake();
      await new Promise((done) => setTimeout(done, 100));
      return (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.statusCode;
    };
    for (let i = 0; i < 4; i += 1) expect(await stateLater()).toBe("OFFER_ACCEPTED");
    s.proxy.rewrite = (_asked, body) => body;
    await eventually(
      "the label is bought",
      async () => (await stateLater()) === "TRACKING_CODE_CREATED",
    );
    expect(lost).toBe(1);
  });
});

describe("a marketplace that answers a question for prices with another order's shipment", () => {
  it("makes no offers, whose label would be the other parcel's", async () => {
    const s = await deskBehindProxy();
    let first = "";
    s.proxy.rewrite = (asked, body) => (isCreation(asked) ? (first ||= body) : body);
    const counts = [await quoted(s), await quoted(s)].map(
      (shipment) => offersOf(shipment, s.accountID).length > 0,
    );
    expect(counts).toEqual([true, false]);
  });
});

describe("the offers of a marketplace", () => {
  it("are at most 200 with 600 appointments, and the order says that others cannot be read", async () => {
    const s = await deskBehindProxy();
    const price = { amount: "1", amountTax: "0", amountVat: "0", totalAmount: "1", currency: "TL" };
    const id = (): string => crypto.randomUUID();
    offersBecome(s, ([offer]) =>
      Array.from({ length: 300 }, () => ({
        ...offer,
        id: id(),
        subOffer: Array.from({ length: 60 }, () => ({
          ...price,
          id: id(),
          scheduleDate: "2030-12-05",
        })),
      })),
    );
    const shipment = await quoted(s);
    const offers = offersOf(shipment, s.accountID);
    expect([offers.length, offers.reduce((sum, { subOffer }) => sum + subOffer.length, 0)]).toEqual(
      [200, 600],
    );
    const reasons = listIneligibleServices(s.core.deps, shipment.id).map(({ reason }) => reason);
    expect(reasons).toContain("made offers that cannot be read");
  });

  it("have no appointment on a day that no calendar has", async () => {
    const s = await deskBehindProxy();
    const days = ["2030-12-05", "2030-12-05T09:00:00Z", "2030-02-31", "Salı", "9".repeat(40), ""];
    offersBecome(s, ([offer = {}]) => [
      {
        ...offer,
        subOffer: days.map((day) => ({ ...offer, id: crypto.randomUUID(), scheduleDate: day })),
      },
    ]);
    const [offer] = offersOf(await quoted(s), s.accountID);
    expect(offer?.subOffer.map(({ scheduleDate }) => scheduleDate)).toEqual(days.slice(0, 2));
  });

  it.each(someOf(["1e308", 1e308, "NaN", "-1", null, true, "0x10", ""], 4))(
    "with the amount %j are not shown",
    async (totalAmount) => {
      const s = await deskBehindProxy();
      offersBecome(s, (list) => list.map((offer) => ({ ...offer, totalAmount })));
      expect(offersOf(await quoted(s), s.accountID)).toEqual([]);
    },
  );
});

describe("texts of a marketplace", () => {
  it("come without characters that other programs cannot read", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const shipment = await quoted(s);
    s.proxy.rewrite = ({ path }, body) =>
      path.endsWith("/transactions")
        ? body
            .replace(/"trackingNumber":"[^"]*"/, String.raw`"trackingNumber":"A\ud800B"`)
            .replace(/"trackingUrl":"[^"]*"/, String.raw`"trackingUrl":"https://x.test/\u0000"`)
        : body;
    const { body } = await buy(s, shipment);
    expect([body.data.shipment.trackingNumber, body.data.shipment.trackingUrl]).toEqual([
      "A\ufffdB",
      "",
    ]);
  });
});

describe("the words of a marketplace that name a person", () => {
  it("are erased with the person", async () => {
    const s = await deskBehindProxy();
    const [words] = TRACES;
    s.proxy.rewrite = (asked, body) =>
      isCreation(asked) ? JSON.stringify({ result: false, code: "E1085", message: words }) : body;
    const { id } = await quoted(s, {
      recipientAddress: { ...RECIPIENT, name: words, phone: "+905559876543" },
    });
    expect(tracesIn(s.core.deps)).toContain(words);
    await s.call("DELETE", `/shipments/${id}`);
    await s.call("POST", "/station/privacy/erasures", { phone: "5559876543" });
    await withoutTraces(s.core.deps);
  });
});

describe("the balance at a marketplace", () => {
  it("is asked for once for callers at the same time", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    s.proxy.faultOf = () => "late";
    const path = `/station/marketplaces/${s.accountID}/balance`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => s.call<Marketplace>("POST", path)),
    );
    expect(new Set(answers.map(({ body }) => body.data.balance?.amount)).size).toBe(1);
    expect(s.proxy.seen.length).toBe(2);
  });
});

describe("a link to a label", () => {
  it.each(
    someOf(
      [
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:169.254.169.254]/",
        "own port",
        "file:///etc/passwd",
        "data:text/plain,^XA^XZ",
      ],
      3,
    ),
  )("that leads to %s is not followed, and ours is not drawn in its place", async (link) => {
    const s = await deskBehindProxy(300);
    const shipment = await quoted(s);
    const url = link === "own port" ? `${new URL(s.url).origin}/api/v1/labels/a/b.pdf` : link;
    s.proxy.rewrite = ({ path }, body) =>
      path.includes("/labels/")
        ? body
        : body.replaceAll(/"labelURL":"[^"]*"/g, `"labelURL":${JSON.stringify(url)}`);
    const { body } = await buy(s, shipment);
    expect([body["reason"], body.message]).toEqual([
      "notReady",
      expect.stringContaining("This address may not be called"),
    ]);
    const label = await fetch(`${s.url}/station/shipments/${shipment.id}/label.pdf`);
    expect(label.status).not.toBe(200);
  });
});
