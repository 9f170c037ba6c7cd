/**
 * Adds accounts with connections and labels in each state of an announcement to a data folder: known
 * to the carrier, refused, uncertain, waiting, in a file, and a label that its carrier still makes.
 */
import { minor } from "../../core/base/money.ts";
import { turkishDay } from "../../core/base/turkish-day.ts";
import { createCore, type Core } from "../../core/core.ts";
import { recordInvoiceLines } from "../../core/fulfilment/charges/record-charges.ts";
import { listOpen } from "../../core/fulfilment/announcements/announcements.store.ts";
import type { ProviderAccount } from "../../core/shipping/accounts/accounts.schema.ts";
import type { InvoiceLine } from "../../core/shipping/carriers/carrier.ts";
import type { Fault } from "../../core/shipping/carriers/simulator/simulated-carrier.ts";
import { startCarrierSimulator } from "../../core/shipping/carriers/simulator/simulator.ts";
import { createSimulatedYurtici } from "../../core/shipping/carriers/simulator/yurtici.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { addAgreement, plainService } from "./agreements.ts";
import { RESOURCES } from "./folders.ts";
import { createSellingCarrier } from "./selling-carrier.ts";
import { eventually, type Station } from "./station.ts";

/** Names of the accounts. */
export const ACCOUNTS = {
  yurtici: "Yurtiçi gönderici ödemeli",
  aras: "Aras depo",
  ptt: "PTT Kargo sözleşmemiz",
  manual: "UPS sözleşmemiz",
} as const;

/** Numbers of the orders, by the state of their labels. */
export const ANNOUNCED_ORDERS = {
  known: "BILDIRIM-1",
  refused: "BILDIRIM-2",
  wrongLogin: "BILDIRIM-3",
  waiting: "BILDIRIM-4",
  awaited: "BILDIRIM-8",
  uncertain: "BILDIRIM-9",
} as const;

type Filling = Pick<Station, "core" | "started">;

/** Fills the data folder of a sample station. */
export async function fillWithAnnouncements(dataDir: string): Promise<void> {
  const selling = createSellingCarrier();
  const core = await createCore({
    dataDir,
    resourcesDir: RESOURCES,
    port: null,
    demo: true,
    world: { connectionKinds: [selling.kind] },
  });
  const s: Filling = { core, started: await core.start() };
  selling.moods.push("notReady");
  await buy(core, ANNOUNCED_ORDERS.awaited, await connect(s, "GERCEK", "Sürat", "selling"), 409);
  await connect(s, "PTT", ACCOUNTS.ptt, "ptt", { customerNumber: "100000001" });
  await addWaiting(s);
  await addFiles(s);
  await addSettled(s);
  await core.stop();
}

async function addWaiting(s: Filling): Promise<void> {
  const aras = await connect(s, "ARAS", ACCOUNTS.aras, "aras", {
    queryUsername: "packbench",
    queryPassword: "packbench",
    customerCode: "1",
    announces: "byHand",
    cutOff: "00:00",
  });
  await buy(s.core, ANNOUNCED_ORDERS.waiting, aras);
  await addInvoices(s, aras);
}

/** Adds an invoice with a parcel of another price and a parcel of nobody here, and a credit. */
async function addInvoices({ core: { deps }, started }: Filling, accountID: string): Promise<void> {
  const barcode = deps.db.raw
    .prepare("SELECT barcode FROM shipments WHERE order_number = ?")
    .pluck()
    .get(ANNOUNCED_ORDERS.waiting) as string;
  const line = (invoice: string, code: string, amount: number): InvoiceLine => ({
    invoice,
    invoicedOn: turkishDay(deps.now()),
    barcode: code,
    trackingNumber: "",
    desi: 4,
    amount: minor(amount),
  });
  const account = { organizationID: started.organizationID, accountID, providerCode: "ARAS" };
  await recordInvoiceLines(deps, account, [
    line("AAA2026000040405", barcode, 95_250),
    line("AAA2026000040405", "750009999", 11_790),
    line("AAA2026000040406", barcode, -5_250),
  ]);
}

async function addFiles(s: Filling): Promise<void> {
  const accountID = await connect(s, "UPS", ACCOUNTS.manual, "manual", {
    announces: "byHand",
    cutOff: "17:30",
  });
  await buy(s.core, "BILDIRIM-5", accountID);
  await buy(s.core, "BILDIRIM-6", accountID);
  await ask(s.core, "/station/announcement-files", { accountID });
  await buy(s.core, "BILDIRIM-7", accountID);
}

/** Adds labels that the simulated carrier takes, refuses, and takes without an answer. */
async function addSettled(s: Filling): Promise<void> {
  const { deps } = s.core;
  deps.settings.write("carrierTargets", { loopback: true });
  const simulator = await startCarrierSimulator(createSimulatedYurtici(), 0);
  const accountID = await connect(s, "YURTICI", ACCOUNTS.yurtici, "yurtici", {
    url: simulator.url,
  });
  const announce = async (order: string, fault: Fault | "none"): Promise<void> => {
    await fetch(`${simulator.pageUrl}control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ operation: "createShipment", faults: [fault] }),
    });
    await buy(s.core, order, accountID);
    await eventually(
      `${order} is announced`,
      () =>
        listOpen(deps.db, {
          organizationID: s.started.organizationID,
          accountID,
          state: "WAITING",
          atMost: 1,
        }).length === 0,
    );
  };
  await announce(ANNOUNCED_ORDERS.known, "none");
  await announce(ANNOUNCED_ORDERS.refused, "failed row");
  await announce(ANNOUNCED_ORDERS.wrongLogin, "wrong password");
  // The last label stays uncertain, because the simulator is closed before the next attempt.
  await announce(ANNOUNCED_ORDERS.uncertain, "cut after");
  await simulator.close();
}

/** Adds an agreement, dearer than the samples, and an account with a connection. @returns Its id. */
async function connect(
  s: Filling,
  providerCode: string,
  name: string,
  connection: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { id: rateCardID } = addAgreement(s, {
    providerCode,
    name,
    needsAccount: true,
    ranges:
      connection === "selling"
        ? []
        : [{ prefix: "75", first: 1_000_001, last: 1_999_999, width: 8 }],
    tariff: {
      services: [
        plainService({
          code: `${providerCode}_SOZLESME`,
          name,
          // No offer for the parcel that no carrier takes.
          maxDesi: 100,
          steps: [{ upToDesi: 5, prices: [90_000] }],
        }),
      ],
    },
  });
  const { id } = await ask<ProviderAccount>(s.core, "/provideraccounts", {
    providerCode,
    name,
    username: "packbench",
    password: "packbench",
    parameters: { rateCardID, connection, ...fields },
  });
  return id;
}

async function buy(
  core: Core,
  orderNumber: string,
  accountID: string,
  status = 201,
): Promise<void> {
  const { offers } = await ask<Shipment>(core, "/shipments", {
    // Labels of the sample station's test mode are announced to nobody.
    test: false,
    recipientAddress: {
      name: "Çağla Şimşekoğlu",
      email: "c@ornek.test",
      phone: "+905551112233",
      address1: "Bağdat Cd. No: 5 D: 3",
      countryCode: "TR",
      cityCode: "34",
      districtName: "Kadıköy",
    },
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber, totalAmount: "150.40", totalAmountCurrency: "TL" },
  });
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === accountID);
  const { status: got, body } = await core.request({
    method: "POST",
    path: "/station/purchases",
    body: { offerID: offer?.id, print: false },
  });
  if (got !== status) throw new Error(`${orderNumber}: ${got} ${JSON.stringify(body)}`);
}

async function ask<T>(core: Core, path: string, body: unknown): Promise<T> {
  const { status, body: answer } = await core.request({ method: "POST", path, body });
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
  return (answer as { data: T }).data;
}
