/**
 * A live parcel's whole way at each carrier, against its simulator over a real socket, and by files
 * at a carrier without an API: offer, purchase, announcement, scans, delivery; webhook, board and
 * cash owed.
 */
import { afterEach, describe, expect, it } from "vitest";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { CarrierInvoices } from "../../core/fulfilment/charges/charges.schema.ts";
import { createInvoiceReading } from "../../core/fulfilment/charges/read-invoices.ts";
import { createFollowing } from "../../core/fulfilment/following/follow-parcels.ts";
import { findAnnouncement } from "../../core/fulfilment/announcements/announcements.store.ts";
import type { AnnouncementFile } from "../../core/fulfilment/announcements/announcement-files.schema.ts";
import type { CashReport } from "../../core/fulfilment/reports/reports.schema.ts";
import type { StatusFile } from "../../core/fulfilment/scans/status-files.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { NewAgreement } from "../../core/shipping/agreements/make-agreement.ts";
import type { ProviderAccount } from "../../core/shipping/accounts/accounts.schema.ts";
import type { SimulatedCarrier } from "../../core/shipping/carriers/simulator/simulated-carrier.ts";
import {
  SIMULATED,
  startCarrierSimulator,
  type CarrierSimulator,
} from "../../core/shipping/carriers/simulator/simulator.ts";
import { addAgreement } from "../helpers/agreements.ts";
import { receiver } from "../helpers/receiver.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  trueTime,
  type Station,
} from "../helpers/station.ts";

const NEVER = new AbortController().signal;
let simulator: CarrierSimulator | undefined;
afterEach(() => simulator?.close());

/** Starts a station with an agreement and an account, on the real clock, as the simulators' is. */
async function liveStation(
  providerCode: string,
  parameters: Readonly<Record<string, string>>,
  username = "packbench",
  agreement: Partial<NewAgreement> = {},
): Promise<Station & { readonly accountID: string }> {
  const s = await station({
    world: { now: trueTime },
    settings: { carrierTargets: { loopback: true } },
  });
  addAgreement(s, { providerCode, needsAccount: true, ...agreement });
  const { body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
    providerCode,
    name: "Hesap",
    username,
    password: "packbench",
    parameters,
  });
  expect(body).toMatchObject({ result: true });
  return { ...s, accountID: body.data.id };
}

async function buy(s: Station, change: Record<string, unknown> = {}): Promise<Transaction> {
  const { offers } = await shipmentWithOffers(s, {
    order: { orderNumber: "SIPARIS-1", totalAmount: "150.40", totalAmountCurrency: "TL" },
    ...change,
  });
  // The demo's sample prices are cheaper.
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID !== null);
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: offer?.id });
  expect(body).toMatchObject({ result: true });
  return body.data;
}

const stateOf = (s: Station, { id }: Transaction) => findAnnouncement(s.core.deps.db, id)?.state;
const statusOf = async (s: Station, { shipment }: Transaction) =>
  (await s.call<{ statusCode: string }>("GET", `/shipments/${shipment.id}`)).body.data.statusCode;

/** Asks the carrier for scans now, although it was asked a moment ago. */
async function follow(s: Station, simulated: SimulatedCarrier): Promise<void> {
  s.core.deps.db.raw.prepare("DELETE FROM tracking_asked").run();
  simulated.forgetQueries();
  const following = createFollowing(s.core.deps, 0);
  await following.step([s.started.organizationID]);
}

const PTT_RANGE: Partial<NewAgreement> = {
  ranges: [{ prefix: "2750", first: 1, last: 999, width: 8 }],
  checkDigit: "ptt",
};

const DHL_FIELDS = {
  clientId: "packbench",
  clientSecret: "packbench",
  recipientEmail: "orders@example.test",
};

/** Charges for a small parcel at the simulators of the carriers that report them. */
const CHARGES: Readonly<Record<string, string>> = { yurtici: "117.90", aras: "117.90" };

describe.each<[string, string, Record<string, string>, string, Partial<NewAgreement>?]>([
  ["dhl", "DHL", DHL_FIELDS, "packbench", { ranges: [] }],
  ["yurtici", "YURTICI", { payment: "cash" }, "packbench-cash"],
  [
    "ptt",
    "PTT",
    { customerNumber: "100000001", payoutAccount: "12345678" },
    "packbench",
    PTT_RANGE,
  ],
  [
    "aras",
    "ARAS",
    { queryUsername: "packbench", queryPassword: "packbench", customerCode: "1" },
    "packbench",
  ],
])("a live parcel of %s", (kind, providerCode, fields, login, agreement) => {
  it("is known to the carrier when it is bought, and ends delivered with its cash owed", async () => {
    const simulated = SIMULATED[kind]?.() ?? never();
    simulated.setBranchMs?.(0);
    simulator = await startCarrierSimulator(simulated, 0);
    const s = await liveStation(
      providerCode,
      { connection: kind, ...fields, ...simulator.urls },
      login,
      agreement,
    );
    const r = await receiver();
    await s.call("POST", "/webhook", { type: "TRACK_UPDATED", url: `${r.url}/hook` });
    const label = await buy(s, { productPaymentOnDelivery: true });
    await eventually("the carrier knows the parcel", () => stateOf(s, label) === "ANNOUNCED");
    const code = label.shipment.barcode ?? "";
    expect(simulated.parcels.list().map((parcel) => parcel.code)).toEqual([code]);

    for (const step of ["scanned", "transfer", "out"] as const)
      simulated.parcels.move(code, step, new Date().toISOString());
    await follow(s, simulated);
    expect(await statusOf(s, label)).toBe("SHIPPED");
    const { body } = await s.call<{ trackingNumber: string }>(
      "GET",
      `/shipments/${label.shipment.id}`,
    );
    expect(body.data.trackingNumber).toBe(simulated.parcels.list()[0]?.number);

    simulated.parcels.move(code, "delivered", new Date().toISOString());
    await follow(s, simulated);
    await follow(s, simulated);
    expect(await statusOf(s, label)).toBe("DELIVERED");
    const cash = await s.desk<CashReport>("GET", "/station/reports/cash");
    expect(cash.data.lines).toMatchObject([{ owed: "150.40", providerCode }]);
    await eventually("the webhook has the delivery", () =>
      r.calls.some(({ text }) => text.includes('"statusCode":"DELIVERED"')),
    );
    const ids = r.calls.map(({ headers }) => headers["x-event-id"]);
    expect(new Set(ids).size).toBe(ids.length);

    await createInvoiceReading(s.core.deps).step([s.started.organizationID], NEVER);
    const month = `from=${turkishDay(s.core.deps.now()).slice(0, 8)}01`;
    const charged = await s.desk<CarrierInvoices>("GET", `/station/reports/invoices?${month}`);
    expect(charged.data.lines).toMatchObject(
      kind in CHARGES ? [{ parcels: 1, unknownParcels: 0, charged: CHARGES[kind] }] : [],
    );
  });

  it("is cancelled at the carrier, until its branch has it", async () => {
    const simulated = SIMULATED[kind]?.() ?? never();
    simulated.setBranchMs?.(0);
    simulator = await startCarrierSimulator(simulated, 0);
    const parameters = { connection: kind, ...fields, payment: "sender", ...simulator.urls };
    const s = await liveStation(providerCode, parameters, "packbench", agreement);
    const [first, second] = [await buy(s), await buy(s)];
    for (const label of [first, second])
      await eventually("the carrier knows the parcel", () => stateOf(s, label) === "ANNOUNCED");
    expect((await s.call("DELETE", `/shipments/${first.shipment.id}`)).status).toBe(200);
    simulated.parcels.move(second.shipment.barcode ?? "", "scanned", new Date().toISOString());
    const refused = await s.call("DELETE", `/shipments/${second.shipment.id}`);
    expect([refused.status, refused.body.code, stateOf(s, first), stateOf(s, second)]).toEqual([
      409,
      "E2022",
      "CANCELED",
      "ANNOUNCED",
    ]);
  });
});

it("a live parcel of a carrier without an API is announced by a file and delivered by a status file", async () => {
  const s = await liveStation("GERCEK", { connection: "manual", columns: "Barkod=barcode" });
  const label = await buy(s);
  const made = await s.call<AnnouncementFile>("POST", "/station/announcement-files", {
    accountID: s.accountID,
  });
  await s.call("POST", `/station/announcement-files/${made.body.data.id}/outcome`, {
    outcome: "taken",
  });
  expect(stateOf(s, label)).toBe("ANNOUNCED");
  const now = new Date().toISOString();
  const { barcode } = label.shipment;
  await s.desk("PUT", "/station/tracking/codes", {
    providerCode: "GERCEK",
    codes: [
      { code: "TES", subCode: "delivered" },
      { code: "KAB", subCode: "package_accepted" },
    ],
  });
  const { data } = await s.desk<StatusFile>(
    "POST",
    "/station/tracking/files?providerCode=GERCEK&columns=",
    {
      fileName: "durum.csv",
      content: Buffer.from(
        `Barkod;Durum;Tarih\n${barcode};KAB;${now}\n${barcode};TES;${now}`,
      ).toString("base64"),
    },
  );
  expect(data).toMatchObject({ rows: 2, refusedCount: 0 });
  await s.desk("POST", `/station/tracking/files/${data.id}/apply`, {});
  await eventually(
    "the parcel is delivered",
    async () => (await statusOf(s, label)) === "DELIVERED",
  );
});

function never(): never {
  throw new Error("there is no such simulator");
}
