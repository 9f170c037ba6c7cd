/** Actions of a desk that packs orders of one recipient together. */
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder, WaitingOrder } from "../../../../core/station/station.schema.ts";
import type { Station } from "../../../helpers/station.ts";

const HEAD =
  "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Stok Kodu;Kapıda Ödeme;Not;Fatura No";

export type OrderOfFile = {
  readonly no: string;
  readonly name?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly weight?: string;
  readonly item?: string;
  readonly cash?: string;
  readonly note?: string;
  readonly invoice?: string;
};

/** Makes an order file; by default all orders are for one recipient. */
export function csvOf(orders: readonly OrderOfFile[]): string {
  const lines = orders.map((o) =>
    [
      o.no,
      o.name ?? "Ömer Işık",
      o.phone ?? "05551112233",
      o.address ?? "Gül Sk. 1",
      "Kadıköy;İstanbul",
      o.weight ?? "1",
      o.item ?? "Kupa",
      `1;S${o.no}`,
      o.cash ?? "",
      o.note ?? "",
      o.invoice ?? "",
    ].join(";"),
  );
  return Buffer.from([HEAD, ...lines].join("\n")).toString("base64");
}

/** Imports an order file. */
export async function ordersFile(
  s: Station,
  orders: readonly OrderOfFile[],
): Promise<ImportResult> {
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.csv",
    content: csvOf(orders),
  });
  return data;
}

/** Scans an order's number. */
export async function open(s: Station, code: string): Promise<OpenedOrder> {
  return (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;
}

export const joinAt = (s: Station, firstID: string, shipmentIDs: readonly string[]) =>
  s.desk<OpenedOrder>("POST", `/station/shipments/${firstID}/together`, { shipmentIDs });

export const separateAt = (s: Station, firstID: string) =>
  s.desk<OpenedOrder>("DELETE", `/station/shipments/${firstID}/together`);

/** Lists the numbers of the orders that wait for a label. */
export async function waitingNumbers(s: Station): Promise<string[]> {
  const { data } = await s.desk<{ list: WaitingOrder[] }>(
    "GET",
    "/station/orders/waiting?limit=500",
  );
  return data.list
    .map(({ orderNumber }) => orderNumber)
    .filter((number) => number.startsWith("T-"))
    .toSorted();
}
