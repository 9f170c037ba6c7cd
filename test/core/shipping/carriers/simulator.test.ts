import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseXml, textAt, type XmlPart } from "../../../../core/base/xml/xml.ts";
import { readZpl } from "../../../../core/labels/read-zpl.ts";
import { readSoap, soapRequest } from "../../../../core/http/outgoing/soap.ts";
import { createSimulatedAras } from "../../../../core/shipping/carriers/simulator/aras.ts";
import {
  ORDER_FIELDS,
  PIECE_FIELDS,
} from "../../../../core/shipping/carriers/simulator/aras-orders.ts";
import { createSimulatedPtt } from "../../../../core/shipping/carriers/simulator/ptt.ts";
import type { SimulatedCarrier } from "../../../../core/shipping/carriers/simulator/simulated-carrier.ts";
import { createSimulatedDhl } from "../../../../core/shipping/carriers/simulator/dhl.ts";
import { createSimulatedYurtici } from "../../../../core/shipping/carriers/simulator/yurtici.ts";
import {
  startCarrierSimulator,
  type CarrierSimulator,
} from "../../../../core/shipping/carriers/simulator/simulator.ts";
import { ROOT } from "../../../helpers/folders.ts";

const ORDER: Readonly<Record<string, string>> = {
  cargoKey: "PB1",
  invoiceKey: "PB1",
  receiverCustName: "Ömer Ilgaz",
  receiverAddress: "Bağdat Cd. No: 5",
  cityName: "Ankara",
  townName: "Çankaya",
  receiverPhone1: "5551112233",
  cargoCount: "1",
};
const EMPTY =
  `receiverPhone2 receiverPhone3 emailAddress taxOfficeId taxNumber taxOfficeName desi kg waybillNo specialField1 specialField2 specialField3
  ttInvoiceAmount ttDocumentId ttCollectionType ttDocumentSaveType dcSelectedCredit dcCreditRule description orgGeoCode privilegeOrder custProdId orgReceiverCustId`.split(
    /\s+/,
  );

let nowMs = Date.parse("2026-11-21T09:00:00Z");
let simulator: CarrierSimulator | undefined;
beforeAll(async () => {
  simulator = await startCarrierSimulator(
    createSimulatedYurtici(() => nowMs),
    0,
  );
});
afterAll(() => simulator?.close());

type Fields = Readonly<Record<string, string | undefined>>;

/** Calls the simulated service; fields that are undefined are left out. */
async function call(operation: string, fields: Fields, user = "packbench") {
  const login = { wsUserName: user, wsPassword: "packbench", userLanguage: "TR", wsLanguage: "TR" };
  const parts = (all: Fields) =>
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
  const { headers, body } = soapRequest(
    {
      namespace: "http://yurticikargo.com.tr/ShippingOrderDispatcherServices",
      operation,
      action: "",
    },
    operation === "createShipment"
      ? [...parts(login), ["ShippingOrderVO", parts(fields)]]
      : parts({ ...login, ...fields }),
  );
  const answer = await fetch(simulator?.url ?? "", { method: "POST", headers, body });
  const text = await answer.text();
  const soap = await readSoap(text);
  return { status: answer.status, fault: soap !== undefined && "fault" in soap, text };
}

/** Sends a request to the main service of a simulated carrier, without HTTP. */
function sendTo(carrier: SimulatedCarrier, { headers, body }: ReturnType<typeof soapRequest>) {
  const { "content-type": type, SOAPAction: soapaction } = headers;
  return carrier.answer(
    {
      method: "POST",
      path: carrier.paths.url,
      headers: { "content-type": type, soapaction },
      body,
    },
    undefined,
  );
}

const orderWith = (change: Fields): Fields => ({
  ...ORDER,
  ...Object.fromEntries(EMPTY.map((name) => [name, ""])),
  ...change,
});
const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/<errCode>(\d+)</g)].map(([, code]) => code ?? "").filter((c) => c !== "0");

describe("the simulated Yurtiçi", () => {
  it.each<[string, Fields, string?]>([
    ["82500", { cargoKey: "P".repeat(21) }],
    ["60017", { invoiceKey: "" }],
    ["60018", { receiverCustName: "A. B 1" }],
    ["60019", { receiverAddress: "No 5" }],
    ["99999", { receiverPhone1: "05551112233" }],
    ["99999", { specialField1: "no pairs" }],
    ["82505", { ttInvoiceAmount: "10.00" }],
    ["82507", { ttInvoiceAmount: "10.00" }, "packbench-cash"],
  ])("refuses an order with the code %s for the fields %o", async (code, change, user) => {
    const { status, text } = await call("createShipment", orderWith(change), user);
    expect([status, codesIn(text)]).toEqual([200, [code]]);
  });

  it("answers a fault when a field of the order is missing, or another element has a prefix", async () => {
    expect(await call("createShipment", orderWith({ dcCreditRule: undefined }))).toMatchObject({
      status: 500,
      fault: true,
    });
    const prefixed = { method: "POST", headers: { "content-type": "text/xml", soapaction: "" } };
    const body = `<e:Envelope xmlns:e="e" xmlns:s="http://yurticikargo.com.tr/ShippingOrderDispatcherServices"><e:Body><s:queryShipment><s:wsUserName>packbench</s:wsUserName></s:queryShipment></e:Body></e:Envelope>`;
    const answer = await fetch(simulator?.url ?? "", { ...prefixed, body });
    expect([
      answer.status,
      textAt(await parseXml(await answer.text()), "Body", "Fault", "faultstring"),
    ]).toEqual([500, "only the operation has a prefix"]);
  });

  it("refuses a query of the same key within a minute", async () => {
    const fields = { keys: "K1", keyType: "0", addHistoricalData: "true", onlyTracking: "false" };
    const answers = [];
    for (const passedMs of [0, 59_000, 2_000]) {
      nowMs += passedMs;
      answers.push((await call("queryShipment", fields)).text.includes("1 dakika"));
    }
    expect(answers).toEqual([false, true, false]);
  });
});

describe("the simulated Aras", () => {
  const fields = Object.fromEntries(ORDER_FIELDS.map((name) => [name, ""]));
  const login = { UserName: "packbench", Password: "packbench" };
  const order: Fields = {
    ...fields,
    ...login,
    TradingWaybillNumber: "W1",
    ReceiverName: "Ömer Ilgaz",
    ReceiverAddress: "Bağdat Cd. No: 5",
    ReceiverPhone1: "5551112233",
    ReceiverCityName: "Ankara",
    ReceiverTownName: "Çankaya",
    PieceCount: "1",
    CodCollectionType: "0",
    CodBillingType: "0",
    IntegrationCode: "PB1",
    PayorTypeCode: "1",
    IsWorldWide: "0",
    IsCod: "0",
  };
  const measures: Fields = { VolumetricWeight: "1.000", Weight: "1.000", BarcodeNumber: "PB1" };
  const piece = PIECE_FIELDS.map((name): XmlPart => [name, measures[name] ?? ""]);
  const carrier = createSimulatedAras(() => nowMs);
  /** Sends an order to the simulated service, without HTTP. */
  const send = async (change: Fields, user = "packbench") => {
    const parts = Object.entries({ ...order, ...change }).flatMap(([name, value]): XmlPart[] =>
      value === undefined
        ? []
        : [[name, name === "PieceDetails" ? [["PieceDetail", piece]] : value]],
    );
    const request = soapRequest(
      {
        namespace: "http://tempuri.org/",
        operation: "SetOrder",
        action: "http://tempuri.org/SetOrder",
        isQualified: true,
      },
      [
        ["orderInfo", [["Order", parts]]],
        ["userName", user],
        ["password", "packbench"],
      ],
    );
    const answer = await sendTo(carrier, request);
    return `${answer.status} ${/<(?:ResultCode|faultstring)>([^<]*)/.exec(answer.body)?.[1]}`;
  };

  it("refuses orders with a wrong login, field or state, and the 21st sending of an order", async () => {
    const answers = [
      await send({}, "other"),
      await send({ ReceiverTownName: "" }),
      await send({ IsCod: "1", CodAmount: "5.00", PayorTypeCode: "2" }),
      await send({ UnitID: undefined }),
    ];
    for (let n = 0; n <= 20; n += 1) answers.push(await send({}));
    carrier.parcels.move("PB1", "scanned");
    answers.push(await send({}));
    expect(answers).toEqual([
      "200 1000",
      "200 941",
      "200 942",
      "500 UnitID is expected in Order",
      ...Array<string>(20).fill("200 0"),
      "200 70035",
      "200 60020",
    ]);
  });
});

it("the simulated PTT refuses a file's second use, a wrong check digit, a repeated barcode and fields in another order", async () => {
  const carrier = createSimulatedPtt(() => nowMs);
  const row: Fields = {
    aAdres: "Bağdat Cd. No: 5",
    aliciAdi: "Ömer Ilgaz",
    aliciIlAdi: "Ankara",
    aliciIlceAdi: "Çankaya",
    aliciSms: "5551112233",
    barkodNo: "2750365698456",
    musteriReferansNo: "R1",
    odemesekli: "MH",
  };
  const send = async (dosyaAdi: string, sent: Fields) => {
    const namespace = "http://kabul.ptt.gov.tr";
    const head = { dosyaAdi, gonderiTip: "NORMAL", gonderiTur: "KARGO", kullanici: "packbench" };
    const request = soapRequest(
      {
        namespace,
        operation: "kabulEkle2",
        action: "urn:kabulEkle2",
        parameter: { name: "input", namespace: `${namespace}/xsd` },
      },
      [
        ["dongu", Object.entries(sent).map(([name, value]) => [name, value ?? ""])],
        ...Object.entries({ ...head, musteriId: "100000001", sifre: "packbench" }),
      ],
    );
    const answer = await sendTo(carrier, request);
    return /<(?:faultstring|donguAciklama|hataKodu)>([^<]+)/.exec(answer.body)?.[1];
  };
  expect([
    await send("A", row),
    await send("A", row),
    await send("B", { ...row, barkodNo: "2750365698457", musteriReferansNo: "R2" }),
    await send("C", row),
    await send("D", { ...row, agirlik: "1" }),
  ]).toEqual([
    "1",
    "-3",
    "Barkod numarası hatalı.",
    "Barkod daha önce yüklenmiş.",
    "agirlik is not expected here in dongu",
  ]);
  expect(carrier.parcels.list().map(({ code }) => code)).toEqual(["2750365698456"]);
});

describe("the simulated DHL", () => {
  let ms = Date.parse("2026-11-21T09:00:00Z");
  const carrier = createSimulatedDhl(() => ms);
  const headers = {
    "content-type": "application/json",
    "x-ibm-client-id": "packbench",
    "x-ibm-client-secret": "packbench",
  };
  let authorization = "";
  /** Calls an operation; the answer is its status, and its code or its first object. */
  const send = async (method: string, path: string, body: unknown = "", keys: object = headers) => {
    const answer = await carrier.answer(
      {
        method,
        path: `/mngapi/api/${path}`,
        headers: { ...keys, authorization },
        body: JSON.stringify(body),
      },
      undefined,
    );
    const value = JSON.parse(answer.body) as Record<string, unknown> & { error?: object };
    const { Code = "", code = Code } = (value.error ?? {}) as { Code?: string; code?: string };
    return {
      status: `${answer.status} ${code}`.trim(),
      value: Array.isArray(value) ? value[0] : value,
    };
  };
  const party = {
    refCustomerId: "",
    cityCode: 6,
    cityName: "Ankara",
    districtCode: 0,
    districtName: "Çankaya",
    address: "Bağdat Cd. No: 5",
    bussinessPhoneNumber: "",
    email: "a@b.test",
    taxOffice: "",
    taxNumber: "11111111110",
    fullName: "Ömer Ilgaz",
    homePhoneNumber: "",
    mobilePhoneNumber: "5551112233",
  };
  const orderPieceList = [{ barcode: "R1P1", desi: 1, kg: 1, content: "Paket" }];
  const shared = {
    referenceId: "R1",
    billOfLandingId: "",
    isCOD: 0,
    codAmount: 0,
    packagingType: 3,
  };
  const order = {
    ...shared,
    barcode: "R1",
    shipmentServiceType: 1,
    content: "Paket",
    smsPreference1: 0,
    smsPreference2: 0,
    smsPreference3: 0,
    paymentType: 1,
    deliveryType: 1,
    description: "",
    marketPlaceShortCode: "",
    marketPlaceSaleCode: "",
  };
  const label = {
    ...shared,
    printReferenceBarcodeOnError: 0,
    message: "",
    additionalContent1: "",
    additionalContent2: "",
    additionalContent3: "",
    additionalContent4: "",
    orderPieceList,
  };

  it("refuses missing keys and tokens, wrong fields and a second order of a reference", async () => {
    const login = { customerNumber: "packbench", password: "packbench", identityType: 1 };
    const create = async (change: object, fields: object = {}) =>
      (
        await send("POST", "standardcmdapi/createOrder", {
          order: { ...order, ...fields },
          orderPieceList,
          recipient: { ...party, ...change },
        })
      ).status;
    const statuses = [
      (await send("GET", "cbsinfoapi/getcities", "", {})).status,
      await create({}),
      (await send("POST", "token", { ...login, identityType: "1" })).status,
    ];
    authorization = `Bearer ${String((await send("POST", "token", login)).value.jwt)}`;
    const [district] = JSON.parse(
      (
        await carrier.answer(
          { method: "GET", path: "/mngapi/api/cbsinfoapi/getdistricts/06", headers, body: "" },
          undefined,
        )
      ).body,
    ) as [{ code: string }];
    party.districtCode = Number(district.code);
    expect([
      ...statuses,
      await create({ cityCode: 34 }),
      await create({ email: "" }),
      await create({ taxNumber: "11111111111" }),
      await create({ mobilePhoneNumber: "05551112233" }),
      await create({ customerId: "" }),
      await create({}, { referenceId: "r1", barcode: "r1" }),
      await create({}),
      await create({}),
    ]).toEqual([
      "401",
      "401",
      "400 4002",
      "400 40010",
      "400 26039",
      "400 26056",
      "400 4002",
      "400 4002",
      "400 4002",
      "200",
      "500 3002",
    ]);
  });

  it("makes a readable label once, after it has found the branch, and cancels it on its day alone", async () => {
    const make = () => send("POST", "barcodecmdapi/createbarcode", label);
    expect((await make()).status).toBe("500 20001");
    ms += 2_000;
    const { value } = await make();
    const [piece] = value.barcodes as [{ value: string; barcode: string }];
    expect(await readZpl(Buffer.from(piece.value), 203, { widthMm: 100, heightMm: 150 })).toEqual([
      piece.barcode,
    ]);
    expect((await make()).status).toBe("400 40004");
    ms += 24 * 3_600_000;
    const { status } = await send("PUT", "barcodecmdapi/cancelshipment", {
      referenceId: "R1",
      shipmentId: value.shipmentId,
    });
    expect(status).toBe("400 40008");
  });
});

it("a day delivers, returns or loses the parcels that no branch has scanned, in turn", () => {
  const { parcels } = createSimulatedYurtici(() => nowMs);
  for (const code of ["A", "B", "C", "D"]) parcels.add(code, {});
  parcels.playDay();
  parcels.playDay();
  expect(parcels.list().map(({ steps }) => [steps.length, steps.at(-1)?.step])).toEqual([
    [5, "delivered"],
    [6, "returned"],
    [3, "lost"],
    [8, "delivered"],
  ]);
});

it("npm run carrier-simulator serves its page on this computer alone and takes faults", async () => {
  const child = spawn(
    process.execPath,
    [join(ROOT, "core/shipping/carriers/simulator/main.ts"), "yurtici", "--port", "0", "--json"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const { url, pageUrl } = JSON.parse(line) as { url: string; pageUrl: string };
    const control = (what: string, body: unknown, type = "application/json") =>
      fetch(`${pageUrl}control/${what}`, {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify(body),
      });
    const pageIn = async (language: string): Promise<string> =>
      (await fetch(pageUrl, { headers: { "accept-language": language } })).text();
    expect([await pageIn("de"), await pageIn("tr-TR")]).toEqual([
      expect.stringContaining("<h1>Simulated carrier: Yurtiçi Kargo"),
      expect.stringContaining("<h1>Kargo firması benzetimi: Yurtiçi Kargo"),
    ]);
    const foreign = await new Promise((resolve) =>
      httpRequest(pageUrl, { headers: { host: "evil.example" } }, (answer) =>
        resolve(answer.statusCode),
      ).end(),
    );
    const refusals = [
      await control("faults", { lasting: "html" }, "text/plain"),
      await control("faults", { lasting: "sideways" }),
      await control("move", { code: "none", step: "scanned" }),
    ].map(({ status }) => status);
    expect([foreign, ...refusals]).toEqual([403, 415, 400, 400]);
    await control("faults", { lasting: "html" });
    expect((await fetch(url, { method: "POST" })).headers.get("content-type")).toBe("text/html");
    await control("faults", { lasting: null });
    expect((await fetch(url, { method: "POST" })).status).toBe(500);
  } finally {
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(0);
  }
});
