/** A move from a server that answers in its own way: rows that cannot be read, limits, other lists. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Address } from "../../../../core/shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { emptyStation, progressOf, whenRead } from "../../../helpers/moving-station.ts";
import { eventually, type Station } from "../../../helpers/station.ts";

const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) server.close();
  servers.clear();
});

type Lists = Readonly<Record<string, readonly unknown[] | number>>;

/** Starts a server with some lists, by path. A number is the status of a refusal. */
async function oddServer(
  lists: Lists,
  mostRows = Number.MAX_VALUE,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://odd");
    const path = url.pathname.replace("/api/v1", "");
    asked.push(`${path}${url.search}`);
    const isRecipients = url.searchParams.get("isRecipientAddress") === "true";
    if (Number(url.searchParams.get("limit") ?? 0) > mostRows) return void response.destroy();
    const list = lists[path === "/addresses" && isRecipients ? "/recipients" : path];
    const status = typeof list === "number" ? list : list === undefined ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      JSON.stringify(
        status === 200
          ? { result: true, data: list, totalRows: 0 }
          : { result: false, code: "E1055", message: "No." },
      ),
    );
  });
  servers.add(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ID = "7d7c4a1e-0000-4000-8000-00000000000";
const address = {
  id: `${ID}1`,
  createdAt: "2026-01-02T03:04:05+03:00",
  updatedAt: "2026-01-02T03:04:05Z",
  name: "Merkez Depo",
  phone: "+905321112233",
  address1: "Atatürk Cd. 1",
  cityCode: "6",
  districtName: "CANKAYA",
  districtID: 77,
  countryCode: "TR",
  isDefaultSenderAddress: true,
  isActive: true,
};
const recipient = { ...address, id: `${ID}2`, name: "Alıcı", isRecipientAddress: true };
const shipment = {
  id: `${ID}3`,
  organizationShipmentID: 41,
  createdAt: "2026-03-01T10:00:00Z",
  updatedAt: "2026-03-02T10:00:00Z",
  statusCode: "DELIVERED",
  amount: "94.25",
  amountTax: "2.22",
  amountVat: "19.30",
  totalAmount: "115.76",
  length: 30,
  width: "20",
  height: "10.0",
  weight: "2",
  senderAddressID: address.id,
  senderAddress: null,
  recipientAddress: recipient,
  returnAddressID: address.id,
  acceptedOfferID: `${ID}4`,
  barcode: "7270000001",
  providerCode: "SURAT",
  providerServiceCode: "SURAT_STANDART",
  trackingStatus: {
    trackingStatusCode: "DELIVERED",
    trackingSubStatusCode: "delivered",
    statusDetails: "Teslim edildi",
    statusDate: "2026-03-02T09:00:00Z",
    locationName: "Ankara",
  },
  packageAcceptedAt: "2026-03-01T15:00:00Z",
};

async function movedFrom(lists: Lists): Promise<{ to: Station; ended: MoveIn; asked: string[] }> {
  const [to, { url, asked }] = [await emptyStation(), await oddServer(lists)];
  const { status } = await to.call("POST", "/station/move-in", { url, token: "t" });
  expect(status).toBe(201);
  return { to, ended: await whenRead(to), asked };
}

const countsOf = ({ counts }: MoveIn, kind: string): MoveIn["counts"][number] | undefined =>
  counts.find((one) => one.kind === kind);

describe("a server that speaks the interface in its own way", () => {
  it("its shipment comes with its place, price, state and both known scans", async () => {
    const { to } = await movedFrom({
      "/addresses": [address],
      "/recipients": [],
      "/shipments": [{ ...shipment, productPaymentOnDelivery: true }],
    });
    const { body } = await to.call<Shipment>("GET", `/shipments/${shipment.id}`);
    expect(body.data).toMatchObject({
      organizationShipmentID: 41,
      statusCode: "DELIVERED",
      totalAmount: "115.76",
      barcode: "7270000001",
      packageAcceptedAt: "2026-03-01T15:00:00.000Z",
      senderAddress: { districtName: "Çankaya", cityCode: "06" },
      trackingStatus: {
        trackingSubStatusCode: "delivered",
        statusDate: "2026-03-02T09:00:00.000Z",
      },
    });
  });

  it("rows that cannot be read are counted, and the others come", async () => {
    const { to, ended } = await movedFrom({
      "/organizations": "none" as unknown as [],
      "/addresses": [
        address,
        { ...address, id: "no-uuid" },
        { ...address, id: `${ID}5`, name: "x".repeat(301) },
        { ...address, id: `${ID}6`, updatedAt: "yesterday" },
        null,
        7,
      ],
      "/recipients": [],
      "/shipments": [
        { ...shipment, organizationShipmentID: -1 },
        { ...shipment, amount: "much" },
        { ...shipment, length: null, weight: "" },
        { ...shipment, updatedAt: "9999-12-31T00:00:00Z" },
        { ...shipment, statusCode: "LOST_IN_SPACE" },
        { ...shipment, id: `${ID}7`, recipientAddress: null },
        { ...shipment, id: `${ID}8`, organizationShipmentID: 42, senderAddressID: `${ID}9` },
        { ...shipment, id: `${ID}a`, organizationShipmentID: 43, statusCode: "OFFER_ACCEPTED" },
        shipment,
      ],
    });
    expect(countsOf(ended, "senders")).toMatchObject({
      taken: 1,
      leftOut: [{ reason: "unreadable", n: 5 }],
    });
    expect(countsOf(ended, "shipments")).toMatchObject({
      read: 9,
      taken: 1,
      leftOut: [
        { reason: "open", n: 1 },
        { reason: "sender", n: 1 },
        { reason: "unreadable", n: 6 },
      ],
    });
    expect((await to.call<Address[]>("GET", "/addresses")).body.data).toHaveLength(1);
  });

  it("lists that it does not give are left out, except addresses and shipments", async () => {
    const { ended } = await movedFrom({
      "/members": 403,
      "/parceltemplates": 404,
      "/addresses": [],
      "/recipients": [],
      "/shipments": [],
    });
    expect(
      (["members", "templates"] as const).map((kind) => {
        const counts = countsOf(ended, kind);
        return [counts?.read, counts?.leftOut];
      }),
    ).toEqual([
      [0, [{ reason: "noRight", n: 1 }]],
      [0, [{ reason: "refused", n: 1 }]],
    ]);
    const [to, { url }] = [await emptyStation(), await oddServer({ "/addresses": 403 })];
    await to.call("POST", "/station/move-in", { url, token: "t" });
    const paused = await eventually("the move pauses", async () => {
      const now = await progressOf(to);
      return now.state === "PAUSED" && now;
    });
    expect(paused).toMatchObject({ reading: { kind: "senders" } });
    expect(paused.problem).toContain("E1055");
  });

  it("its district ids are understood in addresses that programs send", async () => {
    const { to } = await movedFrom({
      "/districts": [
        { name: "KADIKOY", districtID: 990_001, cityCode: "34" },
        { name: "Nowhere", districtID: 990_002, cityCode: "34" },
      ],
      "/addresses": [{ ...address, cityCode: "34", districtName: "", districtID: 990_001 }],
      "/recipients": [],
      "/shipments": [],
    });
    const [taken] = (await to.call<Address[]>("GET", "/addresses")).body.data;
    const sent = { ...recipient, cityCode: "34", districtName: "", email: "a@ornek.test" };
    const known = await to.call<Address>("POST", "/addresses", { ...sent, districtID: 990_001 });
    const strange = await to.call("POST", "/addresses", { ...sent, districtID: 990_002 });
    expect([taken?.districtName, known.body.data.districtName]).toEqual(["Kadıköy", "Kadıköy"]);
    expect(strange.body.code).toBe("E1085");
  });

  it(
    "a server that does not answer with large pages is read in small ones",
    { tags: "all", timeout: 60_000 },
    async () => {
      const lists = { "/addresses": [address], "/recipients": [], "/shipments": [shipment] };
      const [to, { url, asked }] = [await emptyStation(), await oddServer(lists, 20)];
      await to.call("POST", "/station/move-in", { url, token: "t" });
      expect(countsOf(await whenRead(to), "shipments")).toMatchObject({ read: 1, taken: 1 });
      expect(asked.filter((path) => path.includes("limit=10&"))).toHaveLength(3);
    },
  );

  it("a deleted return address is read by its id, once", async () => {
    const gone = { ...address, id: `${ID}b`, name: "Eski Depo", isActive: false };
    const { to, asked } = await movedFrom({
      "/addresses": [address],
      "/recipients": [],
      [`/addresses/${gone.id}`]: gone as unknown as [],
      "/shipments": [
        { ...shipment, returnAddressID: gone.id },
        {
          ...shipment,
          id: `${ID}c`,
          organizationShipmentID: 40,
          barcode: "7270000002",
          returnAddressID: gone.id,
        },
      ],
    });
    expect(asked.filter((path) => path.startsWith(`/addresses/${gone.id}`))).toHaveLength(1);
    const { body } = await to.call<Address>("GET", `/addresses/${gone.id}`);
    expect(body.data).toMatchObject({ name: "Eski Depo", isActive: false });
  });
});
