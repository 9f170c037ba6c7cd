/** Acts that a packer does with a lead's leave. */
import { expect, it } from "vitest";
import type { LeadAct } from "../../../../core/http/lead-acts.schema.ts";
import type { DeskPurchase } from "../../../../core/station/station.schema.ts";
import type { AuditPage } from "../../../../core/records/audit/audit.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { LEAD_PIN, signInAs, withBadges, type Crew } from "../../../helpers/sign-in.ts";
import {
  boughtShipment,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

type Call = { method: "POST" | "DELETE"; path: string; body?: unknown; act: LeadAct };

async function leave(s: Station, crew: Crew, call: Call, pin = LEAD_PIN) {
  return s.desk<{ step: string }>("POST", "/station/sign-in/approvals", {
    badge: crew.lead.number,
    pin,
    ...call,
  });
}

const ITEMS = [{ title: "Kupa", quantity: 1, sku: "KUPA-1", ean: "8690000000012" }];

async function buy(s: Station): Promise<DeskPurchase> {
  const shipment = await shipmentWithOffers(s);
  const { status, data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
    print: false,
  });
  expect(status).toBe(201);
  return data;
}

it("a packer cancels the label just bought, and an older one only with a lead's leave (E2242); the audit log has both people", async () => {
  const s = await station();
  const crew = await withBadges(s);
  await signInAs(s, crew.packer);
  const [own, late] = [await buy(s), await buy(s)];
  const cancel = (bought: DeskPurchase): Call => ({
    act: "cancel",
    method: "DELETE",
    path: `/shipments/${bought.transaction.shipment.id}`,
  });
  expect((await s.desk("DELETE", cancel(own).path)).status).toBe(200);
  s.clock.nowMs += 31 * 60_000;
  await signInAs(s, crew.packer);
  const refused = await s.desk("DELETE", cancel(late).path);
  expect([refused.status, refused.code, refused.reason]).toEqual([403, "E2242", "cancel"]);
  expect((await leave(s, crew, cancel(late), "")).data).toMatchObject({ step: "pinNeeded" });
  expect((await leave(s, crew, cancel(late))).data).toMatchObject({ step: "approved" });
  expect((await s.desk("DELETE", cancel(late).path)).status).toBe(200);
  await s.core.app.inject({ url: "/" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { body } = await s.call<AuditPage>("GET", "/station/audit?kind=cancel");
  expect(body.data.list.map(({ memberID, approvedBy }) => [memberID, approvedBy])).toEqual([
    [crew.packer.memberID, crew.lead.memberID],
    [crew.packer.memberID, ""],
  ]);
});

it("a lead's leave is for exactly one call: another one, a second one and one after a minute are refused", async () => {
  const s = await station();
  const crew = await withBadges(s);
  const [one, other] = [await boughtShipment(s), await boughtShipment(s)];
  const call = (bought: Transaction): Call => ({
    act: "cancel",
    method: "DELETE",
    path: `/shipments/${bought.shipment.id}`,
  });
  await signInAs(s, crew.packer);
  expect((await s.desk("DELETE", call(one).path)).code).toBe("E2242");
  await leave(s, crew, call(one));
  expect((await s.desk("DELETE", call(other).path)).code).toBe("E2242");
  expect((await s.desk("POST", "/station/printers/search")).status).toBe(403);
  expect((await s.desk("DELETE", call(one).path)).status).toBe(200);
  await leave(s, crew, call(other));
  await signInAs(s, crew.packer);
  expect((await s.desk("DELETE", call(other).path)).code).toBe("E2242");
});

it("a packer's badge and a wrong PIN give no leave (E2243, E2244)", { tags: "all" }, async () => {
  const s = await station();
  const crew = await withBadges(s);
  const bought = await boughtShipment(s);
  const call: Call = { act: "cancel", method: "DELETE", path: `/shipments/${bought.shipment.id}` };
  await signInAs(s, crew.packer);
  const own = await s.desk("POST", "/station/sign-in/approvals", {
    badge: crew.packer.number,
    pin: LEAD_PIN,
    ...call,
  });
  expect([own.code, own.reason]).toEqual(["E2243", "notLead"]);
  expect((await leave(s, crew, call, "555123")).code).toBe("E2244");
  expect((await s.desk("DELETE", call.path)).code).toBe("E2242");
});

it("a packer prints a label once, and again only with a lead's leave (E2242)", async () => {
  const s = await station();
  const crew = await withBadges(s);
  await signInAs(s, crew.packer);
  const { transaction } = await buy(s);
  const call: Call = {
    act: "reprint",
    method: "POST",
    path: "/station/printjobs",
    body: { shipmentID: transaction.shipment.id },
  };
  expect((await s.desk("POST", call.path, call.body)).status).toBe(201);
  const refused = await s.desk("POST", call.path, call.body);
  expect([refused.code, refused.reason]).toEqual(["E2242", "reprint"]);
  await leave(s, crew, call);
  expect((await s.desk("POST", call.path, call.body)).status).toBe(201);
});

it("a lead's leave buys an order whose items were not scanned (E2072 without it)", async () => {
  const s = await station();
  await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: true });
  const crew = await withBadges(s);
  await signInAs(s, crew.packer);
  const shipment = await shipmentWithOffers(s, { order: { orderNumber: "T-1" }, items: ITEMS });
  const call: Call = {
    act: "items",
    method: "POST",
    path: "/station/purchases",
    body: { offerID: shipment.offers?.cheapest?.id, print: false },
  };
  expect((await s.desk("POST", call.path, call.body)).code).toBe("E2072");
  await leave(s, crew, call);
  expect((await s.desk("POST", call.path, call.body)).status).toBe(201);
});

it("a leave for an unusual weight does not pass missing scans: the lead is asked about both, one after the other", async () => {
  const s = await station();
  for (const weight of [1, 1, 1]) {
    const { offers } = await shipmentWithOffers(s, { items: ITEMS, weight });
    await s.desk("POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
  }
  await s.desk("PATCH", "/station/products/settings", { stopsUnusualWeight: true });
  await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: true });
  const crew = await withBadges(s);
  await signInAs(s, crew.packer);
  const { offers } = await shipmentWithOffers(s, { items: ITEMS, weight: 2 });
  const call: Omit<Call, "act"> = {
    method: "POST",
    path: "/station/purchases",
    body: { offerID: offers?.list[0]?.id, print: false, passWeight: true },
  };
  const buyNow = async (): Promise<unknown> => {
    const { status, code, reason } = await s.desk(call.method, call.path, call.body);
    return [status, code, reason];
  };
  expect(await buyNow()).toEqual([403, "E2242", "weight"]);
  await leave(s, crew, { act: "items", ...call });
  expect(await buyNow()).toEqual([403, "E2242", "weight"]);
  await leave(s, crew, { act: "cancel", ...call });
  expect(await buyNow()).toEqual([403, "E2242", "weight"]);
  await signInAs(s, crew.packer);
  await leave(s, crew, { act: "weight", ...call });
  expect(await buyNow()).toEqual([409, "E2072", undefined]);
  // The leave was used up by the refused call.
  expect(await buyNow()).toEqual([403, "E2242", "weight"]);
  await leave(s, crew, { act: "items", ...call });
  expect(await buyNow()).toEqual([201, undefined, undefined]);
});

it("a member with limited access sees only its own orders at the desk", async () => {
  const s = await station();
  const shipment = await shipmentWithOffers(s);
  const crew = await withBadges(s, "limitedAccessUser");
  await signInAs(s, crew.packer);
  expect((await s.desk("GET", `/shipments/${shipment.id}`)).code).toBe("E1051");
  const waiting = await s.desk<{ total: number }>("GET", "/station/orders/waiting");
  expect(waiting.data.total).toBe(0);
});
