import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import { ptt } from "../../../core/shipping/carriers/ptt/adapter.ts";
import { stateCode } from "../../../core/shipping/carriers/ptt/statuses.ts";
import type { AnnounceRequest } from "../../../core/shipping/carriers/connection.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import {
  announceRequest,
  answeringOutgoing,
  boughtLabel,
  connectedAccount,
} from "../answering-outgoing.ts";
import { parcelOf } from "../contract/contract.ts";

const NEVER = new AbortController().signal;
const BARCODE = "2750365698456";
const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", name), "utf8").trim();

/** Connects an account to services that give these answers in turn, and lists the requests. */
function connected(bodies: readonly string[], payoutAccount = "12345678") {
  const { outgoing, requests } = answeringOutgoing(bodies);
  const settings = { customerNumber: "100000001", payoutAccount };
  const account = { ...connectedAccount({ settings }), username: "PttWs" };
  return { connection: ptt.create(account, outgoing), requests };
}

/** Writes an answer of a service. */
const answer = (operation: string, inner: string): string =>
  `<s:Envelope xmlns:s="s"><s:Body><ns:${operation}Response xmlns:ns="n"><ns:return xmlns:a="a">${inner}</ns:return></ns:${operation}Response></s:Body></s:Envelope>`;
const loaded = (code: string, row?: readonly [code: string, words: string], words = ""): string =>
  answer(
    "kabulEkle2",
    `<a:aciklama>${words}</a:aciklama>${
      row === undefined
        ? ""
        : `<a:dongu><a:donguAciklama>${row[1]}</a:donguAciklama><a:donguHataKodu>${row[0]}</a:donguHataKodu></a:dongu>`
    }<a:hataKodu>${code}</a:hataKodu>`,
  );
const removed = (code: string, words: string): string =>
  answer("barkodVeriSil", `<a:aciklama>${words}</a:aciklama><a:hataKodu>${code}</a:hataKodu>`);
const queried = (inner: string, operation = "gonderiSorgu2"): string => answer(operation, inner);
const NOT_SHOWN = queried("<a:sonucAciklama>Kayıt bulunamadı.</a:sonucAciklama>");
const SHOWN = queried(`<a:BARNO>${BARCODE}</a:BARNO>`);
const requestOf = (
  change: Partial<Consignment> = {},
  rest: Partial<AnnounceRequest> = {},
): AnnounceRequest => announceRequest("PTT_STANDART", change, { barcode: BARCODE, ...rest });

describe("an announcement to PTT", () => {
  it("has the fields of the row and of the login in the order of the service's description", async () => {
    const { connection, requests } = connected([loaded("1", ["1", "https://a.test/?guid=1"])]);
    const parcel = parcelOf("o");
    const request = requestOf({
      recipient: { ...parcel.recipient, name: "Ömer & Oğlu", address2: "Daire 3" },
      returnTo: { ...parcel.sender, name: "Depo Ankara" },
      cashOnDelivery: { amount: minor(123_450), currency: "TL", by: "cash" },
      declaredValue: minor(50_000),
    });
    expect(await connection.announce?.(request, NEVER)).toEqual({
      outcome: "done",
      value: { details: { fileName: "PB-key" } },
    });
    expect(/<op:kabulEkle2>(.*)<\/op:kabulEkle2>/.exec(requests[0]?.body ?? "")?.[1]).toBe(
      fixture("load.xml"),
    );
    expect(requests[0]).toMatchObject({
      url: "https://pttws.ptt.gov.tr/PttVeriYukleme/services/Sorgu",
      headers: { SOAPAction: '"urn:kabulEkle2"' },
      body: expect.stringContaining(
        'xmlns:op="http://kabul.ptt.gov.tr" xmlns:types="http://kabul.ptt.gov.tr/xsd"',
      ) as string,
    });
  });

  const { recipient } = parcelOf("o");
  const cash = { amount: minor(1_000), currency: "TL", by: "cash" } as const;
  it.each<[string, string, Partial<Consignment>, Partial<AnnounceRequest>, string?]>([
    ["a barcode of 12 digits", "account", {}, { barcode: "275036569845" }],
    ["a wrong check digit", "account", {}, { barcode: "2750365698457" }],
    ["a name of 3 letters", "recipient.name", { recipient: { ...recipient, name: "Ali" } }, {}],
    [
      "a short return address",
      "returnTo.address1",
      { returnTo: { ...recipient, address1: "5", address2: "" } },
      {},
    ],
    ["cash and no payout account", "account", { cashOnDelivery: cash }, {}, ""],
    ["money to collect by card", "cashOnDelivery", { cashOnDelivery: { ...cash, by: "card" } }, {}],
    ["a return", "", { isReturn: true }, {}],
  ])(
    "with %s is refused before the call, with the field “%s”",
    async (_what, field, change, rest, payoutAccount) => {
      const { connection, requests } = connected([], payoutAccount);
      expect(await connection.announce?.(requestOf(change, rest), NEVER)).toMatchObject({
        outcome: "refused",
        field,
      });
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ["1", ["-4", "Alıcı adresi hatalı"], "", "refused", "recipient.address1"],
    ["1", ["7", "Geçersiz il kodu"], "", "refused", "recipient.cityName"],
    ["1", ["7", "Barkod daha önce yüklenmiş"], "", "refused", "barcode"],
    ["-1", undefined, "", "refused", "account"],
    ["-2", undefined, "Şifre hatalı", "refused", "account"],
    ["1", ["7", "Barkod aralığı mevcut değil"], "", "refused", "barcode"],
    ["1", ["7", "Lütfen tekrar deneyiniz"], "", "unknown", undefined],
    ["-9", undefined, "Beklenmeyen bir hata", "unknown", undefined],
    ["1", undefined, "", "unknown", undefined],
  ] as const)(
    "answered by %s and the row %o %s is %s, field %s",
    async (code, row, words, outcome, field) => {
      const { connection } = connected([loaded(code, row, words)]);
      const made = await connection.announce?.(requestOf(), NEVER);
      expect([made?.outcome, made?.outcome === "refused" ? made.field : undefined]).toEqual([
        outcome,
        field,
      ]);
    },
  );

  it("gets another name of the file while PTT has the name, and ends after four names", async () => {
    const used = loaded("-3", undefined, "Dosya adı daha önce kullanılmış");
    const second = connected([used, loaded("1", ["1", ""])]);
    const outcomes = [
      await second.connection.announce?.(requestOf(), NEVER),
      await connected([used, used, used, used]).connection.announce?.(requestOf(), NEVER),
    ];
    expect(outcomes).toMatchObject([
      { outcome: "done", value: { details: { fileName: "PB-key-2" } } },
      { outcome: "refused", field: "" },
    ]);
  });

  it.each([
    ["not shown before its acceptance", "done", [NOT_SHOWN]],
    [
      "shown for our reference",
      "done",
      [SHOWN, queried(`<a:BARNO>${BARCODE}</a:BARNO>`, "gonderiSorgu_referansNo2")],
    ],
    ["shown for another reference", "refused", [SHOWN, queried("", "gonderiSorgu_referansNo2")]],
    ["not answered", "unknown", ["<html/>"]],
  ])(
    "that may have arrived, whose barcode PTT has and a query has %s, is %s",
    async (_shown, outcome, answers) => {
      const { connection } = connected([loaded("1", ["7", "Barkod mevcut"]), ...answers]);
      const made = await connection.announce?.(requestOf({}, { mayBeAnnounced: true }), NEVER);
      expect(made).toMatchObject(
        outcome === "refused" ? { outcome, isOtherParcel: true } : { outcome },
      );
    },
  );
});

it.each([
  ["1", "1 adet kayit silindi.", [], "done"],
  ["-5", "Kayıt bulunamadı", [NOT_SHOWN], "done"],
  ["1", "0 adet kayit silindi.", [SHOWN], "refused"],
  ["-6", "Kabul edilmiş gönderi silinemez", [], "refused"],
  ["-1", "Kullanıcı bulunamadı", [], "refused"],
  ["-8", "Bakım", [], "unknown"],
])(
  "a cancellation that PTT answers by %s “%s”, and a query by %o, is %s",
  async (code, words, rest, outcome) => {
    const { connection } = connected([removed(code, words), ...rest]);
    const label = { ...boughtLabel(BARCODE), details: { fileName: "PB-x" } };
    expect(await connection.cancel?.(label, NEVER)).toMatchObject({ outcome });
  },
);

describe("a query of parcels at PTT", () => {
  it("gives the movements in Turkish time, and no delivery to the recipient after a return", async () => {
    const rows = [
      ["100", "22/11/2026", "10:00:00"],
      ["1", "20/11/2026", "15:42:34"],
      ["154", "21/11/2026", "09:00:00"],
    ].map(
      ([state = "", day = "", time = ""]) =>
        `<a:dongu><a:IKODU>${state}</a:IKODU><a:IMERK>ANKARA</a:IMERK><a:ISAAT>${time}</a:ISAAT><a:ISLEM>s${state}</a:ISLEM><a:ITARIH>${day}</a:ITARIH></a:dongu>`,
    );
    const { connection, requests } = connected([
      queried(`<a:BARNO>${BARCODE}</a:BARNO>${rows.join("")}`),
      queried(""),
    ]);
    const tracked = await connection.track?.([boughtLabel(BARCODE), boughtLabel("other")], NEVER);
    const event = (subCode: string, state: string, at: string) => ({
      subCode,
      description: `s${state}`,
      location: "ANKARA",
      at,
    });
    expect(tracked).toEqual({
      outcome: "done",
      value: [
        {
          purchaseKey: `of ${BARCODE}`,
          trackingNumber: BARCODE,
          trackingUrl: `https://gonderitakip.ptt.gov.tr/Track/Verify?q=${BARCODE}`,
          events: [
            event("package_accepted", "1", "2026-11-20T12:42:34.000Z"),
            event("package_undeliverable", "154", "2026-11-21T06:00:00.000Z"),
            event("other", "100", "2026-11-22T07:00:00.000Z"),
          ],
        },
      ],
    });
    expect(
      requests.map(({ url, body }) => [url, /<op:input>(.*)<types:sifre/.exec(body ?? "")?.[1]]),
    ).toEqual(
      [BARCODE, "other"].map((code) => [
        "https://pttws.ptt.gov.tr/GonderiTakipV2/services/Sorgu",
        `<types:barkod>${code}</types:barkod><types:kullanici>100000001</types:kullanici>`,
      ]),
    );
  });

  it.each([
    ["133", "package_lost"],
    ["165", "package_processing"],
    ["831", "package_undeliverable"],
    ["7", "out_for_delivery"],
    ["77", "package_departed"],
    ["156", "package_undeliverable"],
    ["232", "delivered"],
    ["120", "return_to_sender"],
    ["111", "delivery_rescheduled"],
    ["106", "other"],
  ])("takes the state %s for %s", (state, code) => {
    expect(stateCode(state)).toBe(code);
  });
});

describe("an order for a collection at PTT", () => {
  const { sender } = parcelOf("o");
  const order = { key: "k", day: "2026-11-21", pieces: 2, weightKg: 1.25, sender };

  it("has kind and type the other way round, the sender's name in two parts, and gives PTT's number", async () => {
    const { connection, requests } = connected([
      answer("siparisIstekEkle2", "<a:siparisId>77</a:siparisId><a:sonucKodu>1</a:sonucKodu>"),
    ]);
    expect(await connection.pickup?.(order, NEVER)).toEqual({ outcome: "done", value: "77" });
    expect(/<op:input>(.*)<\/op:input>/.exec(requests[0]?.body ?? "")?.[1]).toBe(
      fixture("pickup.xml"),
    );
  });

  it("without a phone is refused before the call", async () => {
    const { connection, requests } = connected([]);
    const refused = await connection.pickup?.(
      { ...order, sender: { ...sender, phone: "" } },
      NEVER,
    );
    expect([refused?.outcome, requests]).toEqual(["refused", []]);
  });
});

it.each([
  [{ customerNumber: "12" }, /^customerNumber/],
  [{ customerNumber: "100000001", payoutAccount: "123" }, /^payoutAccount/],
])("the settings %o have a fault", (settings, words) => {
  expect(ptt.checkSettings?.(settings)).toMatch(words);
});
