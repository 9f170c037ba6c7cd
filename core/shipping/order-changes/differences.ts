/** Compares an order as it is now with its rows in a file. */
import { moneyText } from "../../base/money.ts";
import { measureText, toCm, toKg } from "../../base/units.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { addressRowsOf, readItems, type ShipmentRow } from "../shipments/shipments.service.ts";
import { changedFields, measuredAtDesk, phoneKey, readDigests } from "./field-digests.ts";
import type { FileContent } from "./file-content.ts";
import type { ChangedField, Difference } from "./order-changes.schema.ts";
import type { OrderNow } from "./order-now.ts";

/** Fields that matter after a purchase: what the label says, and what is in the parcel. */
const ON_LABEL: ReadonlySet<ChangedField> = new Set<ChangedField>([
  "name",
  "phone",
  "address",
  "district",
  "city",
  "country",
  "items",
  "cash",
  "collection",
  "payer",
]);

/**
 * Lists the fields that the file changes. A field whose value in the file is as before is not
 * listed, because then the order was corrected at the desk; a weight or size that the desk has
 * measured is never listed. Weight and size are compared only while one box packs the order. After
 * the purchase only fields are compared that the label or the parcel shows: the invoice of an order,
 * for example, is often written after its label.
 */
export function listDifferences(deps: ReadDeps, now: OrderNow, content: FileContent): Difference[] {
  const all = [
    ...recipientDifferences(deps, now.shown, content),
    ...parcelDifferences(now, content),
    ...orderDifferences(now, content),
  ];
  const isUnbought = now.stage === "WAITING" || now.stage === "BUYING" || now.stage === "JOINED";
  const isOfFile = fileDecides(now, content);
  return all.filter(({ field }) => (isUnbought || ON_LABEL.has(field)) && isOfFile(field));
}

/** Makes the condition for fields that the file decides; all fields while its last rows are unknown. */
function fileDecides(now: OrderNow, content: FileContent): (field: ChangedField) => boolean {
  const before = readDigests(now.fieldDigests);
  if (before === undefined) return () => true;
  const [length, width, height] = sidesOf(now.shown);
  const measures = { weight: weightOf(now.shown), length, width, height };
  const changed = changedFields(before, content);
  const measured = measuredAtDesk(before, measures);
  return (field) => changed.has(field) && !measured.has(field);
}

function recipientDifferences(
  deps: ReadDeps,
  shown: ShipmentRow,
  { recipient: to }: FileContent,
): Difference[] {
  const { recipient: from } = addressRowsOf(deps, shown);
  return [
    ...differ("name", from.name, to.name),
    ...(phoneKey(from.phone) === phoneKey(to.phone) ? [] : differ("phone", from.phone, to.phone)),
    ...(to.email === "" ? [] : differ("email", from.email, to.email)),
    ...differ("address", from.address1, to.address1),
    ...differ("district", from.districtName, to.districtName),
    ...differ("city", from.cityName, to.cityName),
    ...(to.zip === "" ? [] : differ("zip", from.zip, to.zip)),
    ...differ("country", from.countryCode, to.countryCode),
  ];
}

function parcelDifferences({ boxes, shown }: OrderNow, content: FileContent): Difference[] {
  const items =
    content.items === undefined
      ? []
      : differ(
          "items",
          itemLines((boxes.length === 0 ? [shown] : boxes).flatMap((row) => readItems(row.items))),
          itemLines(content.items),
        );
  if (boxes.length > 1) return items;
  return [
    ...items,
    ...(content.weightKg === undefined
      ? []
      : differ("weight", weightText(shown), measureText(content.weightKg))),
    ...differ("size", sizeText(sidesOf(shown)), sizeText(sidesWith(shown, content))),
  ];
}

function weightOf({ weight, massUnit }: ShipmentRow): number | null {
  return weight === null ? null : toKg(weight, massUnit);
}

function weightText(row: ShipmentRow): string {
  const weight = weightOf(row);
  return weight === null ? "" : measureText(weight);
}

type Sides = readonly [number | null, number | null, number | null];

function sidesOf({ length, width, height, distanceUnit }: ShipmentRow): Sides {
  const cm = (side: number | null): number | null =>
    side === null ? null : toCm(side, distanceUnit);
  return [cm(length), cm(width), cm(height)];
}

function sidesWith(shown: ShipmentRow, { lengthCm, widthCm, heightCm }: FileContent): Sides {
  const [length, width, height] = sidesOf(shown);
  return [lengthCm ?? length, widthCm ?? width, heightCm ?? height];
}

function sizeText(sides: Sides): string {
  return sides.every((side) => side === null)
    ? ""
    : sides.map((side) => (side === null ? "?" : measureText(side))).join(" × ");
}

type Article = {
  readonly title: string;
  readonly variantTitle: string;
  readonly sku: string;
  readonly ean: string;
  readonly quantity: number;
};

/** Makes the key of an article, by which an item of the order and of the file are the same. */
export function articleKey({ title, variantTitle, sku, ean }: Omit<Article, "quantity">): string {
  return JSON.stringify([title, variantTitle, sku, ean]);
}

/** Writes one line for each article, in an order that does not depend on the rows' order. */
function itemLines(items: readonly Article[]): string {
  const pieces = new Map<string, Article>();
  for (const item of items) {
    const key = articleKey(item);
    const quantity = (pieces.get(key)?.quantity ?? 0) + item.quantity;
    pieces.set(key, { ...item, quantity });
  }
  return [...pieces]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { title, variantTitle, sku, ean, quantity }]) => {
      const code = sku === "" ? ean : sku;
      const name = [title, variantTitle].filter((text) => text !== "").join(" ");
      return `${quantity} × ${name}${code === "" ? "" : ` (${code})`}`;
    })
    .join("\n");
}

function orderDifferences({ order, boxes, shown }: OrderNow, to: FileContent): Difference[] {
  const collects = (boxes.length === 0 ? [shown] : boxes).some(
    (row) => row.paymentOnDelivery === 1,
  );
  const amount = (minor: number): string => (minor === 0 ? "" : moneyText(minor));
  return [
    ...(to.cash === undefined
      ? []
      : differ("cash", amount(collects ? order.totalAmount : 0), amount(to.cash))),
    ...differ("collection", order.collection, to.collection),
    ...differ("payer", order.payer, to.payer),
    ...(to.declaredValue === undefined
      ? []
      : differ("declaredValue", amount(order.declaredValue), amount(to.declaredValue))),
    ...differ("waybillNumber", order.waybillNumber, to.waybillNumber),
    ...differ("invoiceNumber", order.invoiceNumber, to.invoiceNumber),
    ...differ("notes", order.notes, to.notes),
  ];
}

function differ(field: ChangedField, from: string, to: string | undefined): Difference[] {
  return to === undefined || from === to ? [] : [{ field, from, to }];
}
