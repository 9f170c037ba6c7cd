/** Creates the records that rows of the access table act on, for each call, by the owner. */
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import { TARIFF_INPUT as TARIFF } from "../helpers/agreements.ts";
import { randomBytes } from "node:crypto";
import { badgeNumberOf } from "../../core/base/badge-number.ts";
import { change, parcel, type Station } from "../helpers/station.ts";
import type { Row, Thing } from "./access-table.ts";

let made = 0;
let lastAgreement = "";

/** Path and body of a call, with the ids of the records created for it. */
export type Filled = { readonly path: string; readonly body?: unknown };

/** @returns The row's path and body with the ids of records created for this call. */
export async function fillIn(s: Station, row: Row): Promise<Filled> {
  const text = JSON.stringify({ path: row.call, body: row.body ?? null });
  const names = [
    ...new Set(
      Array.from(text.matchAll(/\{([a-zA-Z]+(?::[a-zA-Z]+)?)\}/g), (match) => match[1] ?? ""),
    ),
  ];
  let filled = text;
  for (const name of names) filled = filled.replaceAll(`{${name}}`, await make(s, name));
  const { path, body } = JSON.parse(filled) as { path: string; body: unknown };
  return { path, body: body ?? undefined };
}

async function make(s: Station, name: string): Promise<string> {
  made += 1;
  if (name === "fresh") return `f${made}`;
  if (name === "orderOf:shipment") {
    await shipment(s, { order: { orderNumber: `W-${made}` } });
    return `W-${made}`;
  }
  return MAKERS[name as Thing](s);
}

const post = async <T>(s: Station, path: string, body: unknown): Promise<T> =>
  (await s.call<T>("POST", path, body)).body.data;
const shipment = (s: Station, change: Record<string, unknown> = {}): Promise<Shipment> =>
  post<Shipment>(s, "/shipments", parcel({ test: true, ...change }));
const offer = async (s: Station): Promise<string> => (await shipment(s)).offers?.cheapest?.id ?? "";
const bought = async (s: Station): Promise<Shipment> =>
  (await post<Transaction>(s, "/transactions", { offerID: await offer(s) })).shipment;
const printJob = async (s: Station): Promise<string> =>
  (await post<{ id: string }>(s, "/station/printjobs", { shipmentID: (await bought(s)).id })).id;
const idOf = async (s: Station, path: string, body: unknown): Promise<string> =>
  (await post<{ id: string }>(s, path, body)).id;
const ADDRESS = {
  name: "Depo",
  phone: "+905321112233",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

const MAKERS: Readonly<Record<Thing, (s: Station) => Promise<string>>> = {
  organization: (s) => Promise.resolve(s.started.organizationID),
  district: async (s) =>
    String(
      (await s.call<{ districtID: number }[]>("GET", "/districts?countryCode=TR&cityCode=34")).body
        .data[0]?.districtID,
    ),
  member: async (s) =>
    (await post<{ userID: string }>(s, "/members", { email: `m${made}@ornek.test` })).userID,
  token: (s) => idOf(s, "/apitokens", { name: "x" }),
  address: (s) => idOf(s, "/addresses", ADDRESS),
  otherAddress: (s) => idOf(s, "/addresses", ADDRESS),
  recipient: async (s) => (await shipment(s)).recipientAddressID,
  template: (s) => idOf(s, "/parceltemplates", { name: "x" }),
  account: (s) => idOf(s, "/provideraccounts", { providerCode: "SURAT" }),
  agreement: async (s) =>
    (lastAgreement = await idOf(s, "/station/agreements", {
      providerCode: `GERCEK${made}`,
      name: "x",
    })),
  rule: (s) => idOf(s, "/station/rules", { action: { choose: "cheapest" } }),
  // A row with a version names its agreement before it.
  version: async (s) => {
    const path = `/station/agreements/${lastAgreement}/versions`;
    const { versions } = await post<AgreementView>(s, path, {
      tariff: TARIFF,
      validFrom: "2026-12-01",
    });
    return versions[0]?.id ?? "";
  },
  shipment: async (s) => (await shipment(s)).id,
  bought: async (s) => (await bought(s)).id,
  cancelled: async (s) => {
    const { id } = await shipment(s);
    await s.call("DELETE", `/shipments/${id}`);
    return id;
  },
  offer,
  labelFile: async (s) => (await bought(s)).labelURL.replace(/^.*\/labels\//, ""),
  trackingPage: async (s) => (await bought(s)).trackingUrl.replace(/^.*\/tracking\//, ""),
  // Not the port of the printer below, which no webhook may call.
  webhook: (s) => idOf(s, "/webhook", { url: `http://127.0.0.1:10/${made}` }),
  delivery: async (s) =>
    `${await idOf(s, "/webhook", { url: `http://127.0.0.1:10/${made}` })}/deliveries/none`,
  printer: (s) =>
    idOf(s, "/station/printers", { name: "x", driver: "tcp", host: "127.0.0.1", port: 9 }),
  scale: async (s) =>
    (
      await post<{ device: { id: string } }>(s, "/station/scales", {
        name: "x",
        driver: "tcp",
        host: "127.0.0.1",
        port: 9,
        isActive: false,
      })
    ).device.id,
  document: async (s) =>
    (
      await post<{ hash: string }>(s, "/station/documents", {
        content: Buffer.from(`^XA^FD${made}^FS^XZ`).toString("base64"),
      })
    ).hash,
  printJob,
  batch: async (s) => idOf(s, "/station/batches", { shipmentIDs: [(await bought(s)).id] }),
  unknownJob: async (s) => {
    const id = await printJob(s);
    change(s, `UPDATE print_jobs SET status = 'UNKNOWN' WHERE id = '${id}'`);
    return id;
  },
  badge: async (s) => {
    const path = "/members";
    const { userID } = await post<{ userID: string }>(s, path, { email: `b${made}@ornek.test` });
    return idOf(s, "/station/badges", { userID });
  },
  badgeNumber: async () => badgeNumberOf(randomBytes(16)),
  pairing: async (s) => {
    const origin = `https://page${made}.example`;
    await fetch(`${s.url}/shipments`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "GET" },
    });
    const { body } = await s.call<{ questions: { id: string; origin: string }[] }>(
      "GET",
      "/station/pairings",
    );
    return body.data.questions.find((question) => question.origin === origin)?.id ?? "";
  },
};
