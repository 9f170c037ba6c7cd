/** Shipments as they are answered, who may see them, and the one door through which their state changes. */
import { AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { fold } from "../base/text.ts";
import { measureText } from "../base/units.ts";
import type { Address } from "../addresses/addresses.schema.ts";
import { present as presentAddress } from "../addresses/addresses.service.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import { recordFact } from "../db/change.ts";
import type { SqlRow } from "../db/database.ts";
import type { Actor, Deps } from "../deps.ts";
import { labelLink, trackingLink } from "../labels/label-links.ts";
import { presentOffer, presentOffers, priceTexts, type StoredOffer } from "../offers/offers.service.ts";
import { getRegisters, type Registers } from "../organizations/organizations.service.ts";
import { presentTracking } from "../tracking/tracking.service.ts";
import type { Item, Order, Shipment } from "./shipments.schema.ts";
import { gatherAddresses, gatherBeside, gatherNow, hasLabel, type FrozenAddresses, type ShipmentParts } from "./shipment-parts.ts";
import * as store from "./shipments.store.ts";
import { move, type ShipmentEvent, type ShipmentStatus } from "./status-machine.ts";

export type ShipmentRow = store.ShipmentRow;
export type ShipmentAddresses = { readonly sender: Address; readonly recipient: Address; readonly return: Address };

/** @throws AppError E1051 when there is none, or none that this member may see. */
export function getShipmentRow(deps: Deps, actor: Actor, id: string): ShipmentRow {
  const row = store.findShipment(deps.db, actor.organizationID, id);
  if (row === undefined || !maySee(actor, row)) throw new AppError("E1051");
  return row;
}

export function maySee(actor: Actor, row: Pick<ShipmentRow, "created_by">): boolean {
  return actor.role !== "limitedAccessUser" || row.created_by === actor.memberID;
}

export function getShipment(deps: Deps, actor: Actor, id: string, origin: string): Shipment {
  return presentShipment(deps, getShipmentRow(deps, actor, id), origin);
}

/** By id alone: for links that carry their own proof. */
export function findShipmentRow(deps: Deps, id: string): ShipmentRow | undefined {
  return store.findShipmentAnywhere(deps.db, id);
}

/** By id alone: for what this station does by itself. */
export function requireShipment(deps: Deps, id: string): ShipmentRow {
  const row = findShipmentRow(deps, id);
  if (row === undefined) throw new AppError("E1051");
  return row;
}

export function countWaiting(deps: Deps, actor: Actor): number {
  const count = (status: string): number => store.countByStatus(deps.db, actor.organizationID, { status, createdBy: onlyOf(actor) });
  return count("CREATED") + count("GOT_OFFERS");
}

export function listWaiting(deps: Deps, actor: Actor, limit: number): ShipmentRow[] {
  return store.listWaiting(deps.db, { organizationID: actor.organizationID, createdBy: onlyOf(actor) ?? null, limit });
}

/** The member whose shipments alone the actor sees; undefined: it sees all of the organization. */
export function onlyOf(actor: Actor): string | undefined {
  return actor.role === "limitedAccessUser" ? actor.memberID : undefined;
}

/** What a scan may mean, in this order: the barcode of a label, an order number, a shipment number. */
export function findByScan(deps: Deps, actor: Actor, code: string): ShipmentRow | undefined {
  const { db } = deps;
  const candidates = [
    store.findByBarcode(db, actor.organizationID, code),
    ...store.listByOrderNumber(db, actor.organizationID, code),
    /^#?\d{1,12}$/.test(code) ? store.findByNumber(db, actor.organizationID, Number(code.replace("#", ""))) : undefined,
  ];
  return candidates.find((row) => row !== undefined && maySee(actor, row));
}

/**
 * The shipment that stands for the same order as a cancelled one. Order numbers of two shops may be equal: the source
 * says which order is meant, and without one the recipient does.
 */
export function findLiveOfOrder(deps: Deps, actor: Actor, row: ShipmentRow): ShipmentRow | undefined {
  const isSame = (other: ShipmentRow): boolean =>
    (row.store_identifier !== "" && other.store_identifier === row.store_identifier && other.merchant_code === row.merchant_code) || other.recipient_address_id === row.recipient_address_id;
  return store
    .listByOrderNumber(deps.db, row.organization_id, row.order_number)
    .find((other) => other.status !== "CANCELED" && other.is_return === row.is_return && maySee(actor, other) && isSame(other));
}

/**
 * Moves a shipment by an event, or by several one after the other, with the columns that change along. Inside a commit.
 *
 * @returns Whether the events fitted moves; if not, nothing was written.
 */
export function moveShipment(
  deps: Deps,
  row: Pick<ShipmentRow, "id" | "status" | "is_return" | "organization_id" | "created_by">,
  events: ShipmentEvent | readonly ShipmentEvent[],
  fields: SqlRow = {},
): boolean {
  let to: ShipmentStatus | undefined = row.status;
  for (const event of [events].flat()) to = to === undefined ? undefined : move(to, event, row.is_return === 1);
  if (to === undefined) return false;
  updateShipment(deps, row, { ...fields, status: to });
  return true;
}

/** Changes columns without a move. Inside a commit. */
export function updateShipment(deps: Deps, row: Pick<ShipmentRow, "id" | "organization_id" | "created_by">, fields: SqlRow): void {
  store.updateShipment(deps.db, row.id, { ...fields, updated_at: deps.now() });
  recordFact(deps, { topic: "shipment.changed", organizationID: row.organization_id, subjectID: row.id, visibleTo: row.created_by, payload: "status" in fields ? { statusCode: fields["status"] } : null });
}

/** Writes what free text finds this shipment by. Inside a commit. */
export function indexShipment(deps: Deps, row: ShipmentRow, recipient: { name: string; phone: string; email: string; cityName: string; districtName: string }): void {
  const words = [row.number, row.order_number, row.barcode, row.tracking_number, recipient.name, recipient.phone, recipient.email, recipient.districtName, recipient.cityName];
  store.writeSearchText(deps.db, row.seq, fold(words.filter((w) => w !== "").join(" ")));
}

export function findOrderOf(deps: Deps, row: Pick<ShipmentRow, "order_id">): store.OrderRow | undefined {
  return row.order_id === null ? undefined : store.findOrder(deps.db, row.order_id);
}

/** What the recipient pays for the order, minor units; undefined without an order. */
export function orderTotal(deps: Deps, row: Pick<ShipmentRow, "order_id">): { amount: number; currency: string } | undefined {
  const order = findOrderOf(deps, row);
  return order === undefined ? undefined : { amount: order.total_amount, currency: order.total_amount_currency };
}

/** The three addresses: as they were at purchase once bought, else as they are now. */
export function addressesOf(deps: Deps, row: ShipmentRow): ShipmentAddresses {
  return presentAddresses(deps, addressRowsOf(deps, row), getRegisters(deps, row.organization_id));
}

function presentAddresses(deps: Pick<Deps, "geo">, rows: FrozenAddresses, registers: Registers): ShipmentAddresses {
  const sender = presentAddress(deps, rows.sender, registers);
  return { sender, recipient: presentAddress(deps, rows.recipient, registers), return: rows.return === null ? sender : presentAddress(deps, rows.return, registers) };
}

/** What a shipment keeps of its addresses when it is bought. */
export function freezeAddresses(deps: Deps, row: ShipmentRow): string {
  return JSON.stringify(addressRowsOf(deps, row));
}

function addressRowsOf(deps: Deps, row: ShipmentRow): FrozenAddresses {
  const [addresses] = gatherAddresses(deps.db, [row]);
  if (addresses === undefined) throw new Error(`no addresses were gathered for shipment ${row.id}`);
  return addresses;
}

/** One shipment, read here and now. @param origin The station's address as the caller wrote it; label links start with it. */
export function presentShipment(deps: Pick<Deps, "db" | "geo">, row: ShipmentRow, origin: string): Shipment {
  const [parts] = gatherNow(deps.db, [row]);
  if (parts === undefined) throw new Error(`no parts were gathered for shipment ${row.id}`);
  return presentParts(deps, parts, getRegisters(deps, row.organization_id), origin);
}

/** Shipments of one organization, read beside the writer. @param rows What `deps.reader` has read. */
export async function presentShipments(deps: Pick<Deps, "db" | "geo" | "reader">, rows: readonly ShipmentRow[], origin: string): Promise<Shipment[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const registers = getRegisters(deps, first.organization_id);
  return (await gatherBeside(deps.reader, rows)).map((parts) => presentParts(deps, parts, registers, origin));
}

/** Reads no row of a shipment: `deps.db` is for the secret that signs links. */
function presentParts(deps: Pick<Deps, "db" | "geo">, parts: ShipmentParts, registers: Registers, origin: string): Shipment {
  const { row, order } = parts;
  const addresses = presentAddresses(deps, parts.addresses, registers);
  const accepted = row.accepted_offer === null ? null : (JSON.parse(row.accepted_offer) as StoredOffer);
  const items = JSON.parse(row.items) as Item[];
  const size = { length: text(row.length), width: text(row.width), height: text(row.height), weight: text(row.weight) };
  const isLabelled = hasLabel(row);
  const link = isLabelled ? labelLink(deps.db, origin, row.id) : "";
  return {
    id: row.id,
    organizationShipmentID: row.number,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    test: row.test === 1,
    statusCode: row.status,
    ...priceTexts(accepted ?? { amount_minor: 0, tax_minor: 0, vat_minor: 0, total_minor: 0 }),
    ...size,
    desi: measureText(row.desi),
    oldDesi: measureText(row.desi),
    oldWeight: size.weight,
    distanceUnit: row.distance_unit,
    massUnit: row.mass_unit,
    useWeightOfItems: false,
    useDimensionsOfItems: false,
    trackingStatus: parts.tracking === undefined ? null : presentTracking(parts.tracking),
    trackingNumber: row.tracking_number,
    trackingUrl: isLabelled && row.provider_service_code === TEST_SERVICE ? trackingLink(deps.db, origin, row.id) : row.tracking_url,
    barcode: row.barcode,
    labelFileType: row.label_file_type,
    labelURL: isLabelled ? `${link}.${row.label_file_type === "ZPL" ? "zpl" : "pdf"}` : "",
    responsiveLabelURL: isLabelled ? `${link}.html` : "",
    hidePackageContentOnTag: row.hide_contents === 1,
    shipmentDate: row.shipment_date,
    packageAcceptedAt: row.accepted_at,
    cancelDate: row.cancel_date,
    invoiceGenerated: false,
    invoiceID: null,
    refundInvoiceID: null,
    productPaymentOnDelivery: row.payment_on_delivery === 1,
    orderID: row.order_id,
    order: order === undefined ? null : presentOrder(order, items),
    senderAddressID: row.sender_address_id,
    senderAddress: addresses.sender,
    recipientAddressID: row.recipient_address_id,
    recipientAddress: addresses.recipient,
    returnAddressID: row.return_address_id,
    parcelTemplateID: row.parcel_template_id,
    createReturnLabel: false,
    offers: presentOffers(parts.round, parts.offers, size, accepted?.id ?? null),
    acceptedOfferID: accepted?.id ?? null,
    acceptedOffer: accepted === null ? null : presentOffer(accepted, accepted.id),
    providerCode: row.provider_code,
    providerServiceCode: row.provider_service_code,
    providerAccountID: row.provider_account_id,
    enableAutomation: false,
    items,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    providerBranchName: null,
    providerInvoiceNo: null,
    providerReceiptNo: null,
    providerSerialNo: null,
    hasError: row.last_error_code !== null,
    lastErrorMessage: row.last_error_message,
    lastErrorCode: row.last_error_code,
    isReturned: row.is_returned === 1,
    isReturn: row.is_return === 1,
    isTrackingOnly: false,
    isRecipientSmsActivated: false,
    tenantId: null,
  };
}

function presentOrder(row: store.OrderRow, items: readonly Item[]): Order {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    itemIDs: items.map((i) => i.id),
    buyerShippingCost: moneyText(row.buyer_shipping_cost),
    buyerShippingCostCurrency: row.total_amount_currency,
    buyerShipmentMethod: row.buyer_shipment_method,
    totalAmount: moneyText(row.total_amount),
    totalTax: moneyText(row.total_tax),
    totalAmountCurrency: row.total_amount_currency,
    sourceCode: row.source_code,
    sourceIdentifier: row.source_identifier,
    orderNumber: row.order_number,
    orderCode: row.order_code,
    notes: row.notes,
    merchantCode: row.merchant_code,
    organizationID: row.organization_id,
  };
}

/** "" when it was never given. */
function text(value: number | null): string {
  return value === null ? "" : measureText(value);
}
