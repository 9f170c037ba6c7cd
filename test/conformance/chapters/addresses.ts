/** Chapter: addresses. */
import { expect } from "vitest";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  RECIPIENT,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const SENDER = {
  name: "Yeni Depo",
  email: "depo@ornek.test",
  phone: "+905321112233",
  address1: "Cadde 1",
  countryCode: "TR",
  cityCode: "06",
  districtName: "Çankaya",
};

const create = (
  s: Station,
  change: Record<string, unknown> = {},
  base: object = SENDER,
): Promise<Answer<Address>> => s.call<Address>("POST", "/addresses", { ...base, ...change });
const refused = async (
  s: Station,
  change: Record<string, unknown>,
  base: object = SENDER,
): Promise<unknown[]> => {
  const answer = await create(s, change, base);
  return [answer.status, answer.body.code];
};
const NO = [400, "E1085"];

chapter("Addresses", (rule) => {
  rule("The first sender address becomes the default sender.", async (s) => {
    const { id: organizationID } = (
      await s.call<{ id: string }>("POST", "/organizations", { name: "İkinci", countryCode: "TR" })
    ).body.data;
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { name: "x", organizationID })
    ).body.data;
    const as = { authorization: `Bearer ${token}` };
    const first = await s.call<Address>("POST", "/addresses", SENDER, as);
    const second = await s.call<Address>("POST", "/addresses", SENDER, as);
    expect([
      first.body.data.isDefaultSenderAddress,
      second.body.data.isDefaultSenderAddress,
    ]).toEqual([true, false]);
  });
  rule("POST /addresses answers 201 with the Address in `data`.", async (s) => {
    const { status, body } = await create(s, {
      address2: "Kat 2",
      zip: "06000",
      shortName: "Ankara",
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...SENDER,
      cityName: "Ankara",
      address2: "Kat 2",
      zip: "06000",
      shortName: "Ankara",
      isRecipientAddress: false,
      isActive: true,
    });
  });
  rule("`name` is required, and a sender's name has at least 4 characters.", async (s) =>
    expect([
      await refused(s, { name: "abc" }),
      await refused(s, { name: "" }),
      (await create(s, { name: "abcd" })).status,
    ]).toEqual([NO, NO, 201]),
  );
  rule("`email` is required for a recipient and optional for a sender.", async (s) => {
    expect([
      (await create(s, { email: undefined })).status,
      await refused(s, { isRecipientAddress: true, email: "" }, RECIPIENT),
    ]).toEqual([201, NO]);
  });
  rule(
    "`phone` is required; a sender's phone starts with +90 and has 13 characters without spaces.",
    async (s) => {
      for (const phone of [
        "",
        "05321112233",
        "+90532111223",
        "+9053211122334",
        "+90 532 111 22",
        "+4915112345678",
      ])
        expect(await refused(s, { phone }), phone).toEqual(NO);
      expect([
        await refused(s, { isRecipientAddress: true, phone: "" }, RECIPIENT),
        (await create(s, { isRecipientAddress: true, phone: "05551112233" }, RECIPIENT)).status,
      ]).toEqual([NO, 201]);
    },
  );
  rule("`address1` and a known `countryCode` are required.", async (s) =>
    expect([
      await refused(s, { address1: "" }),
      await refused(s, { countryCode: "" }),
      await refused(s, { countryCode: "ZZ" }),
    ]).toEqual([NO, NO, NO]),
  );
  rule("One of `cityName` and `cityCode` is required, and the other is filled in.", async (s) => {
    expect([
      await refused(s, { cityCode: "", cityName: "" }),
      (await create(s, { cityCode: undefined, cityName: "ankara" })).body.data.cityCode,
      (await create(s, { cityCode: 6 })).body.data.cityName,
    ]).toEqual([NO, "06", "Ankara"]);
  });
  rule(
    "One of `districtName` and `districtID` is required when the city has districts.",
    async (s) => {
      const { districtID } = (await create(s)).body.data;
      const byID = await create(s, { districtName: undefined, districtID });
      expect([
        await refused(s, { districtName: "" }),
        byID.status,
        byID.body.data.districtName,
      ]).toEqual([NO, 201, "Çankaya"]);
      const abroad = await create(
        s,
        { countryCode: "US", cityCode: "NY", districtName: "", isRecipientAddress: true },
        RECIPIENT,
      );
      expect([abroad.status, abroad.body.data.cityName, abroad.body.data.district]).toEqual([
        201,
        "New York",
        null,
      ]);
    },
  );
  rule(
    "A sender without `shortName` gets its name plus a counter; a recipient's `shortName` is left empty.",
    async (s) => {
      const names = [
        await create(s, { name: "Sayaç" }),
        await create(s, { name: "Sayaç" }),
        await create(s, { isRecipientAddress: true, shortName: "x" }, RECIPIENT),
      ].map((a) => a.body.data.shortName);
      expect(names).toEqual(["Sayaç 1", "Sayaç 2", ""]);
    },
  );
  rule(
    "A list has sender addresses by default, newest first, and recipient addresses only with `isRecipientAddress=true`.",
    async (s) => {
      const [senders, recipients] = [
        await s.call<Address[]>("GET", "/addresses"),
        await s.call<Address[]>("GET", "/addresses?isRecipientAddress=true"),
      ];
      expect([
        senders.body.data.some((a) => a.isRecipientAddress),
        recipients.body.data.every((a) => a.isRecipientAddress),
        recipients.body.data.length > 0,
      ]).toEqual([false, true, true]);
      expect(senders.body["sort"]).toBe("created_at desc");
      expect(senders.body.data.map((a) => a.createdAt)).toEqual(
        senders.body.data
          .map((a) => a.createdAt)
          .sort()
          .reverse(),
      );
    },
  );
  rule("`isDefaultSenderAddress=true` lists only the default sender address.", async (s) => {
    const { data } = (await s.call<Address[]>("GET", "/addresses?isDefaultSenderAddress=true"))
      .body;
    expect(data.map((a) => [a.isDefaultSenderAddress, a.shortName])).toEqual([
      [true, "Tuzla Depo"],
    ]);
  });
  rule(
    "`isInvoiceAddress=true` lists only the invoice address, and `isTransferredAddress=true` lists nothing.",
    async (s) => {
      expect((await s.call("GET", "/addresses?isInvoiceAddress=true")).body["totalRows"]).toBe(0);
      const { id } = (await create(s, { name: "Fatura" })).body.data;
      await s.call("PATCH", `/addresses/${id}`, { isInvoiceAddress: true });
      const [invoice, moved] = [
        await s.call<Address[]>("GET", "/addresses?isInvoiceAddress=true"),
        await s.call("GET", "/addresses?isTransferredAddress=true"),
      ];
      expect([invoice.body.data.map((a) => a.id), moved.body.data]).toEqual([[id], []]);
    },
  );
  rule("GET /addresses/{addressID} answers the Address.", async (s) => {
    const { data } = (await create(s)).body;
    expect((await s.call("GET", `/addresses/${data.id}`)).body.data).toEqual(data);
  });
  rule("DELETE refuses the default sender address and the invoice address.", async (s) => {
    const [sender, invoice] = [
      (await s.call<Address[]>("GET", "/addresses?isDefaultSenderAddress=true")).body.data[0]?.id,
      (await s.call<Address[]>("GET", "/addresses?isInvoiceAddress=true")).body.data[0]?.id,
    ];
    const answers = await Promise.all(
      [sender, invoice].map((id) => s.call("DELETE", `/addresses/${id}`)),
    );
    expect(answers.map((a) => [a.status, a.body["result"], a.body.code])).toEqual([
      [409, false, "E2011"],
      [409, false, "E2011"],
    ]);
  });
  rule(
    "DELETE answers the Address with `isActive` false; the deleted address leaves the lists and stays readable by id.",
    async (s) => {
      const { id } = (await create(s)).body.data;
      const deleted = await s.call<Address>("DELETE", `/addresses/${id}`);
      const listed = await s.call<Address[]>("GET", "/addresses?limit=100");
      expect([
        deleted.status,
        deleted.body.data.id,
        deleted.body.data.isActive,
        (await s.call<Address>("GET", `/addresses/${id}`)).body.data.isActive,
        listed.body.data.some((a) => a.id === id),
      ]).toEqual([200, id, false, false, false]);
    },
  );
  rule(
    "PATCH /addresses/{id} edits an address, and can make it the default sender in place of the earlier one.",
    async (s) => {
      const { id } = (await create(s)).body.data;
      const old = (await s.call<Address[]>("GET", "/addresses?isDefaultSenderAddress=true")).body
        .data[0]?.id;
      const moved = await s.call<Address>("PATCH", `/addresses/${id}`, {
        isDefaultSenderAddress: true,
        address1: "Yeni",
      });
      expect([
        moved.body.data.isDefaultSenderAddress,
        moved.body.data.address1,
        (await s.call<Address>("GET", `/addresses/${old}`)).body.data.isDefaultSenderAddress,
      ]).toEqual([true, "Yeni", false]);
      await s.call("PATCH", `/addresses/${old}`, { isDefaultSenderAddress: true });
    },
  );
  rule(
    "A list has 20 entries on a page by default and at most 100; invalid or omitted paging values fall back to the defaults.",
    async (s) => {
      for (const [query, limit, page] of [
        ["", 20, 1],
        ["limit=5&page=2", 5, 2],
        ["limit=100", 100, 1],
        ["limit=101", 20, 1],
        ["limit=0&page=0", 20, 1],
        ["limit=-1&page=-3", 20, 1],
        ["limit=x&page=y", 20, 1],
        ["limit=1.5", 20, 1],
        ["limit=&page=", 20, 1],
      ] as const) {
        const { status, body } = await s.call("GET", `/addresses?${query}`);
        expect([status, body["limit"], body["page"]], query).toEqual([200, limit, page]);
      }
      const { body } = await s.call<Address[]>("GET", "/addresses?limit=2&page=2");
      expect([body.data.length, body["totalPages"]]).toEqual([
        2,
        Math.ceil(Number(body["totalRows"]) / 2),
      ]);
    },
  );
  rule(
    "A recipient given inside a shipment gets an id and is readable by it, but is not in the list of addresses.",
    async (s) => {
      const { recipientAddressID } = await shipmentWithOffers(s);
      const listed = await s.call<Address[]>("GET", "/addresses?isRecipientAddress=true&limit=100");
      expect([
        (await s.call<Address>("GET", `/addresses/${recipientAddressID}`)).body.data
          .isRecipientAddress,
        listed.body.data.some((a) => a.id === recipientAddressID),
      ]).toEqual([true, false]);
    },
  );
  rule(
    "Sender and recipient are copied into the shipment when it is bought, so a later edit of an address changes no bought shipment.",
    async (s) => {
      const { id } = (await create(s)).body.data;
      const { shipment } = await boughtShipment(s, { senderAddressID: id });
      await s.call("PATCH", `/addresses/${id}`, { address1: "Taşındı" });
      await s.call("PATCH", `/addresses/${shipment.recipientAddressID}`, { address1: "Taşındı" });
      const { data } = (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body;
      expect([data.senderAddress?.address1, data.recipientAddress?.address1]).toEqual([
        SENDER.address1,
        RECIPIENT.address1,
      ]);
    },
  );
  rule(
    "If `cityCode` and `cityName` disagree, the code wins and its city's name is answered; names match without regard to case and Turkish letters.",
    async (s) => {
      const [both, folded] = [
        await create(s, { cityCode: "06", cityName: "İstanbul" }),
        await create(s, { cityCode: "", cityName: "ISTANBUL", districtName: "kadikoy" }),
      ];
      expect([
        both.body.data.cityCode,
        both.body.data.cityName,
        folded.body.data.cityName,
        folded.body.data.districtName,
      ]).toEqual(["06", "Ankara", "İstanbul", "Kadıköy"]);
    },
  );
});
