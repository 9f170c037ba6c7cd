/** What a shipment's input names: addresses, size and items, each checked by its rule. */
import { AppError, isAppError } from "../base/errors.ts";
import { moneyText, parseMoney } from "../base/money.ts";
import { checkRecipient, makeAddress, maySeeAddress } from "../addresses/address.ts";
import { findAddress, type AddressRow } from "../addresses/addresses.service.ts";
import type { Actor, Deps } from "../deps.ts";
import { getDefaultAddresses } from "../organizations/organizations.service.ts";
import { volumetricDesi } from "../base/units.ts";
import { requireTemplate } from "../parcels/parcels.service.ts";
import type { Item, ItemInput, ShipmentInput } from "./shipments.schema.ts";
import type { ParcelColumns, ShipmentColumns } from "./shipments.store.ts";

/** How freely the input may name addresses. */
type AddressOptions = {
  /** Whether the recipient's e-mail must be there. */
  readonly needsEmail: boolean;
  /** Addresses are taken as they are, deleted ones and recipients as senders too: a return and a copy name what their original had. */
  readonly anyAddress?: boolean;
};

/** @throws AppError E1068 */
export function senderOf(deps: Deps, organizationID: string, input: ShipmentInput, { anyAddress }: AddressOptions): AddressRow {
  const { sender } = getDefaultAddresses(deps.db, organizationID);
  const id = input.senderAddressID === "" ? sender : input.senderAddressID;
  if (id === null) throw new AppError("E1068", "senderAddressID: none was given and the organization has no default sender address. Create one first.");
  const row = findAddress(deps.db, organizationID, id);
  const fits = row !== undefined && (anyAddress === true || input.senderAddressID === "" || (row.is_active === 1 && row.is_recipient === 0));
  if (!fits) throw new AppError("E1068", undefined, { senderAddressID: id });
  return row;
}

/** @throws AppError E1068 */
export function returnOf(deps: Deps, actor: Actor, input: ShipmentInput, sender: AddressRow, { anyAddress }: AddressOptions): AddressRow {
  if (input.returnAddressID === "" || input.returnAddressID === sender.id) return sender;
  const row = findAddress(deps.db, actor.organizationID, input.returnAddressID);
  if (row === undefined || (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))) throw new AppError("E1068", "returnAddressID: there is no such address.", { returnAddressID: input.returnAddressID });
  return row;
}

/** The recipient, found or made; a new one is not written yet. @throws AppError E1056, E1129 to E1136 */
export function recipientOf(deps: Deps, actor: Actor, input: ShipmentInput, { anyAddress, needsEmail }: AddressOptions): { row: AddressRow; isNew: boolean } {
  if (input.recipientAddressID !== "") {
    const row = findAddress(deps.db, actor.organizationID, input.recipientAddressID);
    if (row === undefined || (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))) throw new AppError("E1056", "recipientAddressID: there is no such address.");
    return { row, isNew: false };
  }
  if (input.recipientAddress === undefined) throw new AppError("E1129", "recipientAddress or recipientAddressID: one of the two must be given.");
  const place = checkRecipient(deps.geo, input.recipientAddress, { email: needsEmail });
  return { row: makeAddress(deps, actor, input.recipientAddress, place, { isRecipient: true, isSaved: false }), isNew: true };
}

type SizeColumns = ParcelColumns & Pick<ShipmentColumns, "desi">;

/** A template gives the sides and their unit; weight and its unit still come from the request, else from the template. */
export function sizeOf(deps: Deps, organizationID: string, input: Pick<ShipmentInput, "length" | "width" | "height" | "distanceUnit" | "weight" | "massUnit" | "parcelTemplateID">): SizeColumns {
  const template = input.parcelTemplateID === "" ? undefined : templateOf(deps, organizationID, input.parcelTemplateID);
  const sides = template ?? { length: input.length ?? null, width: input.width ?? null, height: input.height ?? null };
  const unit = template?.distance_unit ?? input.distanceUnit ?? "cm";
  const ownWeight = input.weight !== undefined || template === undefined;
  return {
    length: sides.length,
    width: sides.width,
    height: sides.height,
    distance_unit: unit,
    weight: ownWeight ? (input.weight ?? null) : template.weight,
    mass_unit: ownWeight ? (input.massUnit ?? "kg") : template.mass_unit,
    desi: volumetricDesi(sides, unit),
    parcel_template_id: template?.id ?? null,
  };
}

function templateOf(deps: Deps, organizationID: string, id: string) {
  try {
    return requireTemplate(deps, organizationID, id);
  } catch (error) {
    if (isAppError(error, "E2012")) throw new AppError("E1067", "parcelTemplateID: there is no such parcel template.");
    throw error;
  }
}

/** An item with its id, money as text. */
export function makeItem(deps: Deps, input: ItemInput): Item {
  const money = (text: string): string => moneyText(parseMoney(text) ?? 0);
  const now = deps.now();
  return {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    title: input.title,
    variantTitle: input.variantTitle,
    quantity: Math.max(1, Math.round(input.quantity ?? 1)),
    unitWeight: input.unitWeight,
    totalPrice: money(input.totalPrice),
    totalPriceLocal: money(input.totalPrice),
    massUnit: input.massUnit,
    unitPrice: money(input.unitPrice),
    currency: input.currency,
    unitPriceLocal: money(input.unitPrice),
    currencyLocal: input.currency,
    countryOfOrigin: input.countryOfOrigin,
    maxShipTime: null,
    maxDeliveryTime: null,
    sku: input.sku,
  };
}
