import { describe, expect, it } from "vitest";
import { checkChains } from "../../helpers/check-chains.ts";
import type { LedgerEntry } from "../../../core/organizations/ledger/ledger.schema.ts";
import type { Member, Organization } from "../../../core/organizations/organizations.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  boughtShipment,
  call,
  memberWithToken,
  parcel,
  shipmentWithOffers,
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

describe("members", () => {
  it("an owner or admin renames members, only an owner renames an owner, and no name becomes empty", async () => {
    const s = await station();
    const user = memberWithToken(s, "user");
    const admin = memberWithToken(s, "admin");
    const owner = (await s.call<Organization[]>("GET", "/organizations")).body.data[0]?.owner;
    const answers = [
      await as<Member>(s, admin.token, "PATCH", `/members/${user.userID}`, {
        name: "  Elif Şahin ",
      }),
      await s.desk<Member>("PATCH", `/members/${owner}`, { name: "Deniz" }),
      await as(s, user.token, "PATCH", `/members/${user.userID}`, { name: "X" }),
      await as(s, admin.token, "PATCH", `/members/${owner}`, { name: "X" }),
      await as(s, admin.token, "PATCH", `/members/${user.userID}`, { name: " " }),
    ];
    expect(answers.map((a) => a.status)).toEqual([200, 200, 403, 403, 400]);
    const listed = await s.call<Member[]>("GET", "/members");
    expect(listed.body.data.map((m) => [m.name, m.role])).toEqual([
      ["Deniz", "owner"],
      ["Elif Şahin", "user"],
      ["admin", "admin"],
    ]);
  });

  it("a member is added once: a second addition by e-mail or user id is E2031", async () => {
    const s = await station();
    const made = await s.call<Member>("POST", "/members", {
      email: "Ali@ornek.test",
      role: "user",
    });
    expect([
      made.status,
      made.body.data.role,
      made.body.data.isActive,
      made.body.data.organizationID,
    ]).toEqual([201, "user", true, s.started.organizationID]);
    const again = await Promise.all([
      s.call("POST", "/members", { email: "ali@ORNEK.test", role: "user" }),
      s.call("POST", "/members", { userID: made.body.data.userID, role: "admin" }),
    ]);
    expect(again.map((a) => [a.status, a.body.code])).toEqual([
      [409, "E2031"],
      [409, "E2031"],
    ]);
    const listed = await s.call<Member[]>("GET", "/members");
    expect(listed.body.data.map((m) => m.email)).toEqual(["depo@ornek.test", "Ali@ornek.test"]);
  });

  it("members keep their user id in a second organization", async () => {
    const s = await station();
    const ali = (await s.call<Member>("POST", "/members", { email: "ali@ornek.test" })).body.data;
    const second = (
      await s.call<Organization>("POST", "/organizations", { name: "İkinci", countryCode: "tr" })
    ).body;
    expect([second.data.name, second.data.countryCode, second.data.balance]).toEqual([
      "İkinci",
      "TR",
      "0.00",
    ]);
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { organizationID: second.data.id })
    ).body.data;
    const [byID, unknown] = [
      await as<Member>(s, token, "POST", "/members", { userID: ali.userID, role: "admin" }),
      await as(s, token, "POST", "/members", { userID: s.started.organizationID }),
    ];
    expect([
      byID.status,
      byID.body.data.userID,
      byID.body.data.email,
      unknown.status,
      unknown.body.code,
    ]).toEqual([201, ali.userID, "ali@ornek.test", 404, "E2015"]);
  });

  it("a user assigns no role and an admin no owner's role, the last owner stays, and a deactivated member loses access at once", async () => {
    const s = await station();
    const user = memberWithToken(s, "user");
    const admin = memberWithToken(s, "admin");
    const owner = (await s.call<Organization[]>("GET", "/organizations")).body.data[0]?.owner;
    const answers = [
      await as(s, user.token, "PATCH", `/members/${user.userID}`, { role: "owner" }),
      await as(s, user.token, "POST", "/members", { email: "x@y.z" }),
      await as(s, admin.token, "PATCH", `/members/${admin.userID}`, { role: "owner" }),
      await as(s, admin.token, "POST", "/members", { email: "x@y.z", role: "owner" }),
      await as(s, admin.token, "PATCH", `/members/${owner}`, { isActive: false }),
      await s.call("PATCH", `/members/${owner}`, { role: "user" }),
      await s.call("PATCH", `/members/${user.userID}`, { role: "king" }),
      await s.call("POST", "/members", { email: "no address" }),
      await s.call("PATCH", "/members/x", { role: "user" }),
    ];
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
      [409, "E2030"],
      [400, "E1085"],
      [400, "E1085"],
      [404, "E2015"],
    ]);
    expect(
      (await as<Member>(s, admin.token, "PATCH", `/members/${user.userID}`, { isActive: "false" }))
        .body.data.isActive,
    ).toBe(false);
    expect((await as(s, user.token, "GET", "/shipments")).status).toBe(401);
  });
});

describe("a limitedAccessUser", () => {
  it("a limitedAccessUser reaches no shipment or print job of other members, and lists and buys its own shipment", async () => {
    const s = await station();
    const limited = memberWithToken(s, "limitedAccessUser");
    const others = await boughtShipment(s);
    const open = await shipmentWithOffers(s);
    await s.call("POST", "/station/printjobs", { shipmentID: others.shipment.id });
    const job = (await s.call<{ list: { id: string }[] }>("GET", "/station/printjobs")).body.data
      .list[0];
    const mine = (await as<Shipment>(s, limited.token, "POST", "/shipments", parcel())).body.data;
    const id = open.id;
    const refused = [
      await as(s, limited.token, "GET", `/shipments/${id}`),
      await as(s, limited.token, "PATCH", `/shipments/${id}`, { weight: 9 }),
      await as(s, limited.token, "DELETE", `/shipments/${id}`),
      await as(s, limited.token, "POST", "/transactions", { offerID: open.offers?.cheapest?.id }),
      await as(s, limited.token, "GET", `/station/labels/${others.shipment.id}/picture`),
      await as(s, limited.token, "POST", "/station/printjobs", { shipmentID: others.shipment.id }),
      await as(s, limited.token, "GET", `/station/printjobs?shipmentID=${others.shipment.id}`),
      await as(s, limited.token, "GET", `/station/printjobs/${job?.id}`),
      await as(s, limited.token, "POST", `/station/printjobs/${job?.id}/answer`, { printed: true }),
      await as(s, limited.token, "POST", "/station/orders/open", { code: others.shipment.barcode }),
      await as(s, limited.token, "POST", "/station/purchases", {
        offerID: open.offers?.cheapest?.id,
        print: false,
      }),
    ];
    expect(refused.map((a) => [a.status, a.body.code])).toEqual(
      [
        "E1051",
        "E1051",
        "E1051",
        "E1064",
        "E1051",
        "E1051",
        "E1051",
        "E2027",
        "E2027",
        "E2024",
        "E1064",
      ].map((code) => [404, code]),
    );
    const desk = await as<{ waiting: number; queued: number }>(
      s,
      limited.token,
      "GET",
      "/station/desk",
    );
    const waiting = await as<{ total: number; list: unknown[] }>(
      s,
      limited.token,
      "GET",
      "/station/orders/waiting",
    );
    const jobs = await as<{ list: unknown[] }>(s, limited.token, "GET", "/station/printjobs");
    expect([
      desk.body.data.waiting,
      desk.body.data.queued,
      waiting.body.data.total,
      waiting.body.data.list.length,
      jobs.body.data.list,
    ]).toEqual([1, 0, 1, 1, []]);
    const listed = await as<Shipment[]>(s, limited.token, "GET", "/shipments");
    const bought = await as<Transaction>(s, limited.token, "POST", "/transactions", {
      offerID: mine.offers?.cheapest?.id,
    });
    expect([
      listed.body.data.map((row) => row.id),
      listed.body["totalRows"],
      bought.status,
    ]).toEqual([[mine.id], 1, 201]);
    expect((await s.call<Shipment>("GET", `/shipments/${mine.id}`)).status).toBe(200);
  });
});

describe("the balance", () => {
  it("simultaneous calls with one reference top up the balance once, the reference with another amount is E2051, and entries are listed newest first", async () => {
    const s = await station();
    const path = `/organizations/${s.started.organizationID}/balance`;
    const facts: string[] = [];
    s.core.onFact((fact) => facts.push(fact.topic));
    const body = { amount: "250.50", reference: "EFT-1", note: "Kasım" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => s.call<LedgerEntry>("POST", `${path}/topups`, body)),
    );
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((a) => a.body.data.id)).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({
      kind: "TOPUP",
      amount: "250.50",
      balance: "100250.50",
      reference: "EFT-1",
      note: "Kasım",
    });
    expect(facts.filter((topic) => topic === "balance.changed")).toHaveLength(1);
    const other = await s.call("POST", `${path}/topups`, { ...body, amount: 300 });
    expect([other.status, other.body.code, await balanceOf(s)]).toEqual([
      409,
      "E2051",
      "100250.50",
    ]);
    const bought = await boughtShipment(s);
    const entries = await s.call<LedgerEntry[]>("GET", `${path}/entries?limit=2`);
    expect(entries.body).toMatchObject({ totalRows: 3, limit: 2, page: 1, totalPages: 2 });
    expect(entries.body.data.map((e) => [e.kind, e.amount])).toEqual([
      ["PURCHASE", `-${bought.totalAmount}`],
      ["TOPUP", "250.50"],
    ]);
    expect(checkChains(s.core.deps.db, s.started.organizationID).brokenAt).toBeNull();
  });

  it("the chain includes an entry's note, so a changed note breaks the chain", async () => {
    const s = await station();
    const { body } = await s.call<LedgerEntry>(
      "POST",
      `/organizations/${s.started.organizationID}/balance/topups`,
      { amount: 1, note: "bir" },
    );
    s.core.deps.db.raw.exec(
      "DROP TRIGGER ledger_no_update; UPDATE ledger_entries SET note = 'iki' WHERE note = 'bir'",
    );
    expect(checkChains(s.core.deps.db, s.started.organizationID).brokenAt).toBe(body.data.id);
  });

  it.each(["0", "-5", "0.001", "much", "", "99999999999"])(
    "a top-up of %j is E1085",
    async (amount) => {
      const s = await station();
      const { status, body } = await s.call(
        "POST",
        `/organizations/${s.started.organizationID}/balance/topups`,
        { amount },
      );
      expect([status, body.code, await balanceOf(s)]).toEqual([400, "E1085", "100000.00"]);
    },
  );

  it("only an owner or admin of the organization tops up the balance, and a limitedAccessUser cannot read its entries", async () => {
    const s = await station();
    const path = `/organizations/${s.started.organizationID}/balance`;
    const [user, limited] = [memberWithToken(s, "user"), memberWithToken(s, "limitedAccessUser")];
    const answers = [
      await as(s, user.token, "POST", `${path}/topups`, { amount: 1 }),
      await as(s, limited.token, "GET", `${path}/entries`),
      await as(s, user.token, "GET", `${path}/entries`),
      await s.call("POST", `/organizations/${s.started.memberID}/balance/topups`, { amount: 1 }),
    ];
    expect(answers.map((a) => a.status)).toEqual([403, 403, 200, 404]);
  });
});
