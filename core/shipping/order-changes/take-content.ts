/** Gives a waiting order the content of its rows in a file, and asks the carriers again. */
import { CURRENCY } from "../../base/money.ts";
import { volumetricDesi } from "../../base/units.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { checkRecipient, makeAddress } from "../addresses/address.ts";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import { insertAddress } from "../addresses/addresses.service.ts";
import type { ShippingDeps } from "../deps.ts";
import { changeWhole } from "../shipments/change-package.ts";
import { makeItem } from "../shipments/make-order.ts";
import { changeOrder } from "../shipments/imported-order.ts";
import type { Item, ItemInput } from "../shipments/shipments.schema.ts";
import {
  addressRowsOf,
  type OrderRow,
  readItems,
  writeItems,
  type ShipmentRow,
} from "../shipments/shipments.service.ts";
import { articleKey } from "./differences.ts";
import type { FileContent } from "./file-content.ts";
import { RECIPIENT_FIELDS, type ChangedField, type Difference } from "./order-changes.schema.ts";
import { PLACE } from "./field-digests.ts";
import type { OrderNow } from "./order-now.ts";

type TakeDeps = WriteDeps & Pick<ShippingDeps, "geo" | "carriers">;

const RECIPIENT: ReadonlySet<ChangedField> = new Set(RECIPIENT_FIELDS);

/**
 * Changes only the fields that differ; needs an open transaction.
 *
 * @throws AppError E1073 when a shipment of the order no longer waits; E1129 to E1136.
 */
export function takeContent(
  deps: TakeDeps,
  actor: Actor,
  now: OrderNow,
  content: FileContent,
  differences: readonly Difference[],
): void {
  const fields = new Set(differences.map(({ field }) => field));
  const columns = { ...orderFields(fields, content), updatedAt: deps.now() };
  for (const id of new Set(now.boxes.map(({ orderID }) => orderID)))
    if (id !== null) changeOrder(deps, id, columns);
  for (const row of now.boxes) takeShipment(deps, actor, row, content, fields);
}

type Fields = ReadonlySet<ChangedField>;

function orderFields(fields: Fields, to: FileContent): Partial<OrderRow> {
  return {
    ...(fields.has("cash") ? { totalAmount: to.cash ?? 0, totalAmountCurrency: CURRENCY } : {}),
    ...(fields.has("collection") ? { collection: to.collection ?? "" } : {}),
    ...(fields.has("payer") ? { payer: to.payer ?? "" } : {}),
    ...(fields.has("declaredValue") ? { declaredValue: to.declaredValue ?? 0 } : {}),
    ...(fields.has("waybillNumber") ? { waybillNumber: to.waybillNumber ?? "" } : {}),
    ...(fields.has("invoiceNumber") ? { invoiceNumber: to.invoiceNumber ?? "" } : {}),
    ...(fields.has("notes") ? { notes: to.notes ?? "" } : {}),
  };
}

function takeShipment(
  deps: TakeDeps,
  actor: Actor,
  row: ShipmentRow,
  content: FileContent,
  fields: Fields,
): void {
  const columns: Partial<ShipmentRow> = {};
  if ([...fields].some((field) => RECIPIENT.has(field)))
    columns.recipientAddressID = writeRecipient(deps, actor, row, content, fields);
  if (fields.has("items") && content.items !== undefined)
    columns.items = writeItems(itemsOf(deps, readItems(row.items), content.items));
  // Only the first box of an order collects cash on delivery.
  if (fields.has("cash") && row.boxNo === 1)
    columns.paymentOnDelivery = (content.cash ?? 0) > 0 ? 1 : 0;
  const weight =
    fields.has("weight") && content.weightKg !== undefined
      ? { weight: content.weightKg, massUnit: "kg" as const }
      : {};
  const size = fields.has("size") ? sizeOf(row, content) : {};
  const { length, width, height, distanceUnit } = { ...row, ...size };
  if (fields.has("size")) columns.desi = volumetricDesi({ length, width, height }, distanceUnit);
  changeWhole(deps, row, columns, { ...weight, ...size });
}

function sizeOf(row: ShipmentRow, { lengthCm, widthCm, heightCm }: FileContent) {
  const kept = row.distanceUnit === "cm" ? row : { length: null, width: null, height: null };
  return {
    length: lengthCm ?? kept.length,
    width: widthCm ?? kept.width,
    height: heightCm ?? kept.height,
    distanceUnit: "cm" as const,
    parcelTemplateID: null,
  };
}

/**
 * Writes the recipient as a new address, since other shipments may use the old one. The place comes
 * from the file as a whole, because a district is valid only in its city.
 */
function writeRecipient(
  deps: TakeDeps,
  actor: Actor,
  row: ShipmentRow,
  { recipient: to }: FileContent,
  fields: Fields,
): string {
  const { recipient: from } = addressRowsOf(deps, row);
  const isMoved = fields.has("address");
  const place = PLACE.some((field) => fields.has(field)) ? { ...to, state: "" } : from;
  const { countryCode, cityCode, cityName, districtName, state } = place;
  const input: AddressInput = {
    name: fields.has("name") ? to.name : from.name,
    phone: fields.has("phone") ? to.phone : from.phone,
    email: fields.has("email") ? to.email : from.email,
    address1: isMoved ? to.address1 : from.address1,
    address2: isMoved ? "" : from.address2,
    streetName: isMoved ? "" : from.streetName,
    zip: fields.has("zip") || isMoved ? to.zip : from.zip,
    countryCode,
    cityCode,
    cityName,
    districtName,
    state,
    shortName: "",
    districtID: undefined,
  };
  const checked = checkRecipient(deps.geo, input, { email: false });
  const address = makeAddress(deps, actor, input, checked, { isRecipient: true, isSaved: false });
  insertAddress(deps.db, address);
  return address.id;
}

/** Makes the items of the file. An article keeps its id, by which scanned pieces are counted. */
function itemsOf(
  deps: TakeDeps,
  before: readonly Item[],
  wanted: NonNullable<FileContent["items"]>,
): Item[] {
  const left = [...before];
  return wanted.map((item) => {
    const at = left.findIndex((known) => articleKey(known) === articleKey(item));
    const [known] = at === -1 ? [] : left.splice(at, 1);
    return known === undefined
      ? makeItem(deps, { ...NO_PRICES, ...item })
      : { ...known, quantity: item.quantity };
  });
}

const NO_PRICES: Omit<
  ItemInput,
  "title" | "variantTitle" | "sku" | "ean" | "imageURL" | "quantity"
> = {
  unitPrice: "",
  totalPrice: "",
  unitWeight: "",
  massUnit: "",
  currency: "",
  countryOfOrigin: "",
};
