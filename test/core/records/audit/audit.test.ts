import { expect, it } from "vitest";
import type { AuditPage } from "../../../../core/records/audit/audit.schema.ts";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import { pruneInSlices } from "../../../../core/station/upkeep/prune.ts";
import type { DeskPurchase } from "../../../../core/station/station.schema.ts";
import { endpoints } from "../../../helpers/endpoints.ts";
import {
  boughtShipment,
  call,
  eventually,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { Instant } from "../../../../core/base/units.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { instantLabels } from "../../printing/a-printer.ts";
import { plannedDatabase } from "../../../helpers/query-plans.ts";
import type { Reader } from "../../../../core/db/reader.ts";
import { listEntries } from "../../../../core/records/audit/audit.store.ts";

const read = async (s: Station, query = ""): Promise<AuditPage> =>
  (await s.desk<AuditPage>("GET", `/station/audit${query}`)).data;

/** Prunes as the station does some days from now; ids of entries contain the real time. */
function pruneAfter(s: Station, days: number): void {
  s.clock.nowMs = Date.now() + days * 86_400_000;
  const next = pruneInSlices(s.core.deps);
  while (next());
}

/**
 * Operations that are not audited: daily work on orders, boxes and addresses, whose rows name their
 * author, and reads.
 */
const NOT_AUDITED: ReadonlySet<string> = new Set([
  "addPaper",
  "approveAct",
  "askMarketplaces",
  "callMarketplaceHook",
  "checkAddressFile",
  "checkProductFile",
  "checkStatusFile",
  "clearTicks",
  "correctRecipient",
  "createAddress",
  "createDocument",
  "createOrder",
  "createParcelTemplate",
  "createShipment",
  "deleteAddress",
  "deleteDocument",
  "deleteParcelTemplate",
  "drawBadgeCard",
  "drawLabelSheet",
  "drawPickList",
  "drawQrCode",
  "findBatchRest",
  "handleParcel",
  "holdOrder",
  "importOrders",
  "lockDesk",
  "makePickList",
  "mendRefusedRows",
  "mergeAddresses",
  "noteActivity",
  "notePacking",
  "openOrder",
  "orderParcelTemplates",
  "packOrderAgain",
  "planPurchases",
  "previewLabel",
  "previewVersion",
  "probePrinter",
  "readFileHeadings",
  "readMarketplaceBalance",
  "readPriceList",
  "recoverSignIn",
  "releaseOrder",
  "removePaper",
  "repairAddress",
  "restoreAddresses",
  "runDry",
  "searchPrinters",
  "sendWebhookSample",
  "showTestLabel",
  "signIn",
  "stopImport",
  "takeAddressFile",
  "takeScannedCodes",
  "takeWeight",
  "testConnection",
  "tickItem",
  "updateAddress",
  "updateParcelTemplate",
  "updateShipment",
  "writeOrderNumbers",
]);

it("every operation that changes data is audited or listed as not audited", () => {
  const all = endpoints.filter(({ method }) => method !== "GET");
  expect(
    all
      .filter(({ id, audited }) => (audited === undefined) === !NOT_AUDITED.has(id))
      .map(({ id }) => id),
  ).toEqual([]);
});

it("rights, settings and purchases are recorded with member, time and id, and without recipient data", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const { token, memberID } = memberWithToken(s, "admin");
  const asAdmin = { authorization: `Bearer ${token}` };
  const made = (await s.call<{ id: string }>("POST", "/apitokens", { name: "ERP" }, asAdmin)).body
    .data.id;
  await s.call("DELETE", `/apitokens/${made}`, undefined, asAdmin);
  await s.desk("PATCH", `/organizations/${s.started.organizationID}`, { phone: "0212" });
  const { id } = await boughtShipment(s);
  const { list } = await eventually("the purchase is noted", async () =>
    ((found) => found.list.some(({ kind }) => kind === "purchase") && found)(await read(s)),
  );
  expect(
    list.map(({ kind, act, operation, subjectID }) => [kind, act, operation, subjectID]),
  ).toEqual([
    ["purchase", "made", "createTransaction", id],
    ["settings", "changed", "updateOrganization", s.started.organizationID],
    ["token", "removed", "deleteToken", made],
    ["token", "made", "createToken", made],
  ]);
  expect(list.slice(2)).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({ memberID, memberName: "admin", tokenName: "admin" }),
    ),
  );
  expect(list[1]).toMatchObject({ memberID: s.started.memberID, tokenName: "" });
  for (const text of [RECIPIENT.name, RECIPIENT.phone, RECIPIENT.email])
    expect(JSON.stringify(list)).not.toContain(text);
  expect((await read(s, `?memberID=${memberID}`)).list).toHaveLength(2);
  expect((await read(s, "?kind=settings")).list).toHaveLength(1);
  expect(
    (await read(s, `?day=${turkishDay(new Date().toISOString())}&kind=token`)).list,
  ).toHaveLength(2);
  expect((await read(s, "?day=2020-11-20")).list).toEqual([]);
  const first = await read(s, "?limit=3");
  expect([first.list.length, (await read(s, `?limit=3&before=${first.next}`)).list.length]).toEqual(
    [3, 1],
  );
  const file = await (
    await fetch(`${s.url}/station/audit.csv?kind=token`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    })
  ).text();
  expect(file.trim().split(/\r?\n/)).toHaveLength(3);
});

it("a purchase and a cancellation at the desk are recorded with their subject and order", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const { id, offers } = await shipmentWithOffers(s, { order: { orderNumber: "ORDER-7" } });
  const bought = (
    await s.desk<DeskPurchase>("POST", "/station/purchases", {
      offerID: offers?.cheapest?.id,
      print: false,
    })
  ).data;
  await s.call("DELETE", `/shipments/${id}`);
  const { list } = await eventually("both are noted", async () =>
    ((found) => found.list.length === 2 && found)(await read(s)),
  );
  expect(
    list.map(({ operation, subjectID, orderNumber }) => [operation, subjectID, orderNumber]),
  ).toEqual([
    ["cancelShipment", id, "ORDER-7"],
    ["buyAtDesk", bought.transaction.id, "ORDER-7"],
  ]);
});

it("a refused call and a retry with the same Idempotency-Key are not recorded", async () => {
  const s = await station();
  await s.desk("PATCH", `/organizations/${s.started.organizationID}`, { name: "" });
  for (let i = 0; i < 2; i += 1)
    await s.call("POST", "/apitokens", { name: "once" }, { "idempotency-key": "k" });
  expect((await read(s)).list).toHaveLength(1);
});

it("unsaved entries are written when the station stops", async () => {
  const s = await station({ world: { labels: instantLabels } });
  await boughtShipment(s);
  const count = (): unknown =>
    s.core.deps.db.raw.prepare("SELECT count(*) FROM audit_entries").pluck().get();
  const close = s.core.deps.db.close.bind(s.core.deps.db);
  let n: unknown;
  Object.assign(s.core.deps.db, {
    close: () => {
      n = count();
      close();
    },
  });
  await s.stop();
  expect(n).toBe(1);
});

it("entries are deleted after a year", async () => {
  const s = await station();
  await s.call("POST", "/apitokens", { name: "old" });
  pruneAfter(s, 364);
  expect((await read(s)).list).toHaveLength(1);
  pruneAfter(s, 366);
  expect((await read(s)).list).toEqual([]);
});

it("entries of an organization with a rule are deleted after the rule's days, and entries of another organization stay", async () => {
  const s = await station();
  const { id: other } = (await s.call<{ id: string }>("POST", "/organizations", { name: "Other" }))
    .body.data;
  const { token } = (
    await s.call<{ token: string }>("POST", "/apitokens", { name: "O", organizationID: other })
  ).body.data;
  await call(s.url, token, { method: "POST", path: "/apitokens", body: { name: "old" } });
  await s.desk("PATCH", "/station/privacy", { auditDays: 30 });
  const owners = (): unknown[] =>
    s.core.deps.db.raw.prepare("SELECT DISTINCT organization_id FROM audit_entries").pluck().all();
  pruneAfter(s, 29);
  expect(owners().sort()).toEqual([s.started.organizationID, other].sort());
  pruneAfter(s, 31);
  expect(owners()).toEqual([other]);
});

it("a page is read by an index, whatever the filter", async () => {
  const { db, reader, plansOf } = plannedDatabase();
  const all = { organizationID: "o", memberID: "", kind: "", from: "", before: "g", limit: 5 };
  for (const filter of [
    all,
    { ...all, memberID: "m" },
    { ...all, kind: "token" },
    { ...all, memberID: "m", kind: "token" },
    { ...all, from: "01", before: "02" },
  ]) {
    const plan = await plansOf(() => listEntries(reader, filter));
    expect(plan.filter((step) => step.startsWith("SCAN") || step.includes("TEMP B-TREE"))).toEqual(
      [],
    );
    expect(plan[0]).toContain("SEARCH e USING INDEX audit_by_");
  }
  db.close();
});

it("a member's acts of one kind are read on the connection for slow reads: by kind if the kind is rare, and by member if it is common", async () => {
  const { db, reader, plansOf } = plannedDatabase();
  const lanes: (string | undefined)[] = [];
  const watched: Reader = {
    ...reader,
    all: (sql, parameters, lane) => (lanes.push(lane), reader.all(sql, parameters, lane)),
  };
  const of = { organizationID: "o", memberID: "m", from: "", before: "g", limit: 5 };
  expect((await plansOf(() => listEntries(watched, { ...of, kind: "member" })))[0]).toContain(
    "audit_by_kind (organization_id=? AND kind=?",
  );
  expect((await plansOf(() => listEntries(watched, { ...of, kind: "purchase" })))[0]).toContain(
    "audit_by_member (organization_id=? AND member_id=?",
  );
  await listEntries(watched, { ...of, kind: "" });
  expect(lanes).toEqual(["long", "long", "quick"]);
  db.close();
});

it("each round of erasing by age is recorded as an act of the station, with the number of parcels", async () => {
  const dataDir = temporaryFolder();
  const s = await station({ dataDir, world: { labels: instantLabels } });
  await s.desk("PATCH", "/station/privacy", { personalDataDays: 30 });
  for (const _ of [1, 2])
    recordTracking(s.core.deps, (await boughtShipment(s)).shipment.id, {
      subCode: "delivered",
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
  const { clock } = s;
  await s.stop();
  const later = await station({
    dataDir,
    world: {
      labels: instantLabels,
      now: () => new Date(clock.nowMs + 31 * 86_400_000).toISOString() as Instant,
    },
  });
  const entry = await eventually("the erasure is noted", async () =>
    ((found) => found.list.find(({ operation }) => operation === "retention") ?? false)(
      await read(later),
    ),
  );
  expect(entry).toMatchObject({
    kind: "erasure",
    act: "removed",
    subjectID: "2 parcels",
    memberID: "",
    tokenName: "",
  });
});
