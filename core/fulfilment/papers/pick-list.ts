/** Makes the pick list of waiting orders, which names each item once, by shelf. */
import { errors } from "../../base/errors.ts";
import { alphabetKey, fold } from "../../base/text.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { Bytes } from "../../http/route.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import { getOrganization } from "../../organizations/organizations.service.ts";
import { productsOfItems } from "../../shipping/products/products.service.ts";
import type { Item } from "../../shipping/shipments/shipments.schema.ts";
import { parcelItems } from "../../shipping/shipments/joined-orders.ts";
import { listShipmentRows, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { PickedItem, PickList } from "./pick-list.schema.ts";
import { printOnA4, type PrintCaller } from "./print-a4.ts";

/**
 * Lists the items of orders by shelf. Orders that do not wait are left out, and named.
 *
 * @throws AppError E1051 for a shipment that the actor may not see.
 */
export function makePickList(
  deps: ReadDeps,
  actor: Actor,
  shipmentIDs: readonly string[],
): PickList {
  const found = listShipmentRows(deps, shipmentIDs);
  const rows = [...new Set(shipmentIDs)].map((id) => {
    const row = found.get(id);
    if (row?.organizationID !== actor.organizationID || !maySee(actor, row))
      throw errors.shipmentNotFound();
    return row;
  });
  const leftOut = rows.flatMap((row) => {
    const why = whyLeftOut(row);
    return why === null ? [] : [{ shipmentID: row.id, order: orderOf(row), why }];
  });
  const taken = rows.filter((row) => whyLeftOut(row) === null);
  return { items: itemsOf(deps, actor, taken), orders: taken.length, leftOut };
}

function whyLeftOut(row: ShipmentRow): PickList["leftOut"][number]["why"] | null {
  if (row.isReturn === 1) return "RETURN";
  if (row.status !== "CREATED" && row.status !== "GOT_OFFERS") return "NOT_WAITING";
  if (row.holdReason !== "") return "HELD";
  return parcelItems(row).length === 0 ? "NO_ITEMS" : null;
}

function orderOf({ orderNumber, number }: ShipmentRow): string {
  return orderNumber === "" ? `#${number}` : orderNumber;
}

type Line = { -readonly [K in keyof PickedItem]: PickedItem[K] };

function itemsOf(deps: ReadDeps, actor: Actor, rows: readonly ShipmentRow[]): PickedItem[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const items = parcelItems(row);
    const products = productsOfItems(deps, actor.organizationID, items);
    items.forEach((item, i) => {
      const product = products[i]?.product;
      const key = product?.id ?? keyOf(item);
      const line = lines.get(key) ?? {
        shelf: product?.shelf ?? "",
        stockCode: product?.stockCode ?? (item.sku === "" ? item.ean : item.sku),
        title: `${item.title} ${item.variantTitle}`.trim() || (product?.title ?? ""),
        quantity: 0,
        orders: [],
      };
      lines.set(key, line);
      line.quantity += item.quantity;
      addTo(line, orderOf(row), item.quantity);
    });
  }
  return [...lines.values()].toSorted(byShelf);
}

/** Names an item without a product: items with one stock code, EAN and title are picked together. */
function keyOf({ sku, ean, title, variantTitle }: Item): string {
  return JSON.stringify([fold(sku), ean, ...(sku === "" ? [title, variantTitle] : [])]);
}

function addTo(line: Line, order: string, quantity: number): void {
  const known = line.orders.find((one) => one.order === order);
  line.orders = known
    ? line.orders.map((one) =>
        one === known ? { order, quantity: known.quantity + quantity } : one,
      )
    : [...line.orders, { order, quantity }];
}

function byShelf(a: PickedItem, b: PickedItem): number {
  const isLast = Number(a.shelf === "") - Number(b.shelf === "");
  if (isLast !== 0) return isLast;
  const [x, y] = [a, b].map(
    ({ shelf, stockCode, title }) =>
      `${alphabetKey(shelf)}\0${alphabetKey(stockCode)}\0${alphabetKey(title)}`,
  );
  return (x ?? "") < (y ?? "") ? -1 : 1;
}

/**
 * Draws the pick list as a PDF on A4.
 *
 * @throws AppError E1051; E2255 when no order is left; E2059 when it cannot be drawn now.
 */
export async function drawPickList(
  deps: ReadDeps & Pick<FulfilmentDeps, "now" | "labels">,
  actor: Actor,
  shipmentIDs: readonly string[],
): Promise<Bytes> {
  const { items, orders, leftOut } = makePickList(deps, actor, shipmentIDs);
  if (items.length === 0) throw errors.nothingToPick();
  const { name, countryCode } = getOrganization(deps, actor, actor.organizationID);
  const list = {
    language: countryCode === "TR" ? ("tr" as const) : ("en" as const),
    organizationName: name,
    madeAt: deps.now(),
    orders,
    leftOut: leftOut.map(({ order }) => order),
    items,
  };
  const bytes = await deps.labels.paper({ kind: "picks", list }, noBatches);
  return { bytes, type: "application/pdf", fileName: "pick-list.pdf" };
}

async function* noBatches(): AsyncGenerator<never> {
  // The order has everything.
}

/** Queues the pick list on the printer for A4 documents. @throws AppError as `drawPickList`; E2060 */
export async function printPickList(
  deps: WriteDeps & Pick<FulfilmentDeps, "now" | "settings" | "labels" | "geo">,
  actor: Actor,
  shipmentIDs: readonly string[],
  caller: PrintCaller,
): Promise<PrintJob> {
  return printOnA4(deps, actor, await drawPickList(deps, actor, shipmentIDs), caller);
}
