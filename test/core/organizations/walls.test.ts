/** Limits of tokens: no token reaches beyond its own rights. */
import { describe, expect, it } from "vitest";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { ApiToken } from "../../../core/organizations/api-tokens.schema.ts";
import type { Member, Organization } from "../../../core/organizations/organizations.schema.ts";
import {
  boughtShipment,
  call,
  memberWithToken,
  parcel,
  station,
  type Answer,
  type Station,
} from "../../helpers/station.ts";

const as = <T = unknown>(
  s: Station,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => call<T>(s.url, token, { method, path, body });
const statusAndCode = (answers: readonly Answer[]): unknown[] =>
  answers.map((a) => [a.status, a.body.code]);

const found = async (s: Station, token = String(s.started.token)): Promise<Organization> =>
  (await as<Organization>(s, token, "POST", "/organizations", { name: "Başka" })).body.data;
const tokenFor = async (
  s: Station,
  body: unknown,
  token = String(s.started.token),
): Promise<string> =>
  (await as<{ token: string }>(s, token, "POST", "/apitokens", body)).body.data.token;

const SENDER = {
  name: "Depo",
  phone: "+905321112233",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

describe("a token", () => {
  it("another organization's token does not open the desk's organization, and creates no organization that it can open", async () => {
    const s = await station();
    const stranger = await tokenFor(s, { organizationID: (await found(s)).id });
    const third = await found(s, stranger);
    const answers = [
      await as(s, stranger, "POST", "/apitokens", { organizationID: s.started.organizationID }),
      await as(s, stranger, "POST", "/apitokens", { organizationID: third.id }),
    ];
    expect(statusAndCode(answers)).toEqual([
      [403, "E1055"],
      [403, "E1055"],
    ]);
  });

  it("a token of a user, of an admin or with limits does not open an organization that its user created", async () => {
    const s = await station();
    for (const role of ["user", "admin"] as const) {
      const member = memberWithToken(s, role);
      const { id } = await found(s, member.token);
      expect(
        statusAndCode([await as(s, member.token, "POST", "/apitokens", { organizationID: id })]),
      ).toEqual([[403, "E1055"]]);
    }
    const { id } = await found(s);
    const narrow = await tokenFor(s, { allowedIPs: ["127.0.0.1"] });
    expect(
      statusAndCode([
        await as(s, narrow, "POST", "/apitokens", { organizationID: id }),
        await as(s, narrow, "POST", "/apitokens", {}),
      ]),
    ).toEqual([
      [403, "E1055"],
      [403, "E1055"],
    ]);
  });

  it("an owner's token does not open an organization that another user created, even if the token's user is an owner there", async () => {
    const s = await station();
    const owner = (await s.call<Organization[]>("GET", "/organizations")).body.data[0]?.owner;
    const user = memberWithToken(s, "user");
    const theirs = await found(s, user.token);
    s.core.deps.db.raw
      .prepare(
        "INSERT INTO members (id, created_at, updated_at, stamp, organization_id, user_id, role) VALUES ('0a', '2026', '2026', '', ?, ?, 'owner')",
      )
      .run(theirs.id, owner);
    s.core.deps.db.readCache.clear();
    expect(
      statusAndCode([await s.call("POST", "/apitokens", { organizationID: theirs.id })]),
    ).toEqual([[403, "E1055"]]);
  });

  it("a limitedAccessUser's token creates no organization and deletes no allowed origin, and another organization's token reaches none of the desk's origins, pairings, integrity report or calls", async () => {
    const s = await station();
    s.core.deps.settings.write("allowedOrigins", ["https://shop.example"]);
    const limited = memberWithToken(s, "limitedAccessUser");
    expect(
      statusAndCode([
        await as(s, limited.token, "POST", "/organizations", { name: "x" }),
        await as(s, limited.token, "DELETE", "/station/origins"),
      ]),
    ).toEqual([
      [403, "E1055"],
      [403, "E1055"],
    ]);
    const stranger = await tokenFor(s, { organizationID: (await found(s)).id });
    expect(
      statusAndCode([
        await as(s, stranger, "DELETE", "/station/origins"),
        await as(s, stranger, "GET", "/station/pairings"),
        await as(s, stranger, "GET", "/station/integrity"),
        await as(s, stranger, "GET", "/station/calls"),
      ]),
    ).toEqual([1, 2, 3, 4].map(() => [403, "E1055"]));
    expect(s.core.deps.settings.read("allowedOrigins")).toEqual(["https://shop.example"]);
  });

  it("an admin's token cannot revoke an owner's token, and an owner's token can revoke an admin's", async () => {
    const s = await station();
    const admin = memberWithToken(s, "admin");
    const listed = (await as<ApiToken[]>(s, admin.token, "GET", "/apitokens")).body.data;
    const idOf = (name: string): string => listed.find((t) => t.name === name)?.id ?? "";
    expect(
      statusAndCode([
        await as(s, admin.token, "DELETE", `/apitokens/${idOf("Demo")}`),
        await s.call("DELETE", `/apitokens/${idOf("admin")}`),
      ]),
    ).toEqual([
      [403, "E1055"],
      [200, undefined],
    ]);
    expect((await s.call("GET", "/shipments")).status).toBe(200);
  });
});

describe("inviting by e-mail", () => {
  it("an invitation is answered equally for a user of another organization and for an unknown address", async () => {
    const s = await station();
    const known = (
      await s.call<Member>("POST", "/members", { email: "ali@ornek.test", name: "Ali Gizli" })
    ).body.data;
    const stranger = await tokenFor(s, { organizationID: (await found(s)).id });
    const invited = [];
    for (const email of ["ali@ornek.test", "kimse@ornek.test"])
      invited.push(await as<Member>(s, stranger, "POST", "/members", { email }));
    const shape = invited.map(({ status, body: { data } }) => [
      status,
      Object.keys(data),
      data.name,
      data.role,
      data.isActive,
    ]);
    expect(shape[0]).toEqual(shape[1]);
    expect([
      invited[0]?.status,
      invited[0]?.body.data.name,
      invited[0]?.body.data.userID === known.userID,
    ]).toEqual([201, "", false]);
    expect((await as<Organization[]>(s, stranger, "GET", "/organizations")).body.data.length).toBe(
      2,
    ); // The invitations added no organization.
  });
});

describe("PATCH /organizations/{id}", () => {
  it("a change of an organization requires that the user is its owner or admin, and is refused for a token with limits", async () => {
    const s = await station();
    const { id } = await found(s);
    const [user, admin] = [memberWithToken(s, "user"), memberWithToken(s, "admin")];
    const narrow = await tokenFor(s, { allowedIPs: ["127.0.0.1"] });
    const own = await found(s, user.token);
    const answers = [
      await s.call("PATCH", `/organizations/${id}`, { name: "Yeni ad" }),
      await s.call("GET", `/organizations/${id}`),
      await as(s, narrow, "PATCH", `/organizations/${id}`, { name: "x" }),
      await as(s, admin.token, "PATCH", `/organizations/${id}`, { name: "x" }),
      await as(s, user.token, "PATCH", `/organizations/${own.id}`, { name: "Benim" }),
      await as(s, user.token, "PATCH", `/organizations/${s.started.organizationID}`, { name: "x" }),
      await as(s, admin.token, "PATCH", `/organizations/${s.started.organizationID}`, {
        phone: "1",
      }),
    ];
    expect(statusAndCode(answers)).toEqual([
      [200, undefined],
      [200, undefined],
      [403, "E1055"],
      [404, "E1053"],
      [200, undefined],
      [403, "E1055"],
      [200, undefined],
    ]);
    expect((await s.call<Organization>("GET", `/organizations/${id}`)).body.data.name).toBe(
      "Yeni ad",
    );
  });
});

it("an id in upper case means the same id, in paths, queries and bodies", async () => {
  const s = await station();
  const bought = await boughtShipment(s);
  const sender =
    (await s.call<Address[]>("GET", "/addresses?isDefaultSenderAddress=true")).body.data[0]?.id ??
    "";
  const template =
    (await s.call<{ id: string }[]>("GET", "/parceltemplates")).body.data[0]?.id ?? "";
  const up = (id: string): string => id.toUpperCase();
  const answers = [
    await s.call("GET", `/shipments/${up(bought.shipment.id)}`),
    await s.call("GET", `/organizations/${up(s.started.organizationID)}`),
    await s.call("PATCH", `/organizations/${up(s.started.organizationID)}`, { phone: "1" }),
    await s.call("POST", `/organizations/${up(s.started.organizationID)}/balance/topups`, {
      amount: 1,
    }),
    await s.call("GET", `/addresses/${up(sender)}`),
    await s.call(
      "POST",
      "/shipments",
      parcel({ senderAddressID: up(sender), parcelTemplateID: up(template) }),
    ),
    await s.call("POST", "/station/printjobs", { shipmentID: up(bought.shipment.id) }),
    await s.call("GET", `/station/printjobs?shipmentID=${up(bought.shipment.id)}`),
    await s.call("POST", "/apitokens", { organizationID: up(s.started.organizationID) }),
  ];
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 201, 200, 201, 201, 200, 201]);
  expect(answers[7]?.body.data).toMatchObject({ list: [{ shipmentID: bought.shipment.id }] });
});

describe("a limitedAccessUser", () => {
  it("a limitedAccessUser cannot edit or replace the default sender or other members' addresses, but can change their own", async () => {
    const s = await station();
    const limited = memberWithToken(s, "limitedAccessUser");
    const sender = (await s.call<Address[]>("GET", "/addresses?isDefaultSenderAddress=true")).body
      .data[0]?.id;
    const theirs = (await s.call<Address>("POST", "/addresses", SENDER)).body.data.id;
    const own = (await as<Address>(s, limited.token, "POST", "/addresses", SENDER)).body.data.id;
    const answers = [
      await as(s, limited.token, "PATCH", `/addresses/${sender}`, { name: "Başka Depo" }),
      await as(s, limited.token, "PATCH", `/addresses/${own}`, { isDefaultSenderAddress: true }),
      await as(s, limited.token, "PATCH", `/addresses/${theirs}`, { name: "Başka Depo" }),
      await as(s, limited.token, "DELETE", `/addresses/${theirs}`),
      await as(s, limited.token, "PATCH", `/addresses/${own}`, { name: "Benim Depo" }),
      await as(s, limited.token, "DELETE", `/addresses/${own}`),
    ];
    expect(statusAndCode(answers)).toEqual([
      ...[1, 2, 3, 4].map(() => [403, "E1055"]),
      [200, undefined],
      [200, undefined],
    ]);
  });

  it("a limitedAccessUser cannot read or reuse the recipient of another user's shipment by the address's id", async () => {
    const s = await station();
    const limited = memberWithToken(s, "limitedAccessUser");
    const { recipientAddressID } = (await boughtShipment(s)).shipment;
    const answers = [
      await as(s, limited.token, "GET", `/addresses/${recipientAddressID}`),
      await as(s, limited.token, "POST", "/shipments", {
        ...parcel(),
        recipientAddress: undefined,
        recipientAddressID,
      }),
      await s.call("GET", `/addresses/${recipientAddressID}`),
    ];
    expect(statusAndCode(answers)).toEqual([
      [404, "E2010"],
      [400, "E1056"],
      [200, undefined],
    ]);
  });
});

describe("a token with limits", () => {
  it("a token with limits grants no role and creates no organization, but still invites a user", async () => {
    const s = await station();
    const narrow = await tokenFor(s, { allowedIPs: ["127.0.0.1"] });
    const user = memberWithToken(s, "user");
    const answers = [
      await as(s, narrow, "POST", "/members", { email: "a@b.test", role: "owner" }),
      await as(s, narrow, "PATCH", `/members/${user.userID}`, { role: "admin" }),
      await as(s, narrow, "POST", "/organizations", { name: "x" }),
      await as(s, narrow, "POST", "/members", { email: "a@b.test" }),
    ];
    expect(statusAndCode(answers)).toEqual([
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
      [201, undefined],
    ]);
  });
});

it("a member who has lost access gets no stored answer to an earlier Idempotency-Key", async () => {
  const s = await station();
  const user = memberWithToken(s, "user");
  const { id } = (await boughtShipment(s)).shipment;
  const clone = (): Promise<Answer> =>
    call(s.url, user.token, {
      method: "POST",
      path: `/shipments/${id}`,
      body: {},
      headers: { "idempotency-key": "k" },
    });
  expect((await clone()).status).toBe(201);
  await s.call("PATCH", `/members/${user.userID}`, { role: "limitedAccessUser" });
  expect(statusAndCode([await clone()])).toEqual([[409, "E2007"]]);
});

it.each(["2.5", 101, 0, -1, "many"])("a request for %j returns is E1085", async (count) => {
  const s = await station();
  const { id } = (await boughtShipment(s)).shipment;
  expect(
    statusAndCode([await s.call("POST", `/shipments/${id}`, { isReturn: true, count })]),
  ).toEqual([[400, "E1085"]]);
});
