import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import type { OutgoingRequest } from "../../../core/http/outgoing/outgoing.ts";
import type { AnnounceRequest, Connection } from "../../../core/shipping/carriers/connection.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import { yurtici } from "../../../core/shipping/carriers/yurtici/adapter.ts";
import {
  announceRequest,
  answeringOutgoing,
  boughtLabel,
  connectedAccount,
} from "../answering-outgoing.ts";
import { parcelOf } from "../contract/contract.ts";

const NEVER = new AbortController().signal;
const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");

/** Connects an account to a service that gives these answers in turn, and lists the requests. */
function connected(
  bodies: readonly string[],
  payment = "",
  status = 200,
): { connection: Connection; requests: OutgoingRequest[] } {
  const { outgoing, requests } = answeringOutgoing(bodies, status);
  return {
    connection: yurtici.create(connectedAccount({ settings: { payment } }), outgoing),
    requests,
  };
}

/** Writes an answer of the service. */
const answer = (operation: string, result: string, inner: string): string =>
  `<e:Envelope xmlns:e="e"><e:Body><${operation}Response><${result}>${inner}</${result}></${operation}Response></e:Body></e:Envelope>`;
const created = (flag: string, code: string, words = "words"): string =>
  answer(
    "createShipment",
    "ShippingOrderResultVO",
    `<outFlag>${flag}</outFlag><outResult>all</outResult><jobId>7</jobId><shippingOrderDetailVO><cargoKey>PB1</cargoKey><errCode>${code}</errCode><errMessage>${words}</errMessage></shippingOrderDetailVO>`,
  );
const cancelled = (flag: string, code: string, status: string): string =>
  answer(
    "cancelShipment",
    "ShippingOrderResultVO",
    `<outFlag>${flag}</outFlag><shippingCancelDetailVO><cargoKey>PB1</cargoKey><errCode>${code}</errCode><operationStatus>${status}</operationStatus><operationMessage>words</operationMessage></shippingCancelDetailVO>`,
  );
const queried = (inner: string): string =>
  answer("queryShipment", "ShippingDeliveryVO", `<outFlag>0</outFlag>${inner}`);

const requestOf = (
  change: Partial<Consignment> = {},
  rest: Partial<AnnounceRequest> = {},
): AnnounceRequest => announceRequest("YURTICI_STANDART", change, rest);

describe("an announcement to Yurtiçi", () => {
  it("has every field of the service's order, and the boxes of an order share its invoice key", async () => {
    const { connection, requests } = connected([created("0", "0")], "card");
    const parcel = parcelOf("o");
    const request = requestOf(
      {
        recipient: { ...parcel.recipient, name: "Ömer & Oğlu <Ilgaz>", address2: "Daire 3" },
        references: {
          orderNumber: "A-1001",
          reference1: "",
          waybillNumber: "IRS2026000000017",
        },
        box: { no: 1, of: 3 },
        customerCodes: { YURTICI: "C-9", ARAS: "other" },
        cashOnDelivery: { amount: minor(123_450), currency: "TL", by: "card" },
      },
      { barcode: "PB0017000017" },
    );
    await connection.announce?.(request, NEVER);
    const order = /<ShippingOrderVO>(.*)<\/ShippingOrderVO>/.exec(requests[0]?.body ?? "")?.[1];
    expect(order).toBe(fixture("create-order.xml").trim());
    expect(requests[0]).toMatchObject({
      url: "https://ws.yurticikargo.com/KOPSWebServices/ShippingOrderDispatcherServices",
      headers: { SOAPAction: '""' },
      secrets: ["word"],
    });
  });

  it("has its barcode as invoice key and one piece when its order has one box", async () => {
    const { connection, requests } = connected([created("0", "0")]);
    expect(await connection.announce?.(requestOf(), NEVER)).toEqual({
      outcome: "done",
      value: { details: { jobID: "7" } },
    });
    expect(requests[0]?.body).toMatch(
      /<invoiceKey>PB1<\/invoiceKey>.*<cargoCount>1<\/cargoCount>.*<ttInvoiceAmount><\/ttInvoiceAmount>/,
    );
  });

  const { recipient } = parcelOf("o");
  const cod = { amount: minor(100), currency: "TL", by: "cash" } as const;
  it.each<[string, string, Partial<Consignment>, Partial<AnnounceRequest>]>([
    ["a barcode of 21 characters", "barcode", {}, { barcode: "P".repeat(21) }],
    [
      "a name of three letters",
      "recipient.name",
      { recipient: { ...recipient, name: "A. B 1 C" } },
      {},
    ],
    [
      "a short address",
      "recipient.address1",
      { recipient: { ...recipient, address1: "No 5" } },
      {},
    ],
    [
      "a long address",
      "recipient.address1",
      { recipient: { ...recipient, address1: "x".repeat(201) } },
      {},
    ],
    [
      "a foreign phone",
      "recipient.phone",
      { recipient: { ...recipient, phone: "+4930123456" } },
      {},
    ],
    [
      "a foreign address",
      "recipient.countryCode",
      { recipient: { ...recipient, countryCode: "DE" } },
      {},
    ],
    ["money to collect at a login without it", "account", { cashOnDelivery: cod }, {}],
    ["a recipient who pays at a login of the sender", "account", { payer: "recipient" }, {}],
    [
      "euros to collect",
      "cashOnDelivery.currency",
      { cashOnDelivery: { ...cod, currency: "EUR" } },
      {},
    ],
    [
      "several boxes without an order number",
      "orderNumber",
      { box: { no: 1, of: 2 }, references: { orderNumber: "", reference1: "", waybillNumber: "" } },
      {},
    ],
    [
      "a long waybill number",
      "waybillNumber",
      { references: { orderNumber: "1", reference1: "", waybillNumber: "1".repeat(21) } },
      {},
    ],
    [
      "a return without a code that a branch can enter",
      "barcode",
      { isReturn: true },
      { barcode: "" },
    ],
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

  it("of a return saves its code for thirty days, in the field of the login", async () => {
    const { outgoing, requests } = answeringOutgoing([
      answer("saveReturnShipmentCode", "ExtendedBaseResultVO", "<outFlag>0</outFlag>"),
    ]);
    const connection = yurtici.create(
      connectedAccount({ settings: { returnField: "53" } }),
      outgoing,
    );
    const request = requestOf({ isReturn: true });
    expect(await connection.announce?.(request, NEVER)).toMatchObject({ outcome: "done" });
    const body = String(requests[0]?.body);
    const valueOf = (name: string): string => new RegExp(`<${name}>([^<]*)`).exec(body)?.[1] ?? "";
    expect(["fieldName", "returnCode", "maxCount"].map(valueOf)).toEqual(["53", "PB1", "1"]);
    const [from, until] = ["startDate", "endDate"].map((name) =>
      Date.parse(valueOf(name).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3")),
    );
    expect(((until ?? 0) - (from ?? 0)) / 86_400_000).toBe(30);
  });

  it.each([
    ["a failed row", created("0", "60019"), { code: "60019", field: "recipient.address1" }],
    ["a wrong collection", created("1", "82507"), { code: "82507", field: "cashOnDelivery" }],
    ["a wrong login", created("1", "1626"), { code: "1626", field: "account" }],
    ["a key that exists", created("1", "60020"), { code: "60020", field: "barcode" }],
    ["a code that no document names", created("1", "12345"), { code: "12345", field: "" }],
  ])(
    "that is answered by %s is refused with the code, a field and Yurtiçi's words",
    async (_by, body, refusal) => {
      const { connection } = connected([body]);
      expect(await connection.announce?.(requestOf(), NEVER)).toEqual({
        outcome: "refused",
        reason: "words",
        ...refusal,
      });
    },
  );

  it.each([
    ["the code 936", created("1", "936")],
    ["the flag of an unexpected error", created("2", "0")],
    ["no flag", created("", "0")],
    ["no row of the parcel", created("0", "0").replace("PB1", "PB2")],
    ["another operation's answer", created("0", "0").replaceAll("createShipment", "other")],
  ])("that is answered by %s is unknown", async (_by, body) => {
    const { connection } = connected([body]);
    expect(await connection.announce?.(requestOf(), NEVER)).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    [500, "Yurtiçi answered 500."],
    [403, expect.stringContaining("addresses it has allowed") as string],
  ])("that is answered by a success with the status %i is unknown", async (status, cause) => {
    const { connection } = connected([created("0", "0")], "", status);
    expect(await connection.announce?.(requestOf(), NEVER)).toEqual({ outcome: "unknown", cause });
  });

  it.each([
    ["is there", "done", "<invoiceKey>PB1</invoiceKey><operationStatus>NOP</operationStatus>"],
    ["has another invoice key", "refused", "<invoiceKey>X</invoiceKey>"],
    ["is cancelled", "refused", "<operationStatus>ISC</operationStatus>"],
    ["is not found", "unknown", "<errCode>82513</errCode>"],
  ])(
    "whose key exists and may be ours is looked up: a parcel that %s is %s",
    async (_is, outcome, inner) => {
      const row = `<shippingDeliveryDetailVO><cargoKey>PB1</cargoKey>${inner}</shippingDeliveryDetailVO>`;
      const { connection } = connected([created("1", "60020"), queried(row)]);
      const request = requestOf({}, { mayBeAnnounced: true });
      expect(await connection.announce?.(request, NEVER)).toMatchObject({ outcome });
    },
  );
});

it.each([
  ["CNL and no error", "done", cancelled("0", "0", "CNL")],
  ["an unknown key", "done", cancelled("1", "82519", "")],
  ["an earlier cancellation", "done", cancelled("1", "82520", "ISC")],
  ["IND and no error", "refused", cancelled("0", "0", "IND")],
  ["ISR and an error", "refused", cancelled("1", "1", "ISR")],
  ["NOP and no error", "unknown", cancelled("0", "0", "NOP")],
  ["NOP and a failure of all rows", "unknown", cancelled("1", "0", "NOP")],
  ["the code 936", "unknown", cancelled("0", "936", "")],
])("a cancellation that Yurtiçi answers by %s is %s", async (_by, outcome, body) => {
  const { connection } = connected([body]);
  expect(await connection.cancel?.(boughtLabel("PB1"), NEVER)).toMatchObject({ outcome });
});

it("a query gives scans in Turkish time, a parcel that came back as returned, and no event for an unscanned parcel", async () => {
  const { connection, requests } = connected([fixture("query-answer.xml")]);
  const keys = ["DELIVERED", "BACK", "RETURNING", "WAITING", "FOREIGN"];
  const event = (subCode: string, at: string, description: string, location = "") => ({
    subCode,
    at,
    description,
    location,
  });
  expect(await connection.track?.(keys.map(boughtLabel), NEVER)).toEqual({
    outcome: "done",
    value: [
      {
        purchaseKey: "of DELIVERED",
        trackingNumber: "116000000001",
        trackingUrl:
          "https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=116000000001",
        charge: { amount: 13_120, desi: 4 },
        events: [
          event("package_accepted", "2026-11-21T05:23:04.000Z", ""),
          event(
            "package_departed",
            "2026-11-21T17:00:00.000Z",
            "Kargo Yüklendi: Hasarlı",
            "ANKARA",
          ),
          event("other", "2026-11-21T18:00:00.000Z", "Yeni hareket"),
          event(
            "package_processing",
            "2026-11-21T21:15:00.000Z",
            "Kargo İndirildi",
            "KADIKÖY, İSTANBUL",
          ),
          event("delivered", "2026-11-22T12:30:00.000Z", "Kargo teslim edilmiştir."),
        ],
      },
      {
        purchaseKey: "of BACK",
        trackingNumber: "116000000002",
        trackingUrl: "https://www.yurticikargo.com/t?code=116000000002",
        events: [
          event("other", "2026-11-22T12:29:00.000Z", "Teslim Edildi"),
          event("return_to_sender", "2026-11-22T12:30:00.000Z", "Göndericiye teslim edildi"),
        ],
      },
      {
        purchaseKey: "of RETURNING",
        trackingNumber: "116000000003",
        trackingUrl:
          "https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=116000000003",
        events: [
          event(
            "package_undeliverable",
            "2026-11-22T21:00:00.000Z",
            "İade sürecinde: Alıcı kabul etmedi",
          ),
        ],
      },
      { purchaseKey: "of WAITING", events: [] },
    ],
  });
  expect(requests[0]?.body).toContain(
    "<wsLanguage>TR</wsLanguage><keys>DELIVERED</keys><keys>BACK</keys>",
  );
});

it("more than twenty parcels are queried in several calls", async () => {
  const { connection, requests } = connected([queried(""), queried("")]);
  const labels = Array.from({ length: 21 }, (_, n) => boughtLabel(`PB${n}`));
  expect(await connection.track?.(labels, NEVER)).toEqual({ outcome: "done", value: [] });
  expect(requests.map(({ body }) => body?.match(/<keys>/g)?.length)).toEqual([20, 1]);
});

it("a query that Yurtiçi refuses as a whole, because it is repeated too soon, is unknown", async () => {
  const refusal = queried("<outResult>too soon</outResult>").replace(">0<", ">1<");
  const { connection } = connected([refusal]);
  expect(await connection.track?.([boughtLabel("PB1")], NEVER)).toMatchObject({
    outcome: "unknown",
    cause: expect.stringContaining("too soon") as string,
  });
});
