/** Labels that may be shipped, bought through the window. */
import type { Page } from "@playwright/test";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { plainService, TARIFF_INPUT } from "./agreements.ts";
import { ask, RECIPIENT } from "./desk-keys.ts";

/**
 * Adds an agreement whose labels may be shipped, and buys labels of it.
 *
 * @param names Names of the recipients.
 * @returns Barcodes.
 */
export async function buyLive(
  page: Page,
  names: readonly string[],
  carrierName = "Hızlı Kargo",
): Promise<string[]> {
  const { id } = await ask<AgreementView>(page, "POST", "/station/agreements", {
    providerCode: "HIZLI",
    name: carrierName,
    ranges: [{ prefix: "HZ", first: "0001000", last: "0001999" }],
  });
  const services = [plainService({ code: "HIZLI_STANDART", name: "Standart" })];
  await ask(page, "POST", `/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: { ...TARIFF_INPUT, services },
  });
  const codes: string[] = [];
  for (const name of names) codes.push(await buyOf(page, name, "HIZLI"));
  return codes;
}

/**
 * Buys a label of a carrier.
 *
 * @param more Other fields of the shipment.
 * @returns Its barcode.
 */
export async function buyOf(
  page: Page,
  name: string,
  carrier: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { offers } = await ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress: { ...RECIPIENT, name },
    length: 20,
    width: 20,
    height: 10,
    weight: 1,
    massUnit: "kg",
    distanceUnit: "cm",
    ...more,
  });
  const offerID = offers?.list.find(({ providerCode }) => providerCode === carrier)?.id;
  const { shipment } = await ask<Transaction>(page, "POST", "/transactions", { offerID });
  return shipment.barcode ?? "";
}
