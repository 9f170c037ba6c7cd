/** Limits of a lead's leave, and of sessions whose member's rights change. */
import { expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import type { Leases } from "../../../../core/db/leases.ts";
import { markLeft } from "../../../../core/db/left-organizations.ts";
import { addBlock } from "../../../../core/db/number-blocks.ts";
import type { LeadAct } from "../../../../core/http/lead-acts.schema.ts";
import { keepMoneyLease, takeBack } from "../../../../core/organizations/ledger/money-lease.ts";
import type { AuditPage } from "../../../../core/records/audit/audit.schema.ts";
import {
  LEAD_PIN,
  OWNER_PIN,
  signInAs,
  signInState,
  withBadges,
  type Crew,
} from "../../../helpers/sign-in.ts";
import {
  boughtShipment,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

type Call = { method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"; path: string; body?: unknown };

/** Lets the signed-in packer make a call by the lead's badge, and makes the call. */
async function callWithLeave(s: Station, { lead }: Crew, call: Call, act: LeadAct = "beyond") {
  await s.desk("POST", "/station/sign-in/approvals", {
    badge: lead.number,
    pin: LEAD_PIN,
    act,
    ...call,
  });
  return s.desk(call.method, call.path, call.body);
}

it("a lead's leave gives a packer no act that only leads do: no role, token, badge, PIN or setting (E1055)", async () => {
  const s = await station();
  const crew = await withBadges(s);
  await signInAs(s, crew.packer);
  const { packer } = crew.userOf;
  const calls: Call[] = [
    { method: "PATCH", path: `/members/${packer}`, body: { role: "admin" } },
    { method: "POST", path: "/apitokens", body: { name: "x" } },
    { method: "POST", path: "/members", body: { email: "a@ornek.test", role: "admin" } },
    { method: "POST", path: "/station/badges", body: { userID: packer } },
    { method: "PUT", path: `/station/badges/pins/${crew.userOf.lead}`, body: { pin: "907341" } },
    { method: "PATCH", path: "/station/packing/settings", body: { requireScannedItems: false } },
    { method: "GET", path: "/station/audit" },
    { method: "DELETE", path: "/station/origins" },
  ];
  const answers: unknown[] = [];
  for (const call of calls) {
    const { status, code } = await callWithLeave(s, crew, call);
    answers.push([call.path, status, code]);
  }
  expect(answers).toEqual(calls.map(({ path }) => [path, 403, "E1055"]));
});

it("a leave counts only for the act that the lead was shown: one for a reprint hands nothing over and cancels nothing (E2242)", async () => {
  const s = await station();
  const crew = await withBadges(s);
  const bought = await boughtShipment(s);
  await signInAs(s, crew.packer);
  const acts: readonly [Call, LeadAct][] = [
    [{ method: "DELETE", path: `/shipments/${bought.shipment.id}` }, "reprint"],
    [
      {
        method: "POST",
        path: "/station/hand-over/scans",
        body: { code: bought.shipment.barcode, act: "load", pass: true },
      },
      "cancel",
    ],
    [
      {
        method: "POST",
        path: "/station/purchases/approved",
        body: { offerID: bought.id, print: false },
      },
      "items",
    ],
  ];
  const answers: unknown[] = [];
  for (const [call, act] of acts) answers.push((await callWithLeave(s, crew, call, act)).code);
  expect(answers).toEqual(["E2242", "E2242", "E2242"]);
});

it.each(["role", "access", "badge"])(
  "a lead who loses the %s between the leave and its call allows nothing (E2242)",
  async (lost) => {
    const s = await station();
    const crew = await withBadges(s);
    const bought = await boughtShipment(s);
    const call: Call = { method: "DELETE", path: `/shipments/${bought.shipment.id}` };
    await signInAs(s, crew.packer);
    await s.desk("POST", "/station/sign-in/approvals", {
      badge: crew.lead.number,
      pin: LEAD_PIN,
      act: "cancel",
      ...call,
    });
    if (lost === "role") await s.call("PATCH", `/members/${crew.userOf.lead}`, { role: "user" });
    if (lost === "access")
      await s.call("PATCH", `/members/${crew.userOf.lead}`, { isActive: false });
    if (lost === "badge") await s.call("DELETE", `/station/badges/${crew.lead.id}`);
    expect((await s.desk(call.method, call.path)).code).toBe("E2242");
  },
);

it("a packer who becomes an admin while signed in without a PIN must sign in again with one", async () => {
  const s = await station();
  const { packer, userOf } = await withBadges(s);
  await signInAs(s, packer);
  await s.call("PATCH", `/members/${userOf.packer}`, { role: "admin" });
  expect((await s.desk("GET", "/station/audit")).code).toBe("E2241");
  expect(await signInState(s)).toMatchObject({ state: "locked" });
  await s.call("PUT", `/station/badges/pins/${userOf.packer}`, { pin: "471920" });
  await signInAs(s, packer, "471920");
  expect((await s.desk("GET", "/station/audit")).status).toBe(200);
});

it("an owner signs in at a station that has left the organization", async () => {
  const s = await station();
  const { owner } = await withBadges(s);
  inTransaction(s.core.deps, () => markLeft(s.core.deps.db, s.core.deps.desk.organizationID()));
  await signInAs(s, owner, OWNER_PIN);
  expect((await s.desk("GET", "/station/desk")).status).toBe(200);
});

it("a packer buys beyond the share of the balance by a lead's leave alone (E2242 without it), and the audit log has both people", async () => {
  const s = await station();
  const crew = await withBadges(s);
  const { deps } = s.core;
  const { organizationID } = s.started;
  await signInAs(s, crew.packer);
  const { offers } = await shipmentWithOffers(s);
  deps.db.isLeasing = true;
  keepMoneyLease(deps, organizationID, { carried: 0, granted: 0, returned: 0 });
  takeBack(deps, organizationID, Number.MAX_SAFE_INTEGER);
  const leases: Leases = {
    obtain(need) {
      if (need.kind !== "numbers") return Promise.resolve(false);
      addBlock(deps.db, { range: need.range, first: 90_001, last: 90_020 });
      return Promise.resolve(true);
    },
  };
  Object.assign(deps, { leases });
  const call: Call = {
    method: "POST",
    path: "/station/purchases/approved",
    body: { offerID: offers?.cheapest?.id, print: false },
  };
  expect((await s.desk(call.method, call.path, call.body)).code).toBe("E2242");
  expect((await callWithLeave(s, crew, call)).status).toBe(201);
  const { body } = await s.call<AuditPage>("GET", "/station/audit?kind=money");
  const entries = body.data.list.filter(({ operation }) => operation === "approvedBeyond");
  expect(entries.map(({ memberID, approvedBy }) => [memberID, approvedBy])).toEqual([
    [crew.packer.memberID, crew.lead.memberID],
  ]);
});
