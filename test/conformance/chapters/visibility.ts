/** Chapter: roles, and which shipments each role sees. */
import { expect } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  call,
  memberWithToken,
  parcel,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

/** Calls with the token of one member. */
type As = <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;
const asToken =
  (s: Station, token: string): As =>
  (method, path, body) =>
    call(s.url, token, { method, path, body });

async function stranger(s: Station): Promise<As> {
  const { id: organizationID } = (
    await s.call<{ id: string }>("POST", "/organizations", { name: "Başka", countryCode: "TR" })
  ).body.data;
  return asToken(
    s,
    (await s.call<{ token: string }>("POST", "/apitokens", { name: "x", organizationID })).body.data
      .token,
  );
}

chapter("Roles and visibility", (rule) => {
  let limited: As;
  let user: As;
  let admin: As;
  rule("Role `limitedAccessUser` sees only shipments created by that user.", async (s) => {
    [limited, user, admin] = [
      asToken(s, memberWithToken(s, "limitedAccessUser").token),
      asToken(s, memberWithToken(s, "user").token),
      asToken(s, memberWithToken(s, "admin").token),
    ];
    const theirs = await shipmentWithOffers(s);
    const own = (await limited<Shipment>("POST", "/shipments", parcel())).body.data;
    const listed = await limited<Shipment[]>("GET", "/shipments");
    expect([listed.body.data.map((x) => x.id), listed.body["totalRows"]]).toEqual([[own.id], 1]);
    expect([
      (await limited("GET", `/shipments/${own.id}`)).status,
      (await limited("GET", `/shipments/${theirs.id}`)).body.code,
    ]).toEqual([200, "E1051"]);
  });
  rule(
    "The same visibility rules apply to changes: limitedAccessUser can neither cancel, change, copy nor buy another member's shipment.",
    async (s) => {
      const theirs = await shipmentWithOffers(s);
      const answers = [
        await limited("DELETE", `/shipments/${theirs.id}`),
        await limited("PATCH", `/shipments/${theirs.id}`, { weight: 1 }),
        await limited("POST", `/shipments/${theirs.id}`),
        await limited("POST", "/transactions", { offerID: theirs.offers?.cheapest?.id }),
      ];
      expect(answers.map((a) => a.status)).toEqual([404, 404, 404, 404]);
      expect((await s.call<Shipment>("GET", `/shipments/${theirs.id}`)).body.data.statusCode).toBe(
        "GOT_OFFERS",
      );
    },
  );
  rule("A normal user and an admin see all shipments of their organization.", async (s) => {
    const total = (await s.call("GET", "/shipments")).body["totalRows"];
    expect([
      (await user("GET", "/shipments")).body["totalRows"],
      (await admin("GET", "/shipments")).body["totalRows"],
    ]).toEqual([total, total]);
  });
  rule(
    "A token belongs to one organization, so another organization's shipments, addresses, templates, offers and members are not found.",
    async (s) => {
      const other = await stranger(s);
      const shipment = await shipmentWithOffers(s);
      const template = (await s.call<{ id: string }[]>("GET", "/parceltemplates")).body.data[0]?.id;
      const { userID } = memberWithToken(s, "user", "ucuncu@ornek.test");
      for (const path of [
        `/shipments/${shipment.id}`,
        `/addresses/${shipment.senderAddressID}`,
        `/parceltemplates/${template}`,
        `/members/${userID}`,
      ])
        expect((await other("GET", path)).status, path).toBe(404);
      for (const path of [
        "/shipments",
        "/addresses",
        "/parceltemplates",
        "/webhook",
        "/provideraccounts",
      ])
        expect((await other("GET", path)).body["totalRows"], path).toBe(0);
      expect(
        (await other("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id })).body
          .code,
      ).toBe("E1064");
      expect((await other("DELETE", `/shipments/${shipment.id}`)).body.code).toBe("E1051");
    },
  );
  rule(
    "Only an owner or an admin uses webhooks, links provider accounts, invites members, changes the organization and tops up its balance.",
    async (s) => {
      const path = `/organizations/${s.started.organizationID}`;
      const calls: [string, string, unknown?][] = [
        ["POST", "/webhook", { url: "http://127.0.0.1:9/x" }],
        ["GET", "/webhook"],
        ["POST", "/provideraccounts", {}],
        ["POST", "/members", { email: "a@b.test" }],
        ["PATCH", path, { name: "x" }],
        ["POST", `${path}/balance/topups`, { amount: "1" }],
      ];
      for (const [method, where, body] of calls) {
        const answers = [await user(method, where, body), await limited(method, where, body)];
        expect(
          answers.map((a) => [a.status, a.body.code]),
          where,
        ).toEqual([
          [403, "E1055"],
          [403, "E1055"],
        ]);
      }
      expect((await admin("GET", "/webhook")).status).toBe(200);
    },
  );
});
