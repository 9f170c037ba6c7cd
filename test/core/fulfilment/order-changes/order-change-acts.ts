/** Order files that change and cancel orders, and decisions about them. */
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type {
  DecidedChange,
  OrderChange,
  OrderChanges,
} from "../../../../core/shipping/order-changes/order-changes.schema.ts";
import type { DeskPurchase, OpenedOrder } from "../../../../core/station/station.schema.ts";
import type { Station } from "../../../helpers/station.ts";

const HEAD =
  "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Stok Kodu;Kapıda Ödeme;Not;Fatura No;Durum";

export type ChangedRow = {
  readonly no?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly district?: string;
  readonly weight?: string;
  readonly item?: string;
  readonly quantity?: string;
  readonly cash?: string;
  readonly note?: string;
  readonly invoice?: string;
  readonly state?: string;
};

/** Makes an order file, base64; by default each row is the order T-1. */
export function changedFile(rows: readonly ChangedRow[]): string {
  const lines = rows.map((o) =>
    [
      o.no ?? "T-1",
      o.name ?? "Ömer Işık",
      o.phone ?? "05551112233",
      o.address ?? "Gül Sk. 1",
      `${o.district ?? "Kadıköy"};İstanbul`,
      o.weight ?? "1",
      o.item ?? "Kupa",
      o.quantity ?? "2",
      `S-${o.item ?? "Kupa"}`,
      o.cash ?? "",
      o.note ?? "",
      o.invoice ?? "",
      o.state ?? "",
    ].join(";"),
  );
  return Buffer.from([HEAD, ...lines].join("\n")).toString("base64");
}

/** Imports a file at the desk. */
export async function take(s: Station, ...rows: readonly ChangedRow[]): Promise<ImportResult> {
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.csv",
    content: changedFile(rows.length === 0 ? [{}] : rows),
  });
  return data;
}

/** Scans an order's number. */
export async function openAt(s: Station, code = "T-1"): Promise<OpenedOrder> {
  return (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;
}

/** Imports a file, and returns the open change of its only changed order. */
export async function changeBy(s: Station, row: ChangedRow): Promise<OrderChange> {
  const { changed } = await take(s, row);
  const [change] = changed;
  if (change === undefined) throw new Error("the file has changed no order");
  return change;
}

export const decide = (
  s: Station,
  act: "apply" | "dismiss",
  { id, version }: Pick<OrderChange, "id" | "version">,
) => s.desk<DecidedChange>("POST", `/station/order-changes/${id}/${act}`, { version });

export const openChanges = async (s: Station): Promise<OrderChanges> =>
  (await s.desk<OrderChanges>("GET", "/station/order-changes")).data;

/** Buys the cheapest offer of an order without printing it. */
export async function buyAt(s: Station, code = "T-1") {
  const offerID = (await openAt(s, code)).shipment.offers?.cheapest?.id;
  return await s.desk<DeskPurchase>("POST", "/station/purchases", { offerID, print: false });
}

/** Returns the fields of a change with their values. */
export function fieldsOf({ differences }: Pick<OrderChange, "differences">): string[][] {
  return differences.map(({ field, from, to }) => [field, from, to]);
}
