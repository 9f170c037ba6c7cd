import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import type { PurchaseRequest } from "../../../core/shipping/carriers/carrier.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import { referenceOf } from "../../../core/shipping/carriers/dhl/reference.ts";
import { parcelOf } from "../contract/contract.ts";
import { connectedDhl, dhl, failure, LABEL, NOT_FOUND, type Served } from "./serving.ts";

const NEVER = new AbortController().signal;
const KEY = "01a22a3d-6405-7e62-aff7-f7a352ce3c4e";
const REFERENCE = "PB01K8L3QP05FPHAVTVNKD9CSF2E";
const CREATED: Served = [200, [{ orderInvoiceId: "1", referenceId: REFERENCE }]];
const SELLS = { createOrder: [CREATED], createbarcode: [LABEL] };

const purchase = (change: Partial<Consignment> = {}): PurchaseRequest => ({
  key: KEY,
  consignment: { ...parcelOf("o"), ...change },
  providerCode: "DHL",
  providerServiceCode: "DHL_STANDART",
  details: {},
});
type Connected = ReturnType<typeof connectedDhl>;
const buy = ({ connection }: Connected, change: Partial<Consignment> = {}) =>
  connection.buy?.(purchase(change), NEVER);

describe("a purchase at DHL", () => {
  it("creates the order with the reference of its key, DHL's place and whole measures, then the label", async () => {
    const service = connectedDhl(SELLS);
    const bought = await buy(service, {
      cashOnDelivery: { amount: minor(123_450), currency: "TL", by: "card" },
    });
    expect(bought).toEqual({
      outcome: "done",
      value: {
        barcode: "C@6B@H21FM",
        trackingNumber: "614118757013",
        trackingUrl: "",
        carrierName: "DHL eCommerce",
        details: { referenceId: REFERENCE, shipmentId: "614118757013", invoiceId: "FM1" },
        label: { type: "application/zpl", bytes: Buffer.from("^XA^FDü^FS^XZ") },
      },
    });
    const pieces = [{ barcode: `${REFERENCE}P1`, desi: 3, kg: 3, content: "T-shirt" }];
    expect(service.bodyOf("createOrder")).toEqual({
      order: {
        referenceId: REFERENCE,
        barcode: REFERENCE,
        billOfLandingId: "A-1",
        isCOD: 1,
        codAmount: 1234.5,
        shipmentServiceType: 1,
        packagingType: 3,
        content: "T-shirt",
        smsPreference1: 0,
        smsPreference2: 0,
        smsPreference3: 0,
        paymentType: 1,
        deliveryType: 1,
        description: "A-1",
        marketPlaceShortCode: "",
        marketPlaceSaleCode: "",
      },
      orderPieceList: pieces,
      recipient: {
        refCustomerId: "",
        cityCode: 6,
        cityName: "Ankara",
        districtCode: 15,
        districtName: "Çankaya",
        address: "Bağdat Cd. No: 5",
        bussinessPhoneNumber: "",
        email: expect.stringContaining("@") as string,
        taxOffice: "",
        taxNumber: "11111111110",
        fullName: "Ömer Ilgaz",
        homePhoneNumber: "",
        mobilePhoneNumber: "5551112233",
      },
    });
    expect(service.bodyOf("createbarcode")).toMatchObject({
      referenceId: REFERENCE,
      isCOD: 1,
      codAmount: 1234.5,
      printReferenceBarcodeOnError: 0,
      orderPieceList: pieces,
    });
    expect(service.requests.find(({ operation }) => operation === "createOrder")).toMatchObject({
      method: "POST",
      url: "https://dhl.test/mngapi/api/standardcmdapi/createOrder",
      headers: {
        "X-IBM-Client-Id": "app",
        "X-IBM-Client-Secret": "app-word",
        authorization: "Bearer token-1",
      },
      secrets: ["word", "app-word", "token-1"],
    });
  });

  it("goes on with an order that exists, and reads objects in place of lists", async () => {
    const label = (LABEL[1] as readonly unknown[])[0];
    const service = connectedDhl({
      createOrder: [failure(500, "3002")],
      createbarcode: [[200, label]],
    });
    expect(await buy(service)).toMatchObject({ outcome: "done", value: { barcode: "C@6B@H21FM" } });
  });

  it.each([
    ["20001", failure(500, "20001", "Varış şubesi bulunamadı"), "Varış şubesi bulunamadı"],
    [
      "an answer without a label",
      [200, [{ referenceId: REFERENCE }]] as Served,
      "DHL eCommerce has not found the recipient's branch yet.",
    ],
  ])("is not ready at %s, and its retry asks for the label alone", async (_what, early, cause) => {
    const service = connectedDhl({ createOrder: [CREATED], createbarcode: [early, LABEL] });
    expect(await buy(service)).toMatchObject({ outcome: "unknown", againMs: 5_000, cause });
    expect(await buy(service)).toMatchObject({ outcome: "done" });
    expect(service.operations().filter((one) => one.startsWith("create"))).toEqual([
      "createOrder",
      "createbarcode",
      "createbarcode",
    ]);
  });

  it.each<[string, Served, object]>([
    ["400 with 26039", failure(400, "26039"), { outcome: "refused", field: "recipient.email" }],
    ["500 with 26056", failure(500, "26056"), { outcome: "refused", field: "account" }],
    ["400 with 4002", failure(400, "4002"), { outcome: "refused", reason: "words" }],
    ["200 with a failure", failure(200, "26039"), { outcome: "refused" }],
    ["500 with another code", failure(500, "29999"), { outcome: "unknown" }],
    ["503 without a code", [503, { message: "later" }], { outcome: "unknown" }],
    ["20013", failure(500, "20013"), { outcome: "refused", field: "account" }],
    [
      "401 with a new token too",
      [401, { httpCode: "401", moreInformation: "Cannot find valid subscription" }],
      { outcome: "refused", field: "account" },
    ],
  ])("whose order is answered by %s is %o", async (_what, answer, outcome) => {
    const service = connectedDhl({ createOrder: [answer] });
    expect(await buy(service)).toMatchObject(outcome);
  });

  it("believes a refusal of the label only when no label is found", async () => {
    const refusal = failure(400, "20005");
    const shipment: Served = [200, { shipment: { shipmentId: "7" } }];
    const known = { createOrder: [CREATED], createbarcode: [refusal] };
    expect([
      await buy(connectedDhl(known)),
      await buy(connectedDhl({ ...known, getshipment: [shipment] })),
    ]).toMatchObject([
      { outcome: "refused", reason: "words" },
      { outcome: "done", value: { trackingNumber: "7", barcode: `${REFERENCE}P1` } },
    ]);
  });

  const { recipient } = parcelOf("o");
  it.each<[string, string, Partial<Consignment>]>([
    ["no district", "recipient.districtName", { recipient: { ...recipient, districtName: "" } }],
    [
      "another country",
      "recipient.countryCode",
      { recipient: { ...recipient, countryCode: "DE" } },
    ],
    [
      "money to collect from a recipient who pays",
      "payer",
      { payer: "recipient", cashOnDelivery: { amount: minor(1), currency: "TL", by: "cash" } },
    ],
    [
      "a return from a sender without a phone",
      "sender.phone",
      { isReturn: true, sender: { ...recipient, phone: "" } },
    ],
  ])("with %s is refused before the call, with the field “%s”", async (_what, field, change) => {
    const service = connectedDhl({});
    expect(await buy(service, change)).toMatchObject({ outcome: "refused", field });
    expect(service.requests).toEqual([]);
  });
});

describe("a token of DHL", () => {
  it("is requested once by two calls at the same time, and again after a 401", async () => {
    const service = connectedDhl({
      token: [
        [200, { jwt: "token-1" }],
        [200, [{ jwt: "token-2" }]],
      ],
      getshipment: [NOT_FOUND, NOT_FOUND, [401, { httpCode: "401" }], NOT_FOUND],
    });
    const find = () => service.connection.find?.(purchase(), NEVER);
    await Promise.all([find(), find()]);
    expect(await find()).toEqual({ outcome: "done", value: null });
    expect(service.operations()).toEqual([
      "token",
      ...Array<string>(3).fill("getshipment"),
      "token",
      "getshipment",
    ]);
  });

  it.each<[string, Served, object]>([
    ["401", [401, {}], { outcome: "refused", code: "E2033" }],
    ["20013", failure(500, "20013"), { outcome: "refused", field: "account" }],
    ["500", [500, {}], { outcome: "unknown", isUnsent: true }],
    ["HTML", [200, "<html>"], { outcome: "unknown", isUnsent: true }],
  ])("that is answered by %s sends nothing else: %o", async (_what, answer, outcome) => {
    const service = connectedDhl({ token: [answer] });
    expect(await service.connection.test?.(NEVER)).toMatchObject(outcome);
    expect(service.operations()).toEqual(["token"]);
  });
});

describe("a district at DHL", () => {
  const inDistrict = (districtName: string): Partial<Consignment> => ({
    recipient: { ...parcelOf("o").recipient, districtName },
  });

  it("that DHL does not have is refused with DHL's unmatched districts, and before a purchase once the list is known", async () => {
    const service = connectedDhl(SELLS);
    const consignment = { ...parcelOf("o"), ...inDistrict("Mamak") };
    expect(service.connection.check?.(consignment)).toBeUndefined();
    const refusal = {
      field: "recipient.districtName",
      reason: expect.stringContaining("YENİ İLÇE (77)") as string,
    };
    expect(await buy(service, inDistrict("Mamak"))).toMatchObject({
      outcome: "refused",
      ...refusal,
    });
    expect(service.connection.check?.(consignment)).toMatchObject(refusal);
    await buy(service);
    expect(service.operations().filter((one) => one.startsWith("get"))).toEqual([
      "getcities",
      "getdistricts",
    ]);
  });

  it("has the number that the account's corrections give it", async () => {
    const service = connectedDhl(SELLS, { districtCorrections: "06/MAMAK=77; 34/Adalar=5" });
    await buy(service, inDistrict("Mamak"));
    expect(service.bodyOf("createOrder")).toMatchObject({ recipient: { districtCode: 77 } });
  });

  it("is unknown, and not refused, when the list cannot be read or is empty", async () => {
    for (const answer of [[200, []], failure(500, "1")] as const)
      expect(await buy(connectedDhl({ getdistricts: [answer] }))).toMatchObject({
        outcome: "unknown",
      });
  });
});

describe("a return at DHL", () => {
  const returned = (returnOrderLabelURL: string): Served => [
    200,
    [{ orderInvoiceId: "9", returnOrderLabelURL }],
  ];
  const { sender, recipient } = parcelOf("o");
  const back = { isReturn: true, sender: recipient, recipient: sender };

  it("has the recipient as shipper, its reference as barcode, and the label's address as link", async () => {
    const service = connectedDhl({ createReturnOrder: [returned("https://mn.test/?id=9")] });
    expect(await buy(service, back)).toEqual({
      outcome: "done",
      value: {
        barcode: REFERENCE,
        trackingNumber: "",
        trackingUrl: "https://mn.test/?id=9",
        carrierName: "DHL eCommerce",
        details: { referenceId: REFERENCE, orderInvoiceId: "9" },
      },
    });
    expect(service.operations().at(-1)).toBe("createReturnOrder");
    expect(service.bodyOf("createReturnOrder")).toMatchObject({
      shipper: { fullName: "Ömer Ilgaz", districtCode: 15 },
    });
  });

  it("has a label that is at the service's own address", async () => {
    const service = connectedDhl({
      createReturnOrder: [returned("https://dhl.test/labels/9")],
      label: [[200, "^XA^XZ"]],
    });
    expect(await buy(service, back)).toMatchObject({
      outcome: "done",
      value: { trackingUrl: "", label: { type: "application/zpl" } },
    });
  });

  it("is found by its order", async () => {
    const { connection } = connectedDhl({ getorder: [NOT_FOUND, [200, [{ order: {} }]]] });
    const find = () => connection.find?.(purchase(back), NEVER);
    expect([await find(), await find()]).toMatchObject([
      { outcome: "done", value: null },
      { outcome: "done", value: { barcode: REFERENCE } },
    ]);
  });
});

it("a recipient is registered early only by an account that does so", async () => {
  const service = connectedDhl({ createRecipient: [[200, [{}]]] }, { registersEarly: "yes" });
  const { connection } = service;
  expect([
    connection.can.has("register"),
    await connection.registerRecipient?.(parcelOf("o"), NEVER),
    service.bodyOf("createRecipient"),
  ]).toMatchObject([true, { outcome: "done" }, { recipient: { cityCode: 6, districtCode: 15 } }]);
  expect(connectedDhl({}).connection.registerRecipient).toBeUndefined();
});

it.each([
  [KEY, REFERENCE],
  [KEY.toUpperCase(), REFERENCE],
  ["00000000-0000-0000-0000-000000000001", "PB00000000000000000000000001"],
])("the key %s has the reference %s", (key, reference) => {
  expect(referenceOf(key)).toBe(reference);
});

it("keys of other forms have different references in DHL's letters", () => {
  const references = ["", "a", "b", "key PB1"].map(referenceOf);
  expect(new Set(references).size).toBe(4);
  for (const reference of references) expect(reference).toMatch(/^PB[0-9A-Z]{26}$/);
});

it.each([
  [{}, undefined],
  [{ recipientEmail: "nobody" }, "recipientEmail: must be an e-mail address."],
  [{ recipientTaxNumber: "12" }, "recipientTaxNumber: must have 10 or 11 digits."],
  [
    { districtCorrections: "34/KADIKOY" },
    "districtCorrections: “34/KADIKOY” is not like 34/KADIKOY=1234.",
  ],
])("the settings %j have the problem %j", (change, problem) => {
  const settings = { recipientEmail: "a@b.test", recipientTaxNumber: "11111111110", ...change };
  expect(dhl.checkSettings?.(settings)).toBe(problem);
});
