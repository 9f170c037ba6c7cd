import { describe, expect, it } from "vitest";
import type { Address } from "../../../../core/shipping/addresses/addresses.schema.ts";
import { RECIPIENT, senderOf, station } from "../../../helpers/station.ts";

const SENDER = {
  name: "Depo İki",
  phone: "+905321112244",
  address1: "Sanayi Cd. 1",
  countryCode: "TR",
  cityCode: "6",
  districtName: "çankaya",
  zip: "06420",
};

describe("POST /addresses", () => {
  it("the answer has the canonical city and district for a district in lower case and a city code without its leading zero", async () => {
    const s = await station();
    const { status, body } = await s.call<Address>("POST", "/addresses", {
      ...SENDER,
      cityName: "İzmir",
    });
    expect({ status, ...body.data }).toMatchObject({
      status: 201,
      cityCode: "06",
      cityName: "Ankara",
      districtName: "Çankaya",
      shortName: "Depo İki 1",
      isRecipientAddress: false,
      isDefaultSenderAddress: false,
      city: { name: "Ankara", areaCode: "312", cityCode: "06", countryCode: "TR" },
      district: { name: "Çankaya", cityCode: "06", countryCode: "TR", regionCode: null },
    });
    expect(body.data.districtID).toBe(body.data.district?.districtID);
  });

  it.each([
    ["a sender's name of three letters", { name: "Abc" }],
    ["a phone without +90", { phone: "05321112244" }],
    ["a phone with spaces", { phone: "+90 532 111 22 44" }],
    ["no street", { address1: "" }],
    ["no city", { cityCode: "", cityName: "" }],
    ["an unknown city code", { cityCode: "99" }],
    ["no district", { districtName: "" }],
    ["a district of another city", { districtName: "Kadıköy" }],
    ["no city abroad", { cityCode: "", cityName: "", countryCode: "US" }],
    ["an unknown country", { countryCode: "XX" }],
    ["no country", { countryCode: "" }],
    ["an object for a name", { name: { first: "A" } }],
  ])(
    "an address with %s is refused with E1085, the message names the field, and nothing is stored",
    async (_what, change) => {
      const s = await station();
      const { status, body } = await s.call("POST", "/addresses", { ...SENDER, ...change });
      expect([status, body["result"], body.code]).toEqual([400, false, "E1085"]);
      expect(body.message).toContain(Object.keys(change)[0]);
      expect((await s.call("GET", "/addresses")).body["totalRows"]).toBe(1);
    },
  );

  it("a recipient needs an e-mail address, and stores no short name", async () => {
    const s = await station();
    const without = await s.call("POST", "/addresses", {
      ...RECIPIENT,
      email: "",
      isRecipientAddress: true,
    });
    const { body } = await s.call<Address>("POST", "/addresses", {
      ...RECIPIENT,
      isRecipientAddress: true,
      shortName: "Mine",
    });
    expect([without.status, body.data.shortName, body.data.isRecipientAddress]).toEqual([
      400,
      "",
      true,
    ]);
  });

  it("an address abroad is stored with its country and city codes and without a district", async () => {
    const s = await station();
    const { status, body } = await s.call<Address>("POST", "/addresses", {
      ...RECIPIENT,
      isRecipientAddress: true,
      countryCode: "us",
      cityCode: "ny",
      cityName: "",
      districtName: "",
    });
    expect([status, body.data.cityName, body.data.countryName, body.data.district]).toEqual([
      201,
      "New York",
      "United States",
      null,
    ]);
  });
});

describe("GET /addresses", () => {
  it("senders are listed unless recipients are requested, newest first, as a page", async () => {
    const s = await station();
    await s.call("POST", "/addresses", SENDER);
    await s.call("POST", "/addresses", { ...RECIPIENT, isRecipientAddress: "True" });
    const senders = await s.call<Address[]>("GET", "/addresses?limit=0&page=x");
    const recipients = await s.call<Address[]>("GET", "/addresses?isRecipientAddress=1");
    expect(senders.body).toMatchObject({
      result: true,
      additionalMessage: "Success",
      limit: 20,
      page: 1,
      sort: "created_at desc",
      totalRows: 2,
      totalPages: 1,
    });
    expect([senders.body.data.map((a) => a.name), recipients.body.data.map((a) => a.name)]).toEqual(
      [["Depo İki", "Örnek Mağaza Depo"], [RECIPIENT.name]],
    );
    expect((await s.call("GET", "/addresses?isTransferredAddress=true")).body["totalRows"]).toBe(0);
  });
});

describe("the default sender", () => {
  it("the default sender is the first sender, changes by PATCH, and cannot be deleted", async () => {
    const s = await station();
    const first = await senderOf(s);
    const { body: made } = await s.call<Address>("POST", "/addresses", SENDER);
    const refused = await s.call("DELETE", `/addresses/${first}`);
    await s.call("PATCH", `/addresses/${made.data.id}`, { isDefaultSenderAddress: true });
    const deleted = await s.call<Address>("DELETE", `/addresses/${first}`);
    expect([
      refused.status,
      refused.body.code,
      await senderOf(s),
      deleted.body.data.isActive,
    ]).toEqual([409, "E2011", made.data.id, false]);
    expect((await s.call<Address>("GET", `/addresses/${first}`)).body.data.isActive).toBe(false);
  });

  it("the answer to DELETE of the default return address says that the address is no longer the default", async () => {
    const s = await station();
    const { data: made } = (await s.call<Address>("POST", "/addresses", SENDER)).body;
    await s.call("PATCH", `/addresses/${made.id}`, { isDefaultReturnAddress: true });
    const deleted = (await s.call<Address>("DELETE", `/addresses/${made.id}`)).body.data;
    expect(deleted).toMatchObject({ isActive: false, isDefaultReturnAddress: false });
    expect((await s.call<Address>("GET", `/addresses/${made.id}`)).body.data).toEqual(deleted);
  });

  it("a patch with a NUL character is rejected for that character, not for its length", async () => {
    const s = await station();
    const patch = (name: string) => s.call("PATCH", `/addresses/${senderID}`, { name });
    const senderID = await senderOf(s);
    expect(
      [await patch("De\0po"), await patch("D".repeat(301))].map(({ body }) => body.message),
    ).toEqual([
      expect.stringContaining("must not have a NUL character"),
      expect.stringContaining("must have at most 300 characters"),
    ]);
  });

  it("the default sender keeps the fields that a patch does not name", async () => {
    const s = await station();
    const id = await senderOf(s);
    const before = (await s.call<Address>("GET", `/addresses/${id}`)).body.data;
    const { body } = await s.call<Address>("PATCH", `/addresses/${id}`, { phone: "+905321119999" });
    expect({ ...body.data, updatedAt: before.updatedAt }).toEqual({
      ...before,
      phone: "+905321119999",
    });
  });
});

it("isInvoiceAddress false ends the address's role as invoice address, and changes nothing for another address", async () => {
  const s = await station();
  const invoices = async (): Promise<string[]> =>
    (await s.call<Address[]>("GET", "/addresses?isInvoiceAddress=true")).body.data.map(
      ({ id }) => id,
    );
  const [invoice, other] = [await senderOf(s), await s.call<Address>("POST", "/addresses", SENDER)];
  const { data: recipient } = (
    await s.call<Address>("POST", "/addresses", { ...RECIPIENT, isRecipientAddress: true })
  ).body;
  const patch = (id: string, isInvoiceAddress: boolean) =>
    s.call<Address>("PATCH", `/addresses/${id}`, { isInvoiceAddress });
  await patch(invoice, true);
  const others = [other.body.data.id, recipient.id];
  const statuses = await Promise.all(others.map(async (id) => (await patch(id, false)).status));
  expect([statuses, await invoices()]).toEqual([[200, 200], [invoice]]);
  await patch(invoice, false);
  expect(await invoices()).toEqual([]);
});
