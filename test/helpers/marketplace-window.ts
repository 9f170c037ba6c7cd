/** A marketplace for the tests in the real window: a station in another process, and its customers. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { plainService, TARIFF_INPUT } from "./agreements.ts";
import { ask, RECIPIENT } from "./desk-keys.ts";
import { temporaryFolder } from "./folders.ts";
import type { HeadlessStations, Ready, Started } from "./headless.ts";
import { openWindow, type DeskWindow } from "./window.ts";

async function post<T>({ url, token }: Ready, path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return data;
}

/** Prices of one service with a range of barcodes, entered by a function that posts. */
export async function addPrices(
  send: <T>(path: string, body: unknown) => Promise<T>,
  carrier: { readonly code: string; readonly name: string; readonly price: number },
): Promise<void> {
  const { code, name, price } = carrier;
  const { id } = await send<AgreementView>("/station/agreements", {
    providerCode: code,
    name,
    ranges: [{ prefix: code.slice(0, 2), first: "0001000", last: "0001999" }],
  });
  const service = { code: `${code}_STANDART`, steps: [{ upToDesi: 5, prices: [price] }] };
  await send(`/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: { ...TARIFF_INPUT, services: [plainService({ ...service, name: `${name} Standart` })] },
  });
}

/** Starts the marketplace, with a carrier and a balance. */
export async function startMarketplace(
  servers: HeadlessStations,
): Promise<Started & { readonly ready: Ready }> {
  const server = await servers.serve(temporaryFolder(), "--new-token", "Desk");
  const { ready } = server;
  await addPrices((path, body) => post(ready, path, body), {
    code: "UZAK",
    name: "Uzak",
    price: 3_000,
  });
  await post(ready, `/organizations/${ready.organizationID}/balance/topups`, {
    amount: "1234.50",
    reference: "1",
  });
  return server;
}

/** Opens a new station that may call this computer. */
export async function openEmpty(): Promise<DeskWindow> {
  const dataDir = temporaryFolder();
  const settings = { carrierTargets: { loopback: true } };
  await writeFile(join(dataDir, "station.json"), JSON.stringify(settings));
  const desk = await openWindow({ dataDir, args: [], size: { width: 1280, height: 800 } });
  await desk.page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem(
      "packbench.settings",
      JSON.stringify({ language: "en", theme: "light", sound: false }),
    );
  });
  await desk.page.reload();
  return desk;
}

/** Creates an order for a small parcel. */
export const addOrder = (page: Page, orderNumber: string): Promise<unknown> =>
  ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber },
  });

/** Lists the newest shipments of the marketplace. */
export async function listThere({ url, token }: Ready): Promise<Shipment[]> {
  const answer = await fetch(`${url}/shipments?limit=5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: Shipment[] }).data;
}
