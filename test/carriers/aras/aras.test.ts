import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import { xmlText } from "../../../core/base/xml/xml.ts";
import { createCallMask } from "../../../core/http/outgoing/mask-call.ts";
import { aras } from "../../../core/shipping/carriers/aras/adapter.ts";
import { stateCode } from "../../../core/shipping/carriers/aras/statuses.ts";
import type { AnnounceRequest } from "../../../core/shipping/carriers/connection.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import {
  answeringOutgoing,
  announceRequest,
  boughtLabel,
  connectedAccount,
  type AnsweringOutgoing,
} from "../answering-outgoing.ts";
import { parcelOf } from "../contract/contract.ts";

const NEVER = new AbortController().signal;
const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");

/** Connects an account to services that give these answers in turn, and lists the requests. */
function connected(bodies: readonly string[], queryPassword = "qword") {
  const { outgoing, requests }: AnsweringOutgoing = answeringOutgoing(bodies);
  const settings = { queryUsername: "quser", customerCode: "42" };
  const account = connectedAccount({ settings, secrets: { queryPassword } });
  return { connection: aras.create(account, outgoing), requests };
}

/** Writes an answer of a service. */
const answer = (operation: string, inner: string): string =>
  `<s:Envelope xmlns:s="s"><s:Body><${operation}Response xmlns="http://tempuri.org/"><${operation}Result>${inner}</${operation}Result></${operation}Response></s:Body></s:Envelope>`;
const result = (code: string): string =>
  `<ResultCode>${code}</ResultCode><ResultMessage>words</ResultMessage>`;
const setAnswer = (code: string): string =>
  answer("SetOrder", `<OrderResultInfo>${result(code)}</OrderResultInfo>`);
const cancelAnswer = (code: string): string => answer("CancelDispatch", result(code));
const queried = (text: string): string =>
  answer("GetQueryJSON", text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
const foundOrder = (code: string, barcode: string): string =>
  answer(
    "GetOrderWithIntegrationCode",
    `<Order><IntegrationCode>${code}</IntegrationCode><PieceDetails><PieceDetail><BarcodeNumber>${barcode}</BarcodeNumber></PieceDetail></PieceDetails></Order>`,
  );
const requestOf = (
  change: Partial<Consignment> = {},
  rest: Partial<AnnounceRequest> = {},
): AnnounceRequest => announceRequest("ARAS_STANDART", change, rest);

describe("an announcement to Aras", () => {
  it("has every field of the service's order in its order, and the login in both letter cases", async () => {
    const { connection, requests } = connected([setAnswer("0")]);
    const parcel = parcelOf("o");
    const request = requestOf(
      {
        recipient: { ...parcel.recipient, name: "Ömer & Oğlu <Ilgaz>", address2: "Daire 3" },
        references: { orderNumber: "A-1001", reference1: "", waybillNumber: "IRS2026000000017" },
        box: { no: 2, of: 3 },
        cashOnDelivery: { amount: minor(123_450), currency: "TL", by: "card" },
      },
      { barcode: "170000000017" },
    );
    expect(await connection.announce?.(request, NEVER)).toEqual({
      outcome: "done",
      value: { details: {} },
    });
    const call = /<SetOrder xmlns="http:\/\/tempuri.org\/">(.*)<\/SetOrder>/;
    expect(call.exec(requests[0]?.body ?? "")?.[1]).toBe(fixture("set-order.xml").trim());
    expect(requests[0]).toMatchObject({
      url: "https://customerws.araskargo.com.tr/arascargoservice.asmx",
      headers: { SOAPAction: '"http://tempuri.org/SetOrder"' },
    });
  });

  it("sends the end of a long order number as waybill, 1 for unknown measures, and long measures in six characters", async () => {
    const { connection, requests } = connected([setAnswer("0")]);
    const orderNumber = "SHOP-2026-1234567890";
    const request = requestOf({
      references: { orderNumber, reference1: "", waybillNumber: orderNumber },
      parcels: [{ lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 1234.5678 }],
      payer: "recipient",
    });
    await connection.announce?.(request, NEVER);
    const { body = "" } = requests[0] ?? {};
    expect(body).toMatch(
      /<TradingWaybillNumber>-2026-1234567890<.*<VolumetricWeight>1.000<.*<Weight>1234.568<.*<PayorTypeCode>2<.*<IsCod>0<.*<PieceDetail><VolumetricWeight>1.000<.*<Weight>1234.6</,
    );
  });

  const { recipient } = parcelOf("o");
  it.each<[string, string, Partial<Consignment>, Partial<AnnounceRequest>]>([
    ["a barcode of 33 characters", "barcode", {}, { barcode: "1".repeat(33) }],
    ["a comma in the barcode", "barcode", {}, { barcode: "10,11" }],
    [
      "no district",
      "recipient.districtName",
      { recipient: { ...recipient, districtName: "" } },
      {},
    ],
    [
      "a long address",
      "recipient.address1",
      { recipient: { ...recipient, address1: "x".repeat(251) } },
      {},
    ],
    [
      "a long waybill number",
      "waybillNumber",
      { references: { orderNumber: "1", reference1: "", waybillNumber: "1".repeat(17) } },
      {},
    ],
    [
      "money to collect from a recipient who pays",
      "payer",
      { payer: "recipient", cashOnDelivery: { amount: minor(1), currency: "TL", by: "cash" } },
      {},
    ],
    ["a return", "", { isReturn: true }, {}],
  ])(
    "with %s is refused before the call, with the field “%s”",
    async (_what, field, change, rest) => {
      const { connection, requests } = connected([]);
      expect(await connection.announce?.(requestOf(change, rest), NEVER)).toMatchObject({
        outcome: "refused",
        code: "",
        field,
      });
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ["935", "recipient.phone", "words"],
    ["941", "recipient.districtName", "words"],
    ["1000", "account", "words"],
    ["1002", "account", "words"],
    ["936", "", "words"],
    ["60020", "barcode", "words"],
    ["70035", "", "Aras accepts an order at most 20 times; buy another label: words"],
    ["12345", "", "words"],
  ])("that is answered by %s is refused with the field “%s”", async (code, field, reason) => {
    const { connection } = connected([setAnswer(code)]);
    expect(await connection.announce?.(requestOf(), NEVER)).toEqual({
      outcome: "refused",
      code,
      field,
      reason,
    });
  });

  it.each([
    ["an error inside the service", setAnswer("5001")],
    ["no code", setAnswer("")],
    ["another operation's answer", cancelAnswer("0")],
  ])("that is answered by %s is unknown", async (_by, body) => {
    const { connection } = connected([body]);
    expect(await connection.announce?.(requestOf(), NEVER)).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    ["60020", "done", foundOrder("PB1", "PB1")],
    ["936", "done", foundOrder("PB1", "PB1")],
    ["60020", "refused", foundOrder("PB1", "PB2")],
    ["936", "refused", answer("GetOrderWithIntegrationCode", "")],
    ["60020", "unknown", "<html/>"],
  ])(
    "that may be known already and is answered by %s is looked up, and is %s",
    async (code, outcome, found) => {
      const { connection } = connected([setAnswer(code), found]);
      const request = requestOf({}, { mayBeAnnounced: true });
      expect(await connection.announce?.(request, NEVER)).toMatchObject({ outcome });
    },
  );
});

it.each([
  ["0", "done"],
  ["1", "done"],
  ["-1", "done"],
  ["999", "refused"],
  ["-2", "refused"],
  ["936", "unknown"],
])("a cancellation that Aras answers by %s is %s", async (code, outcome) => {
  const { connection } = connected([cancelAnswer(code)]);
  expect(await connection.cancel?.(boughtLabel("PB1"), NEVER)).toMatchObject({ outcome });
});

describe("a query of parcels at Aras", () => {
  it("gives the waybill and the present state in Turkish time, with a number where there is one", async () => {
    const { connection, requests } = connected([queried(fixture("query-answer.json"))]);
    const codes = "DELIVERED ACCEPTED HELD RETURNING BACK SPACED PARTIAL WAITING".split(" ");
    const tracked = await connection.track?.(codes.map(boughtLabel), NEVER);
    expect(tracked).toEqual({ outcome: "done", value: JSON.parse(fixture("tracked.json")) });
    expect(requests[0]).toMatchObject({
      url: "https://customerservices.araskargo.com.tr/ArasCargoCustomerIntegrationService/ArasCargoIntegrationService.svc",
      headers: { SOAPAction: '"http://tempuri.org/IArasCargoIntegrationService/GetQueryJSON"' },
      body: expect.stringContaining(`&lt;IntegrationCode&gt;${codes.join(",")}&lt;`) as string,
    });
  });

  it("is one call for 20 parcels, and leaves out parcels without a waybill", async () => {
    const { connection, requests } = connected([queried('{"QueryResult":null}'), queried("")]);
    const labels = Array.from({ length: 21 }, (_, n) => boughtLabel(`PB${n}`));
    expect(await connection.track?.(labels, NEVER)).toEqual({ outcome: "done", value: [] });
    expect(requests.length).toBe(2);
  });

  it.each([
    ["refused", "Kullanıcı adı veya şifre hatalı."],
    ["unknown", "Beklenmeyen bir hata oluştu."],
    ["unknown", '{"QueryResult":{"Hata":"Bir haftadan daha fazla"}}'],
    ["done", '{"QueryResult":{"Mesaj":"Kayıt bulunamadı."}}'],
  ])("is %s when the service answers “%s”", async (outcome, words) => {
    const { connection } = connected([queried(words)]);
    expect(await connection.track?.([boughtLabel("PB1")], NEVER)).toMatchObject({ outcome });
  });

  it("hides its password, which is escaped twice, in the notes of calls", async () => {
    const { connection, requests } = connected([queried("")], "a&b<c");
    await connection.track?.([boughtLabel("PB1")], NEVER);
    const { body = "", secrets = [], shownFields = [] } = requests[0] ?? {};
    const twice = xmlText([["p", xmlText([["p", "a&b<c"]])]]).slice(12, -13);
    expect([body.includes(twice), createCallMask(secrets, shownFields).text(body)]).toEqual([
      true,
      expect.not.stringContaining(twice) as string,
    ]);
  });
});

it.each([
  ["3", "1", "AA", "package_undeliverable"],
  ["3", "1", "TG", "delivery_rescheduled"],
  ["3", "1", "PS", "other"],
  ["4", "1", "AA", "out_for_delivery"],
  ["7", "2", "", "package_processing"],
  ["9", "1", "", "other"],
])("the state %s of kind %s with the hold “%s” is %s", (state, way, hold, code) => {
  expect(stateCode({ state, way, hold })).toBe(code);
});

it.each([
  [["-1"], "{}", "done"],
  [["-2"], "{}", "refused"],
  [["-1"], "Şifre hatalı", "refused"],
] as const)("a test answered by %s and “%s” is %s", async ([code], words, outcome) => {
  const { connection } = connected([cancelAnswer(code), queried(words)]);
  expect(await connection.test?.(NEVER)).toMatchObject({ outcome });
});

describe("an invoice of Aras", () => {
  const rows = (...list: readonly object[]): string =>
    queried(JSON.stringify({ QueryResult: { Fatura: list.length === 1 ? list[0] : list } }));
  const invoice = (serial: string, date: string) => ({
    FATURA_SERINO: serial,
    FATURA_TARIHI: date,
    KDVSIZ_TUTAR: "1.234,56",
  });

  it("gives the amount and the desi of each of its parcels, asked for a whole month", async () => {
    const { connection, requests } = connected([
      rows(invoice("AAA201400040405", "11.02.2026"), invoice("AAA2", "2026-02-28T00:00:00")),
      rows(
        { MOK: "PB1", TRACKINGNUMBER: "1160000000017", DESİ: "3", TUTAR: "1.117,90" },
        { MOK: "", TRACKINGNUMBER: "1160000000018", DESİ: 4.5, TUTAR: 131.2 },
        { MOK: "PB3", TRACKINGNUMBER: "", DESİ: "", TUTAR: "yok" },
      ),
      rows({ MOK: "PB4", TRACKINGNUMBER: "", DESİ: "1", TUTAR: "-20" }),
    ]);
    expect(await connection.invoice?.("2026-02", NEVER)).toEqual({
      outcome: "done",
      value: {
        unread: [],
        lines: [
          {
            invoice: "AAA201400040405",
            invoicedOn: "2026-02-11",
            barcode: "PB1",
            trackingNumber: "1160000000017",
            desi: 3,
            amount: 111_790,
          },
          {
            invoice: "AAA201400040405",
            invoicedOn: "2026-02-11",
            barcode: "",
            trackingNumber: "1160000000018",
            desi: 4.5,
            amount: 13_120,
          },
          {
            invoice: "AAA2",
            invoicedOn: "2026-02-28",
            barcode: "PB4",
            trackingNumber: "",
            desi: 1,
            amount: -2_000,
          },
        ],
      },
    });
    expect(
      requests.map(({ body }) => /QueryType&gt;.*(?=&lt;\/QueryInfo)/.exec(body ?? "")?.[0]),
    ).toEqual([
      "QueryType&gt;41&lt;/QueryType&gt;&lt;StartDate&gt;01.02.2026&lt;/StartDate&gt;&lt;EndDate&gt;28.02.2026&lt;/EndDate&gt;",
      "QueryType&gt;23&lt;/QueryType&gt;&lt;ReportType&gt;2&lt;/ReportType&gt;&lt;InvoiceSerialNumber&gt;AAA201400040405&lt;/InvoiceSerialNumber&gt;",
      "QueryType&gt;23&lt;/QueryType&gt;&lt;ReportType&gt;2&lt;/ReportType&gt;&lt;InvoiceSerialNumber&gt;AAA2&lt;/InvoiceSerialNumber&gt;",
    ]);
  });

  it("that cannot be read is named, and holds up no other invoice", async () => {
    const line = (code: string) => ({ MOK: code, TRACKINGNUMBER: "1160000000017", TUTAR: "10" });
    const { connection } = connected([
      rows(...["A1", "A2", "A3"].map((serial) => invoice(serial, "11.02.2026"))),
      rows(line("PB1")),
      queried("Beklenmeyen bir hata oluştu."),
      queried(JSON.stringify({ QueryResult: { Fatura: [{ ...line("PB3"), MOK: null }] } })),
    ]);
    expect(await connection.invoice?.("2026-02", NEVER)).toMatchObject({
      outcome: "done",
      value: {
        lines: [
          { invoice: "A1", barcode: "PB1" },
          { invoice: "A3", barcode: "", trackingNumber: "1160000000017" },
        ],
        unread: ["A2"],
      },
    });
  });

  it("after three failures in a row no further invoice is asked for", async () => {
    const serials = ["A1", "A2", "A3", "A4", "A5"];
    const { connection, requests } = connected([
      rows(...serials.map((serial) => invoice(serial, "11.02.2026"))),
      ...[1, 2, 3].map(() => queried("Beklenmeyen bir hata oluştu.")),
    ]);
    expect(await connection.invoice?.("2026-02", NEVER)).toEqual({
      outcome: "done",
      value: { lines: [], unread: serials },
    });
    expect(requests).toHaveLength(4);
  });

  it.each([
    ["done", '{"QueryResult":null}'],
    ["refused", "Kullanıcı adı veya şifre hatalı."],
    ["unknown", "<html><h1>Sayfa bulunamadı</h1></html>"],
  ])("of a month is %s when the service answers “%s”", async (outcome, words) => {
    const { connection } = connected([queried(words)]);
    expect(await connection.invoice?.("2026-02", NEVER)).toMatchObject({ outcome });
  });
});
