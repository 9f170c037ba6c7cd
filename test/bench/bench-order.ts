/** Orders that the window's benches open: each has its own number and recipient. */
import type { Page } from "@playwright/test";
import { ask } from "../helpers/desk-keys.ts";

let orders = 0;

/**
 * Adds an order with one parcel of 2.5 kg.
 * @returns The order's number.
 */
export async function addBenchOrder(page: Page): Promise<string> {
  const orderNumber = `B${(orders += 1)}`;
  await ask(page, "POST", "/shipments", {
    recipientAddress: {
      name: `Çağla Şimşekoğlu ${orders}`,
      email: "cagla@ornek.test",
      phone: "+905551112233",
      address1: `Bağdat Cd. No: ${orders} D: 3`,
      countryCode: "TR",
      cityCode: "34",
      districtName: "Kadıköy",
    },
    length: 30,
    width: 20,
    height: 15,
    weight: 2.5,
    order: { orderNumber },
  });
  return orderNumber;
}
