/** An organization moves from one station to another, both over real sockets. */
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Member } from "../../../../core/organizations/organizations.schema.ts";
import type { Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import type { Address } from "../../../../core/shipping/addresses/addresses.schema.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import {
  emptyStation,
  fullStation,
  moved,
  moveIn,
  progressOf,
  questionsOf,
  settle,
  whenRead,
} from "../../../helpers/moving-station.ts";
import { aSimulator } from "../../printing/a-printer.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { FAR } from "../../../helpers/marketplace.ts";
import { balanceOf, boughtShipment, eventually, type Station } from "../../../helpers/station.ts";

const listOf = async <T>(s: Station, path: string): Promise<T[]> =>
  (await s.call<T[]>("GET", path)).body.data;

/** Selects the fields that are equal at both stations. */
function comparable(one: Shipment): Record<string, unknown> {
  const { order, senderAddress, recipientAddress, trackingStatus } = one;
  return {
    id: one.id,
    number: one.organizationShipmentID,
    status: one.statusCode === "GOT_OFFERS" ? "CREATED" : one.statusCode,
    barcode: one.barcode,
    amounts: [one.amount, one.amountTax, one.amountVat, one.totalAmount],
    size: [one.length, one.width, one.height, one.weight, one.desi],
    test: one.test,
    orderID: order?.id,
    orderNumber: order?.orderNumber,
    items: one.items.map(({ title, quantity }) => [title, quantity]),
    sender: [senderAddress?.id, senderAddress?.name, senderAddress?.districtID],
    recipient: [recipientAddress?.id, recipientAddress?.name, recipientAddress?.districtID],
    scan: [trackingStatus?.trackingSubStatusCode, trackingStatus?.statusDate],
    accepted: one.packageAcceptedAt,
    createdAt: one.createdAt,
    service: one.providerServiceCode,
    acceptedOfferID: one.acceptedOfferID,
  };
}

const found = async (s: Station, orderNumber: string): Promise<Shipment> => {
  const [one] = await listOf<Shipment>(s, `/shipments?orderNumber=${orderNumber}`);
  if (one === undefined) throw new Error(`no order ${orderNumber}`);
  return one;
};
const pdfOf = async (url: string): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await fetch(url);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const continueMove = async (
  to: Station,
  act = "continue",
): Promise<{ code: string; data: MoveIn }> => {
  const { accountID } = await progressOf(to);
  return (await to.call<MoveIn>("POST", `/station/move-in/${accountID}/${act}`)).body;
};

describe("a move to an empty station", () => {
  it("brings every shipment once, with its id, number, state, order, items and scans", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    const there = await listOf<Shipment>(from, "/shipments?limit=100");
    await moved(to, from);
    const here = await listOf<Shipment>(to, "/shipments?limit=100");
    expect(here.map(comparable)).toEqual(there.map(comparable));
    expect(new Set(there.map(({ statusCode }) => statusCode)).size).toBeGreaterThanOrEqual(4);
  });

  it(
    "brings addresses and templates under their ids, and the default and invoice marks",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await emptyStation()];
      const paths = [
        "/addresses?limit=100",
        "/addresses?limit=100&isRecipientAddress=true",
        "/addresses?isDefaultSenderAddress=true",
        "/addresses?isInvoiceAddress=true",
      ];
      const contents = async (s: Station): Promise<unknown[]> =>
        await Promise.all(paths.map(async (path) => await listOf<Address>(s, path)));
      const boxes = async (s: Station): Promise<unknown[]> =>
        (await listOf<ParcelTemplate>(s, "/parceltemplates")).map(({ id, name, desi, weight }) => [
          id,
          name,
          desi,
          weight,
        ]);
      await moved(to, from);
      expect(await contents(to)).toEqual(await contents(from));
      expect((await boxes(to)).toSorted()).toEqual((await boxes(from)).toSorted());
    },
  );

  it(
    "invites members without letting them in, and switches on no webhook and no account",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await emptyStation()];
      await from.call("POST", "/provideraccounts", { providerCode: FAR, name: "Sözleşmemiz" });
      await moved(to, from);
      const members = await listOf<Member>(to, "/members");
      expect(members.filter(({ email }) => email === "ayse@ornek.test")).toMatchObject([
        { name: "Ayşe", role: "user", isActive: false },
      ]);
      expect(members.filter(({ isActive }) => isActive)).toHaveLength(1);
      expect(await listOf<Webhook>(to, "/webhook")).toMatchObject([
        { url: "https://ornek.test/haber", isActive: false },
      ]);
      const accounts = await listOf<ProviderAccount>(to, "/provideraccounts");
      expect(accounts.filter(({ providerCode }) => providerCode === FAR)).toMatchObject([
        { name: "Sözleşmemiz", isActive: false, username: "" },
      ]);
      const questions = await questionsOf(to);
      expect(questions).toMatchObject([
        { kind: "account", text: "Sözleşmemiz (UZAK)", state: "OPEN" },
      ]);
      for (const question of questions) await settle(to, question, { action: "leave" });
      expect((await progressOf(to)).questions).toBe(0);
    },
  );

  it(
    "costs nothing here: no ledger entry, no debt, and the purchase is paid at the marketplace",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await emptyStation()];
      const paid = await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "P-1" } });
      const there = await balanceOf(from);
      await moved(to, from);
      expect([await balanceOf(to), await balanceOf(from)]).toEqual(["0.00", there]);
      const { body } = await to.call("GET", `/organizations/${to.started.organizationID}/balance`);
      expect(body["debt"]).toBe("0.00");
      const kept = await found(to, "P-1");
      expect([kept.totalAmount, kept.barcode]).toEqual([paid.totalAmount, paid.shipment.barcode]);
      const again = await to.call<Transaction>("POST", "/transactions", {
        offerID: kept.acceptedOfferID,
      });
      expect(again.body.result).toBe(false);
    },
  );

  it(
    "gives the next shipments here numbers after those that were there",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await emptyStation()];
      await moved(to, from);
      const [newest] = await listOf<Shipment>(to, "/shipments?limit=1");
      const sender = (await listOf<Address>(to, "/addresses"))[0]?.id;
      const { body } = await to.call<Shipment>("POST", "/shipments", {
        test: true,
        senderAddressID: sender,
        recipientAddressID: newest?.recipientAddressID,
        length: "10",
        width: "10",
        height: "10",
        weight: "1",
      });
      expect(body.data.organizationShipmentID).toBe((newest?.organizationShipmentID ?? 0) + 1);
    },
  );
});

describe("the addresses of a bought shipment", () => {
  it("come as they were when its label was bought", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "A-1" } });
    const { senderAddress } = await found(from, "A-1");
    await from.call("PATCH", `/addresses/${senderAddress?.id ?? ""}`, { name: "Yeni Depo" });
    await moved(to, from);
    const kept = await found(to, "A-1");
    expect(kept.senderAddress?.name).toBe(senderAddress?.name);
    expect((await listOf<Address>(to, "/addresses"))[0]?.name).toBe("Yeni Depo");
  });
});

describe("a label that was bought before the move", () => {
  it("is cancelled at the server where it was bought", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "C-1" } });
    await moved(to, from);
    const { id } = await found(to, "C-1");
    const { body } = await to.call<Shipment>("DELETE", `/shipments/${id}`);
    expect(body).toMatchObject({ result: true, data: { statusCode: "CANCELED" } });
    expect((await found(from, "C-1")).statusCode).toBe("CANCELED");
  });

  it("is read from there when it is needed, unchanged, and once", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "L-1" } });
    await moved(to, from);
    const there = await pdfOf((await found(from, "L-1")).labelURL);
    const { labelURL } = await found(to, "L-1");
    const here = await pdfOf(labelURL);
    expect([here.status, here.bytes.equals(there.bytes)]).toEqual([200, true]);
    await from.stop();
    expect((await pdfOf(labelURL)).bytes.equals(there.bytes)).toBe(true);
  });

  it("is printed here, checked for its barcode", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "L-3" } });
    await moved(to, from);
    const simulator = await aSimulator();
    await to.desk("POST", "/station/printers", {
      name: "Masa",
      driver: "tcp",
      host: "127.0.0.1",
      port: simulator.port,
      language: "ZPL",
    });
    const { id, barcode } = await found(to, "L-3");
    const { data } = await to.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: id });
    const printed = await eventually("the label is printed", async () => {
      const job = (await to.desk<PrintJob>("GET", `/station/printjobs/${data.id}`)).data;
      return ["CONFIRMED", "SENT", "FAILED"].includes(job.status) && job;
    });
    expect([printed.status, printed.barcode]).toEqual(["CONFIRMED", barcode]);
    expect((await found(to, "L-3")).statusCode).toBe("LABEL_PRINTED");
  });

  it(
    "is not replaced by a label of this station while the server is away",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await emptyStation()];
      await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "L-2" } });
      await moved(to, from);
      await from.stop();
      const { status, bytes } = await pdfOf((await found(to, "L-2")).labelURL);
      expect([status, bytes.toString()]).toEqual([409, expect.stringContaining("E2190")]);
    },
  );
});

describe("a second round", () => {
  it("takes nothing again, and counts each row as alike", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    const first = await moved(to, from);
    const before = await listOf<Shipment>(to, "/shipments?limit=100");
    await continueMove(to);
    const second = await eventually("the second round ends", async () => {
      const now = await progressOf(to);
      return now.state === "READ" && now.round === 2 && now;
    });
    expect(second.counts.map(({ kind, alike }) => [kind, alike])).toEqual(
      first.counts.map(({ kind, read }) => [kind, read]),
    );
    expect(await listOf<Shipment>(to, "/shipments?limit=100")).toEqual(before);
  });

  it("takes what has changed there: purchases, scans, cancellations, contents and new shipments", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "X-1" } });
    await moved(to, from);
    const waiting = await found(from, "W-1");
    await from.call("POST", "/transactions", { offerID: waiting.offers?.cheapest?.id });
    const all = await listOf<Shipment>(from, "/shipments?limit=100");
    const tested = all.find(({ test }) => test)?.id ?? "";
    for (let step = 0; step < 5; step += 1) await from.call("GET", `/shipments/${tested}`);
    await from.call("DELETE", `/shipments/${(await found(from, "X-1")).id}`);
    await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "N-1" } });
    await continueMove(to);
    await eventually("the second round ends", async () => {
      const now = await progressOf(to);
      return now.state === "READ" && now.round === 2;
    });
    const [there, here] = await Promise.all(
      [from, to].map((s) => listOf<Shipment>(s, "/shipments?limit=100")),
    );
    expect(here?.map(comparable)).toEqual(there?.map(comparable));
    expect((await progressOf(to)).counts.find(({ kind }) => kind === "shipments")).toMatchObject({
      taken: 1,
      changed: 3,
      leftOut: [],
    });
  });

  it(
    "leaves the time of the first reading until everything was read again",
    { tags: "all" },
    async () => {
      const ahead = { ms: 0 };
      const now = (): Instant => new Date(Date.now() + ahead.ms).toISOString() as Instant;
      const [from, to] = [await fullStation(), await emptyStation({ world: { now } })];
      const { body } = await moveIn(to, from);
      const first = await whenRead(to);
      ahead.ms = 60_000;
      await continueMove(to);
      const during = await continueMove(to, "pause");
      await continueMove(to);
      const second = await whenRead(to);
      expect([body.data.readAt, first.readAt, during.data.readAt]).toEqual([
        null,
        first.updatedAt,
        first.readAt,
      ]);
      expect([second.round, second.readAt]).toEqual([2, second.updatedAt]);
      ahead.ms = 120_000;
      expect((await continueMove(to, "moved")).data.readAt).toBe(second.readAt);
    },
  );

  it("is not possible after the organization has moved", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await moved(to, from);
    await continueMove(to, "moved");
    const codes = [(await continueMove(to)).code, (await continueMove(to, "pause")).code];
    expect([...codes, (await moveIn(to, from)).body.code]).toEqual(["E2188", "E2188", "E2188"]);
    expect((await progressOf(to)).state).toBe("MOVED");
  });
});

describe("a move whose account is removed", () => {
  it("still names the server from which the organization came", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    const { accountID, host, name } = await moved(to, from);
    await continueMove(to, "moved");
    expect((await to.call("DELETE", `/provideraccounts/${accountID}`)).status).toBe(200);
    expect(await progressOf(to)).toMatchObject({ state: "MOVED", host, name });
    expect(host).toBe(new URL(from.url).host);
  });
});

describe("a move that is interrupted", () => {
  it("pauses when its token is revoked, and goes on with another one", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    const made = await from.call<{ id: string; token: string }>("POST", "/apitokens", {
      name: "Taşınma",
    });
    await from.call("DELETE", `/apitokens/${made.body.data.id}`);
    await to.call("POST", "/station/move-in", { url: from.url, token: made.body.data.token });
    const paused = await eventually("the move pauses", async () => {
      const now = await progressOf(to);
      return now.state === "PAUSED" && now;
    });
    expect(paused.problem).toContain("The token is not valid there");
    expect(paused.url).toBe(from.url);
    await to.call("POST", "/station/move-in", { url: paused.url, token: from.started.token });
    await whenRead(to);
    expect(await listOf<Shipment>(to, "/shipments?limit=100")).toHaveLength(
      (await listOf<Shipment>(from, "/shipments?limit=100")).length,
    );
  });
});
