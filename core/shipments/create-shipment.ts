/**
 * Making a shipment: its addresses, order, items and size are checked, written, and the carriers are asked, in one
 * commit. Whatever breaks a rule breaks it before anything is written.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { moneyText, parseMoney, type Minor } from "../base/money.ts";
import { toCm, toKg, type Instant } from "../base/units.ts";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import { findAddressRow, maySeeAddress, saveAddress } from "../addresses/addresses.service.ts";
import { checkRecipient, type Place } from "../addresses/check-address.ts";
import type { Quote, QuoteRequest } from "../carriers/carrier.ts";
import { commit, recordFact } from "../db/change.ts";
import { takeNumber } from "../db/number-range.ts";
import type { Actor, Deps } from "../deps.ts";
import { quoteShipment, type QuoteSubject } from "../offers/quote-shipment.ts";
import { getRegisters } from "../organizations/organizations.service.ts";
import { volumetricDesi } from "../parcels/desi.ts";
import { requireTemplate } from "../parcels/parcels.service.ts";
import { addressesOf, indexShipment, orderTotal, requireShipment } from "./shipments.service.ts";
import type { Item, ItemInput, ShipmentInput } from "./shipments.schema.ts";
import { makeOrder, writeOrder, type Imported } from "./make-order.ts";
import { insertShipment, type ShipmentRow } from "./shipments.store.ts";

export type CreateOptions = {
  /** Whether the recipient's e-mail must be there. */
  readonly needsEmail: boolean;
  /** False: the order waits without offers (CREATED) until it is opened. */
  readonly quote: boolean;
  readonly only?: (quote: Quote) => boolean;
  readonly isReturnOf?: string;
  /** Addresses are taken as they are, deleted ones and recipients as senders too: a return and a copy name what their original had. */
  readonly anyAddress?: boolean;
  /** Its label is bought in the same commit, and that writes what free text finds it by. */
  readonly boughtAtOnce?: boolean;
  /** Read from an order file: such an order is taken once. */
  readonly imported?: Imported;
};

/** @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054 */
export function createShipment(deps: Deps, actor: Actor, input: ShipmentInput, options: CreateOptions): ShipmentRow {
  return commit(deps, () => {
    const now = deps.now();
    const { organizationID } = actor;
    const senderID = senderOf(deps, organizationID, input, options);
    const returnID = returnOf(deps, actor, input, senderID, options);
    const recipient = recipientOf(deps, actor, input, options);
    const size = sizeOf(deps, organizationID, input);
    const items = input.items.map((item) => makeItem(deps, item));
    const order = input.order === undefined ? undefined : makeOrder(deps, organizationID, input.order, { collects: input.productPaymentOnDelivery, imported: options.imported });
    if (order === undefined && input.productPaymentOnDelivery) {
      throw new AppError("E1057", "Cash on delivery needs order.totalAmount and order.totalAmountCurrency.");
    }
    if (order !== undefined) writeOrder(deps, order, options.imported?.orderID);
    const recipientID = typeof recipient === "string" ? recipient : saveAddress(deps, actor, recipient.input, recipient.place, { isRecipient: true, isSaved: false }).id;
    const row = {
      id: deps.newId(),
      created_at: now,
      updated_at: now,
      organization_id: organizationID,
      number: takeNumber(deps.db, `shipments:${organizationID}`, 1),
      created_by: actor.memberID,
      test: input.test ? 1 : 0,
      status: options.quote ? ("GOT_OFFERS" as const) : ("CREATED" as const),
      ...size,
      sender_address_id: senderID,
      return_address_id: returnID,
      recipient_address_id: recipientID,
      frozen_addresses: null,
      order_id: order?.id ?? null,
      order_number: order?.order_number ?? "",
      merchant_code: order?.merchant_code ?? "",
      store_identifier: order?.source_identifier ?? "",
      items: JSON.stringify(items),
      metadata: JSON.stringify(input.metadata ?? {}),
      payment_on_delivery: input.productPaymentOnDelivery ? 1 : 0,
      hide_contents: input.hidePackageContentOnTag ? 1 : 0,
      is_return: options.isReturnOf === undefined ? 0 : 1,
      is_returned: 0,
      original_shipment_id: options.isReturnOf ?? null,
      provider_code: "",
      provider_service_code: "",
      provider_account_id: null,
      accepted_offer: null,
      amount_minor: 0,
      barcode: "",
      tracking_number: "",
      tracking_url: "",
      label_file_type: "",
      shipment_date: null,
      accepted_at: null,
      cancel_date: null,
      last_error_code: null,
      last_error_message: null,
    };
    const seq = insertShipment(deps.db, row);
    const whole = { ...row, seq };
    const addresses = addressesOf(deps, whole);
    if (options.boughtAtOnce !== true) indexShipment(deps, whole, addresses.recipient);
    if (options.quote) quoteShipment(deps, subjectOf(deps, whole, order?.total_amount ?? null, options.only));
    recordFact(deps, { topic: "shipment.changed", organizationID, subjectID: row.id, visibleTo: actor.memberID, payload: { statusCode: row.status } });
    return whole;
  });
}

/** What a remote carrier is asked about a shipment, as it is now. */
export function remoteSubject(deps: Deps, shipmentID: string): QuoteSubject & { readonly organizationID: string; readonly createdBy: string } {
  const row = requireShipment(deps, shipmentID);
  return { ...subjectOf(deps, row, orderTotal(deps, row)?.amount ?? null), organizationID: row.organization_id, createdBy: row.created_by };
}

/** What the carriers are asked about a shipment. */
export function subjectOf(deps: Deps, row: ShipmentRow, collect: number | null, only?: (quote: Quote) => boolean): QuoteSubject {
  const { sender, recipient } = addressesOf(deps, row);
  const { length, width, height, weight } = row;
  // Weight alone is a size too: a document or a bag is charged by its kilograms.
  const hasSize = weight !== null || (length !== null && width !== null && height !== null);
  const request: QuoteRequest = {
    organizationID: row.organization_id,
    from: { countryCode: sender.countryCode, cityCode: sender.cityCode, districtID: sender.districtID },
    to: { countryCode: recipient.countryCode, cityCode: recipient.cityCode, districtID: recipient.districtID },
    parcel: {
      lengthCm: toCm(length ?? 0, row.distance_unit),
      widthCm: toCm(width ?? 0, row.distance_unit),
      heightCm: toCm(height ?? 0, row.distance_unit),
      weightKg: toKg(weight ?? 0, row.mass_unit),
    },
    collect: row.payment_on_delivery === 1 ? ((collect ?? 0) as Minor) : null,
    at: deps.now() as Instant,
  };
  return { shipmentID: row.id, test: row.test === 1, request: hasSize ? request : null, ...(only === undefined ? {} : { only }) };
}

function senderOf(deps: Deps, organizationID: string, input: ShipmentInput, { anyAddress }: CreateOptions): string {
  if (input.senderAddressID === "") {
    const { sender } = getRegisters(deps, organizationID);
    if (sender === null) throw new AppError("E1068", "senderAddressID: none was given and the organization has no default sender address. Create one first.");
    return sender;
  }
  const row = findAddressRow(deps, organizationID, input.senderAddressID);
  const fits = row !== undefined && (anyAddress === true || (row.is_active === 1 && row.is_recipient === 0));
  if (!fits) throw new AppError("E1068", undefined, { senderAddressID: input.senderAddressID });
  return row.id;
}

function returnOf(deps: Deps, actor: Actor, input: ShipmentInput, senderID: string, { anyAddress }: CreateOptions): string {
  if (input.returnAddressID === "") return senderID;
  const row = findAddressRow(deps, actor.organizationID, input.returnAddressID);
  if (row === undefined || (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))) throw new AppError("E1068", "returnAddressID: there is no such address.", { returnAddressID: input.returnAddressID });
  return row.id;
}

function recipientOf(deps: Deps, actor: Actor, input: ShipmentInput, { anyAddress, needsEmail }: CreateOptions): string | { input: AddressInput; place: Place } {
  if (input.recipientAddressID !== "") {
    const row = findAddressRow(deps, actor.organizationID, input.recipientAddressID);
    if (row === undefined || (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))) throw new AppError("E1056", "recipientAddressID: there is no such address.");
    return row.id;
  }
  if (input.recipientAddress === undefined) throw new AppError("E1129", "recipientAddress or recipientAddressID: one of the two must be given.");
  return { input: input.recipientAddress, place: checkRecipient(deps.geo, input.recipientAddress, { email: needsEmail }) };
}

type SizeColumns = Pick<ShipmentRow, "length" | "width" | "height" | "distance_unit" | "weight" | "mass_unit" | "desi" | "parcel_template_id">;

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

function makeItem(deps: Deps, input: ItemInput): Item {
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
