import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { priced } from "../../../helpers/priced.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import { done, type LocalCarrier } from "../../../../core/shipping/carriers/carrier.ts";
import { currentCode } from "../../../../core/shipping/carriers/carrier-code.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { plainService, TARIFF_INPUT } from "../../../helpers/agreements.ts";
import {
  lastingStation,
  parcel,
  RECIPIENT,
  senderOf,
  type Station,
} from "../../../helpers/station.ts";

/** Creates a carrier DHL with one service and its agreement. */
function dhlCarrier(): LocalCarrier {
  let sold = 0;
  return {
    id: "dhl",
    kind: "ratecard",
    name: "DHL eCommerce",
    place: "local",
    can: new Set(["quote", "buy", "cancel"]),
    ranges: [
      { range: "barcode:DHL test", first: 1, end: 9, prefix: "", width: 1, checkDigit: "none" },
    ],
    quote: () =>
      done({
        quotes: [
          {
            providerCode: "DHL",
            providerServiceCode: "DHL_STANDART",
            serviceName: "DHL Standart",
            providerAccountID: null,
            providerAccountName: null,
            price: priced(9_000),
            estimatedHours: 24,
            durationTerms: "",
            rating: 4,
            expiresAt: null,
            appointments: [],
            details: {},
          },
        ],
        ineligible: [],
      }),
    buy() {
      const barcode = `5000000000${(sold += 1)}`;
      return done({
        barcode,
        trackingNumber: barcode,
        trackingUrl: "",
        carrierName: "DHL eCommerce",
      });
    },
    agreement: () => ({ id: "dhl", providerCode: "DHL", name: "DHL eCommerce", desiSteps: [1] }),
  };
}

it("MNG and its service have current codes, and all other codes stay", () => {
  expect(
    ["MNG", "mng", "MNG_STANDART", "DHL", "ARAS_STANDART", "MNGX", "", "constructor"].map(
      currentCode,
    ),
  ).toEqual(["DHL", "DHL", "DHL_STANDART", "DHL", "ARAS_STANDART", "MNGX", "", "constructor"]);
});

describe("a program that sends the older code MNG", () => {
  let s: Station;
  let bought: Shipment;

  beforeAll(async () => {
    s = await lastingStation({ world: { carriers: [dhlCarrier()] } });
    const senderAddressID = await senderOf(s);
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "MNG_STANDART",
      shipment: parcel({
        senderAddressID,
        returnAddressID: senderAddressID,
        recipientAddress: RECIPIENT,
      }),
    });
    expect([status, body.code]).toEqual([201, undefined]);
    bought = body.data.shipment;
  });
  afterAll(() => s.stop());

  it("buys in one step with DHL", () => {
    expect([bought.providerCode, bought.providerServiceCode, bought.barcode]).toEqual([
      "DHL",
      "DHL_STANDART",
      "50000000001",
    ]);
  });

  it("buys in one step with DHL when the shipment's fields are next to the code", async () => {
    const { body } = await s.call<Transaction>("POST", "/transactions", {
      ...parcel({ senderAddressID: await senderOf(s) }),
      providerServiceCode: "MNG_STANDART",
    });
    expect(body.data.shipment.providerServiceCode).toBe("DHL_STANDART");
  });

  it.each(["POST", "PATCH"])("buys a return with DHL by %s", async (method) => {
    const { body } = await s.call<Transaction>(method, `/shipments/${bought.id}`, {
      isReturn: true,
      willAccept: true,
      providerServiceCode: "MNG_STANDART",
    });
    expect([body.data.shipment.isReturn, body.data.shipment.providerServiceCode]).toEqual([
      true,
      "DHL_STANDART",
    ]);
  });

  it("finds DHL's shipments in lists", async () => {
    const count = async (query: string): Promise<number> =>
      (await s.call<Shipment[]>("GET", `/shipments?${query}`)).body.data.length;
    const all = await count("providerServiceCode=DHL_STANDART");
    expect(all).toBeGreaterThan(0);
    expect(await count("providerServiceCode=MNG_STANDART")).toBe(all);
    expect(await count("providerServiceCode=ARAS_STANDART")).toBe(0);
    const rows = async (query: string): Promise<number> =>
      (await s.desk<{ total: number }>("GET", `/station/shipments?${query}`)).data.total;
    expect(await rows("providerCode=MNG")).toBe(await rows("providerCode=DHL"));
  });

  it("links an account of DHL", async () => {
    const { status, body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
      providerCode: "mng",
      username: "1234",
      password: "secret",
    });
    expect([status, body.data.providerCode, body.data.name]).toEqual([201, "DHL", "DHL eCommerce"]);
  });

  it("enters a price list whose service can be bought and named by rules with both codes", async () => {
    const { data } = await s.desk<AgreementView>("POST", "/station/agreements", {
      providerCode: "MNG",
      name: "DHL",
    });
    const version = await s.desk<AgreementView>("POST", `/station/agreements/${data.id}/versions`, {
      tariff: { ...TARIFF_INPUT, services: [plainService({ code: "MNG_STANDART" })] },
      validFrom: "2026-11-21",
    });
    const target = { kind: "service", code: "MNG_STANDART" };
    const rule = await s.desk("POST", "/station/rules", { action: { choose: "never", target } });
    expect([version.data.versions[0]?.services[0]?.code, rule.status]).toEqual([
      "DHL_STANDART",
      201,
    ]);
  });

  it("buys a free test label in test mode, as with any service code", async () => {
    const { body } = await s.call<Transaction>("POST", "/transactions", {
      ...parcel({ senderAddressID: await senderOf(s), test: true }),
      providerServiceCode: "MNG_STANDART",
    });
    expect(body.data.shipment.providerServiceCode).toBe("PACKBENCH_STANDART");
  });
});
