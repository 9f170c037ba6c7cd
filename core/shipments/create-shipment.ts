/**
 * Making a shipment: its addresses, order, items and size are checked, written, and the carriers are asked, in one
 * transaction. Whatever breaks a rule breaks it before anything is written.
 */
import { derivedId } from "../base/derived-id.ts";
import { AppError } from "../base/errors.ts";
import { insertAddress } from "../addresses/addresses.service.ts";
import type { Quote } from "../carriers/carrier.ts";
import { inTransaction } from "../db/change.ts";
import { takeNumber } from "../db/number-range.ts";
import type { Actor, Deps } from "../deps.ts";
import { quoteShipment, saveRateRequest, type QuoteSubject } from "../offers/quote-shipment.ts";
import { consign, type Consigned } from "./consign-shipment.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { addressRowsOf, findOrderOf, noteFact, requireShipment } from "./shipments.service.ts";
import { makeItem, recipientOf, returnOf, senderOf, sizeOf } from "./shipment-input.ts";
import type { ShipmentInput } from "./shipments.schema.ts";
import { makeOrder, writeOrder, type Imported } from "./make-order.ts";
import { writeItems } from "./stored-items.ts";
import type { FrozenAddresses } from "./purchase-snapshot.ts";
import { insertShipment, isShipmentKnown, type FoldedColumns, type OrderRow, type ParcelColumns, type ShipmentColumns, type ShipmentRow } from "./shipments.store.ts";

export type CreateOptions = {
  /** Whether the recipient's e-mail must be there. */
  readonly needsEmail: boolean;
  /** False: the order waits without offers (CREATED) until it is opened. */
  readonly quote: boolean;
  readonly only?: (quote: Quote) => boolean;
  readonly isReturnOf?: string;
  /** Addresses are taken as they are, deleted ones and recipients as senders too: a return and a copy name what their original had. */
  readonly anyAddress?: boolean;
  /** Read from an order file: such an order is taken once. */
  readonly imported?: Imported;
  /** The cancelled shipment in whose place it is sent. */
  readonly insteadOf?: string;
  /** It is drafted to ask carriers about it, and never written: no number is taken. */
  readonly isTrial?: boolean;
};

/** @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054 */
export function createShipment(deps: Deps, actor: Actor, input: ShipmentInput, options: CreateOptions): ShipmentRow {
  return inTransaction(deps, () => {
    const draft = draftShipment(deps, actor, input, options);
    if (options.quote) saveRateRequest(deps, quoteShipment(deps, subjectOf(deps, draft, options.only)));
    const row = writeShipment(deps, draft, { status: options.quote ? "GOT_OFFERS" : "CREATED" });
    if (options.quote) noteFact(deps, draft.columns.id, "quoted", null);
    return row;
  });
}

/** A shipment that is checked and whole, and of which nothing is written yet. */
export type ShipmentDraft = {
  readonly columns: Omit<ShipmentColumns, keyof FoldedColumns>;
  readonly parcel: ParcelColumns;
  readonly addresses: FrozenAddresses;
  /** The recipient is new and is written along. */
  readonly isNewRecipient: boolean;
  readonly order: OrderRow | undefined;
  /** Of the order of an earlier file, which is written anew. */
  readonly knownOrderID: string | undefined;
};

/**
 * Checks everything and takes the shipment's number. Writes nothing else. Inside a transaction.
 *
 * @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054
 */
export function draftShipment(deps: Deps, actor: Actor, input: ShipmentInput, options: CreateOptions): ShipmentDraft {
  const now = deps.now();
  const { organizationID } = actor;
  const sender = senderOf(deps, organizationID, input, options);
  const back = returnOf(deps, actor, input, sender, options);
  const recipient = recipientOf(deps, actor, input, options);
  const { desi, ...parcel } = sizeOf(deps, organizationID, input);
  const items = input.items.map((item) => makeItem(deps, item));
  const order = input.order === undefined ? undefined : makeOrder(deps, organizationID, input.order, { isCashOnDelivery: input.productPaymentOnDelivery, imported: options.imported });
  if (order === undefined && input.productPaymentOnDelivery) {
    throw new AppError("E1057", "Cash on delivery needs order.totalAmount and order.totalAmountCurrency.");
  }
  const columns = {
    id: shipmentIDOf(deps, order, options),
    created_at: now,
    updated_at: now,
    organization_id: organizationID,
    number: options.isTrial === true ? 0 : takeNumber(deps.db, `shipments:${organizationID}`, 1),
    created_by: actor.memberID,
    test: input.test ? 1 : 0,
    desi,
    sender_address_id: sender.id,
    return_address_id: back.id,
    recipient_address_id: recipient.row.id,
    order_id: order?.id ?? null,
    order_number: order?.order_number ?? "",
    merchant_code: order?.merchant_code ?? "",
    store_identifier: order?.source_identifier ?? "",
    items: writeItems(items),
    metadata: JSON.stringify(input.metadata ?? {}),
    payment_on_delivery: input.productPaymentOnDelivery ? 1 : 0,
    hide_contents: input.hidePackageContentOnTag ? 1 : 0,
    is_return: options.isReturnOf === undefined ? 0 : 1,
    is_returned: 0,
    original_shipment_id: options.isReturnOf ?? null,
  };
  const addresses = { sender, recipient: recipient.row, return: back.id === sender.id ? null : back };
  return { columns, parcel, addresses, isNewRecipient: recipient.isNew, order, knownOrderID: options.imported?.orderID };
}

/**
 * Writes a draft with the columns that its facts fold to; the caller writes the facts. Inside a transaction.
 *
 * @returns The row, without the purchase's snapshot.
 */
export function writeShipment(deps: Deps, draft: ShipmentDraft, folded: Partial<FoldedColumns> & Pick<FoldedColumns, "status">): ShipmentRow {
  const { columns, parcel, addresses, order } = draft;
  if (order !== undefined) writeOrder(deps, order, draft.knownOrderID);
  if (draft.isNewRecipient) insertAddress(deps.db, addresses.recipient);
  const row = { ...columns, ...UNBOUGHT, ...folded };
  const seq = insertShipment(deps.db, row, parcel);
  recordFact(deps, { topic: "shipment.changed", organizationID: row.organization_id, subjectID: row.id, visibleTo: row.created_by, payload: { statusCode: row.status } });
  return { ...row, ...parcel, seq, purchase: null, purchase_sender: null };
}

/**
 * A shipment that several stations may make apart from each other has an id that all of them make: the first one of an
 * imported order, and the next one after each cancellation.
 */
function shipmentIDOf(deps: Deps, order: OrderRow | undefined, { imported, insteadOf }: CreateOptions): string {
  if (insteadOf !== undefined) return firstFree(deps, "shipment instead of", insteadOf);
  if (imported === undefined || order === undefined) return deps.newId();
  return imported.orderID === undefined ? derivedId("shipment", order.id) : firstFree(deps, "shipment", order.id);
}

function firstFree(deps: Deps, ...parts: readonly string[]): string {
  let n = 1;
  while (isShipmentKnown(deps.db, derivedId(...parts, n))) n += 1;
  return derivedId(...parts, n);
}

const UNBOUGHT: Omit<FoldedColumns, "status"> = {
  purchase_id: null,
  provider_code: "",
  provider_service_code: "",
  provider_account_id: null,
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
  has_conflict: 0,
};

/** What a remote carrier is asked about a shipment, as it is now. */
export function remoteSubject(deps: Deps, shipmentID: string): QuoteSubject & { readonly createdBy: string } {
  const row = requireShipment(deps, shipmentID);
  return { ...subjectOf(deps, draftOf(deps, row)), createdBy: row.created_by };
}

/** A stored shipment in the form that carriers are asked about. */
export function draftOf(deps: Deps, row: ShipmentRow): Consigned {
  return { columns: row, parcel: row, addresses: addressRowsOf(deps, row), order: findOrderOf(deps, row) };
}

/** What the carriers are asked about a shipment. */
export function subjectOf(deps: Deps, shipment: Consigned, only?: (quote: Quote) => boolean): QuoteSubject {
  const { id, organization_id, test } = shipment.columns;
  return { shipmentID: id, organizationID: organization_id, test: test === 1, consignment: consign(shipment, deps.now()), ...(only === undefined ? {} : { only }) };
}
