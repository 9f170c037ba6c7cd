/** A program written like the published client, which uses the API of a real station. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Address } from "../../core/shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { receiver } from "../helpers/receiver.ts";
import { connectMarketplace } from "../helpers/marketplace.ts";
import {
  eventually,
  lastingStation,
  RECIPIENT,
  trueTime,
  type Station,
} from "../helpers/station.ts";
import { createClient, type Client, type ClientError, type Paged } from "./published-client.ts";

const SENDER = {
  name: "Ana Depo",
  email: "depo@ornek.test",
  phone: "+905051234567",
  address1: "Hasan Mahallesi",
  countryCode: "TR",
  cityName: "Istanbul",
  cityCode: "34",
  districtName: "Esenyurt",
  zip: "34510",
  isRecipientAddress: false,
};
const SIZES = {
  length: "10.0",
  width: "10.0",
  height: "10.0",
  distanceUnit: "cm",
  weight: "1.0",
  massUnit: "kg",
};

async function newShipment(
  client: Client,
  senderAddressID: string,
  test = true,
): Promise<Shipment> {
  const shipment = await client.request<Shipment>(
    "POST",
    "/shipments",
    {},
    {
      test,
      senderAddressID,
      recipientAddress: { ...RECIPIENT, zip: "34000" },
      ...SIZES,
      items: [{ title: "Gömlek", quantity: 2 }],
      productPaymentOnDelivery: false,
      order: {
        sourceCode: "API",
        sourceIdentifier: "https://magaza.test",
        orderNumber: "W-1",
        totalAmount: 150,
        totalAmountCurrency: "TRY",
      },
    },
  );
  return await complete(client, shipment);
}

/** Reads a shipment until all its offers have arrived. */
async function complete(client: Client, created: Shipment): Promise<Shipment> {
  let shipment = created;
  while (shipment.offers?.percentageCompleted !== 100)
    shipment = await client.request<Shipment>("GET", `/shipments/${shipment.id}`);
  return shipment;
}

/** Desks at which the program buys: with own offers, or with those of another desk, its marketplace. */
const DESKS = ["a desk", "a desk whose offers come from another desk"] as const;

describe.each(DESKS)("a program written like the published client, at %s", (of) => {
  const isFar = of !== DESKS[0];
  let s: Station;
  let market: Station | undefined;
  let client: Client;
  let senderID: string;

  const accept = async (by: Client, shipment: Shipment): Promise<Transaction> => {
    const { offers } = await complete(by, shipment);
    const far = offers?.list.find(({ providerAccountID }) => providerAccountID !== null);
    return await by.request<Transaction>(
      "POST",
      "/transactions",
      {},
      { offerID: (isFar ? far : offers?.cheapest)?.id },
    );
  };

  beforeAll(async () => {
    s = await lastingStation(isFar ? { world: { now: trueTime } } : {});
    if (isFar) {
      market = await lastingStation({ world: { now: trueTime } });
      s.core.deps.settings.write("carrierTargets", { loopback: true });
      for (const mode of ["live", "test"])
        await connectMarketplace(s, market.url, market.started.token ?? "", {
          name: mode,
          parameters: { mode },
        });
    }
    client = createClient(s.url, s.started.token);
    senderID = (await client.request<Address>("POST", "/addresses", {}, SENDER)).id;
  });
  afterAll(async () => {
    await s.stop();
    await market?.stop();
  });

  it("the program buys a test label by its offer, downloads it as PDF and as a page, and follows it until it is delivered", async () => {
    const { shipment } = await accept(client, await newShipment(client, senderID));
    const [pdf, page] = await Promise.all([
      fetch(shipment.labelURL),
      fetch(shipment.responsiveLabelURL),
    ]);
    expect([
      (await pdf.text()).startsWith("%PDF-"),
      (await page.text()).toLowerCase().includes("<html"),
    ]).toEqual([true, true]);
    const seen: string[] = [];
    while (seen.at(-1) !== "DELIVERED" && seen.length < 20)
      seen.push(
        (await client.request<Shipment>("GET", `/shipments/${shipment.id}`)).trackingStatus
          ?.trackingStatusCode ?? "",
      );
    expect(seen).toEqual([
      "PRE_TRANSIT",
      "TRANSIT",
      "TRANSIT",
      "TRANSIT",
      "TRANSIT",
      "TRANSIT",
      "DELIVERED",
    ]);
  });

  it("the program changes a package, copies and returns a bought shipment, and cancels the copy", async () => {
    const shipment = await newShipment(client, senderID);
    const changed = await client.request<Shipment>(
      "PATCH",
      `/shipments/${shipment.id}`,
      {},
      { ...SIZES, weight: "4.0" },
    );
    const bought = (await accept(client, changed)).shipment;
    const copy = await client.request<Shipment>("POST", `/shipments/${bought.id}`);
    const back = await client.request<Shipment>(
      "PATCH",
      `/shipments/${bought.id}`,
      {},
      { isReturn: true, willAccept: false, providerServiceCode: "OTHER_STANDART", count: 1 },
    );
    const cancelled = await client.request<Shipment>("DELETE", `/shipments/${copy.id}`);
    expect([
      changed.weight,
      bought.statusCode,
      copy.isReturn,
      back.isReturn,
      back.statusCode,
      cancelled.statusCode,
    ]).toEqual(["4", "TRACKING_CODE_CREATED", false, true, "GOT_OFFERS", "CANCELED"]);
  });

  it("the program reads all pages of a list by their paging fields", { tags: "all" }, async () => {
    for (let i = 0; i < 7; i += 1) await newShipment(client, senderID);
    const all: Shipment[] = [];
    let page = 1;
    for (let total = 1; page <= total; page += 1) {
      const paged = await client.request<Paged<Shipment>>("GET", "/shipments", {
        limit: 3,
        page,
        sortBy: "organization_shipment_id",
      });
      all.push(...paged.data);
      total = paged.totalPages;
    }
    expect([page > 3, all.map((x) => x.organizationShipmentID)]).toEqual([
      true,
      all.map((_, i) => i + 1),
    ]);
  });

  it("the program registers a webhook, tests it, receives tracking, and deletes it", async () => {
    const { url, calls: received } = await receiver();
    const hook = await client.request<{ id: string }>(
      "POST",
      "/webhook",
      {},
      { type: "TRACK_UPDATED", url: `${url}/hook` },
    );
    const listed = await client.request<Paged<{ id: string }>>("GET", "/webhook");
    await client.request("PUT", "/webhook", {}, { type: "TRACK_UPDATED", url: `${url}/hook` });
    const { shipment } = await accept(client, await newShipment(client, senderID));
    await client.request("GET", `/shipments/${shipment.id}`);
    await eventually("the step was received", () =>
      received.some((t) => t.json.data?.id === shipment.id),
    );
    await client.request("DELETE", `/webhook/${hook.id}`);
    expect([
      listed.data.map((w) => w.id),
      (await client.request<Paged<unknown>>("GET", "/webhook")).totalRows,
    ]).toEqual([[hook.id], 0]);
  });

  it("the program uses templates, prices, a carrier account of the organization, the balance and the look-ups", async () => {
    const template = await client.request<{ id: string }>(
      "POST",
      "/parceltemplates",
      {},
      { name: "Kutu", ...SIZES },
    );
    const templates = await client.request<Paged<{ id: string }>>("GET", "/parceltemplates");
    await client.request("DELETE", `/parceltemplates/${template.id}`);
    const { priceList } = await client.request<{ priceList: { offers: unknown[] }[] }>(
      "GET",
      "/priceList",
      { paramType: "parcel", length: 10, width: 10, height: 10, weight: 1, distanceUnit: "cm" },
    );
    const account = await client.request<{ id: string }>(
      "POST",
      "/provideraccounts",
      {},
      {
        providerCode: "YURTICI",
        name: "Sözleşmem",
        username: "u",
        password: "p",
        parameters: {},
        version: "",
        isActive: true,
        isPublic: false,
        sharable: false,
        isDynamicPrice: false,
      },
    );
    const own = await client.request<Transaction>(
      "POST",
      "/transactions",
      {},
      {
        providerServiceCode: "YURTICI_STANDART",
        providerAccountID: account.id,
        shipment: {
          test: false,
          senderAddressID: senderID,
          returnAddressID: senderID,
          recipientAddress: RECIPIENT,
          ...SIZES,
        },
      },
    );
    await client.request("DELETE", `/provideraccounts/${account.id}`, {
      isDeleteAccountConnection: true,
    });
    const balance = await client.request<{ data: string; debt: string }>(
      "GET",
      `/organizations/${s.started.organizationID}/balance`,
    );
    const open = createClient(s.url, null);
    const [cities, districts] = [
      await open.request<Paged<{ cityCode: string }>>("GET", "/cities", { countryCode: "TR" }),
      await open.request<Paged<{ districtID: number }>>("GET", "/districts", {
        countryCode: "TR",
        cityCode: "34",
      }),
    ];
    expect([
      templates.data.some((t) => t.id === template.id),
      (priceList[0]?.offers.length ?? 0) > 0,
      own.isCustomAccountCharge,
      balance.data,
      balance.debt,
    ]).toEqual([true, true, true, own.newBalance, "0.00"]);
    expect([cities.data[0]?.cityCode, districts.data.length]).toEqual(["34", 39]);
  });

  it(
    "the program retries a refused purchase three times, gets the same refusal, and buys nothing twice",
    { tags: "all" },
    async () => {
      const shipment = await newShipment(client, senderID, false);
      await accept(client, shipment);
      const before = await client.request<{ data: string }>(
        "GET",
        `/organizations/${s.started.organizationID}/balance`,
      );
      const error = await accept(client, shipment).catch((e: unknown) => e as ClientError);
      expect(error).toMatchObject({ status: 409, code: "E1065", tries: 4 });
      expect(
        await client.request("GET", `/organizations/${s.started.organizationID}/balance`),
      ).toEqual(before);
    },
  );
});
