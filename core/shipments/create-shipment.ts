/**
 * Making a shipment: its addresses, order, items and size are checked, written, and the carriers
 * are asked, in one transaction. Whatever breaks a rule breaks it before anything is written.
 */
import { derivedId } from "../base/derived-id.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { volumetricDesi } from "../base/units.ts";
import { checkRecipient, makeAddress, maySeeAddress } from "../addresses/address.ts";
import { findAddress, insertAddress, type AddressRow } from "../addresses/addresses.service.ts";
import type { Quote } from "../carriers/carrier.ts";
import { inTransaction } from "../db/change.ts";
import { takeNumber } from "../db/number-range.ts";
import type { Actor, Deps } from "../deps.ts";
import { quoteShipment, saveRateRequest } from "../offers/quote-shipment.ts";
import { getDefaultAddresses } from "../organizations/organizations.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { requireTemplate } from "../parcels/parcels.service.ts";
import { subjectOf } from "./consign-shipment.ts";
import { makeItem, makeOrder, writeOrder, type Imported } from "./make-order.ts";
import type { OrderRow } from "./orders.store.ts";
import { UNBOUGHT, type FrozenAddresses } from "./purchase-snapshot.ts";
import type { ShipmentInput } from "./shipments.schema.ts";
import {
  insertFact,
  insertShipment,
  isShipmentKnown,
  writeItems,
  type FactRow,
  type FoldedColumns,
  type ParcelColumns,
  type ShipmentColumns,
  type ShipmentRow,
} from "./shipments.store.ts";

export type CreateOptions = {
  /** Whether the recipient's e-mail must be there. */
  readonly needsEmail: boolean;
  /** False: the order waits without offers (CREATED) until it is opened. */
  readonly quote: boolean;
  readonly only?: (quote: Quote) => boolean;
  readonly isReturnOf?: string;
  /**
   * Addresses are taken as they are, deleted ones and recipients as senders too: a return and a
   * copy name what their original had.
   */
  readonly anyAddress?: boolean;
  /** Read from an order file: such an order is taken once. */
  readonly imported?: Imported;
  /** The cancelled shipment in whose place it is sent. */
  readonly insteadOf?: string;
  /** Another box of an order that is here already: it keeps the order as it is. */
  readonly box?: { readonly no: number; readonly order: OrderRow };
  /** It is drafted to ask carriers about it, and never written: no number is taken. */
  readonly isTrial?: boolean;
};

/**
 * Writes a shipment with its offers, or without where `options` want none.
 * @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054
 */
export function createShipment(
  deps: Deps,
  actor: Actor,
  input: ShipmentInput,
  options: CreateOptions,
): ShipmentRow {
  return inTransaction(deps, () => {
    const draft = draftShipment(deps, actor, input, options);
    if (options.quote)
      saveRateRequest(deps, quoteShipment(deps, subjectOf(deps, draft, options.only)));
    return options.quote
      ? writeShipment(deps, draft, { status: "GOT_OFFERS" }, { events: "quoted", source_id: null })
      : writeShipment(deps, draft, { status: "CREATED" });
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
  /** The order has a row already, which stays as it is. */
  readonly isOrderKept: boolean;
  /** Boxes of its order that are known, itself among them. */
  readonly boxCount: number;
};

/**
 * Checks everything and takes the shipment's number. Writes nothing else. Inside a transaction.
 *
 * @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054
 */
export function draftShipment(
  deps: Deps,
  actor: Actor,
  input: ShipmentInput,
  options: CreateOptions,
): ShipmentDraft {
  const now = deps.now();
  const { organizationID } = actor;
  const sender = senderOf(deps, organizationID, input, options);
  const back = returnOf(deps, actor, input, sender, options);
  const recipient = recipientOf(deps, actor, input, options);
  const { desi, ...parcel } = sizeOf(deps, organizationID, input);
  const items = input.items.map((item) => makeItem(deps, item));
  const order =
    options.box !== undefined
      ? options.box.order
      : input.order === undefined
        ? undefined
        : makeOrder(deps, organizationID, input.order, {
            isCashOnDelivery: input.productPaymentOnDelivery,
            imported: options.imported,
          });
  if (order === undefined && input.productPaymentOnDelivery) {
    throw new AppError(
      "E1057",
      "Cash on delivery needs order.totalAmount and order.totalAmountCurrency.",
    );
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
    box_no: options.box?.no ?? 1,
    hold_reason: "",
  };
  const addresses = {
    sender,
    recipient: recipient.row,
    return: back.id === sender.id ? null : back,
  };
  return {
    columns,
    parcel,
    addresses,
    isNewRecipient: recipient.isNew,
    order,
    knownOrderID: options.imported?.orderID,
    isOrderKept: options.box !== undefined,
    boxCount: columns.box_no,
  };
}

/**
 * Writes a draft, what was done with it by now, and the columns that this folds to. Inside a
 * transaction.
 *
 * @returns The row, without the purchase's snapshot.
 */
export function writeShipment(
  deps: Deps,
  draft: ShipmentDraft,
  folded: Partial<FoldedColumns> & Pick<FoldedColumns, "status">,
  fact?: Pick<FactRow, "events" | "source_id">,
): ShipmentRow {
  const { columns, parcel, addresses, order } = draft;
  if (order !== undefined && !draft.isOrderKept) writeOrder(deps, order, draft.knownOrderID);
  if (draft.isNewRecipient) insertAddress(deps.db, addresses.recipient);
  const row = { ...columns, ...UNBOUGHT, ...UNSEEN, ...folded };
  const seq = insertShipment(deps.db, row, parcel);
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organization_id,
    subjectID: row.id,
    visibleTo: row.created_by,
    payload: { statusCode: row.status },
  });
  if (fact !== undefined)
    insertFact(deps.db, { id: deps.newId(), shipment_id: row.id, ...fact, at: deps.now() });
  return { ...row, ...parcel, seq, purchase: null, purchase_sender: null };
}

/**
 * A shipment that several stations may make apart from each other has an id that all of them make:
 * the first one of an imported order, and the next one after each cancellation.
 */
function shipmentIDOf(
  deps: Deps,
  order: OrderRow | undefined,
  { imported, insteadOf }: CreateOptions,
): string {
  if (insteadOf !== undefined) return firstFree(deps, "shipment instead of", insteadOf);
  if (imported === undefined || order === undefined) return deps.newId();
  return imported.orderID === undefined
    ? derivedId("shipment", order.id)
    : firstFree(deps, "shipment", order.id);
}

function firstFree(deps: Deps, ...parts: readonly string[]): string {
  let n = 1;
  while (isShipmentKnown(deps.db, derivedId(...parts, n))) n += 1;
  return derivedId(...parts, n);
}

/** No carrier has had the parcel, and no other station has bought for it. */
const UNSEEN = {
  shipment_date: null,
  accepted_at: null,
  cancel_date: null,
  has_conflict: 0,
} as const;

/** The address that the input names, else the default one. @throws AppError E1068 */
function senderOf(
  deps: Deps,
  organizationID: string,
  input: ShipmentInput,
  { anyAddress }: CreateOptions,
): AddressRow {
  const { sender } = getDefaultAddresses(deps.db, organizationID);
  const id = input.senderAddressID === "" ? sender : input.senderAddressID;
  if (id === null)
    throw new AppError(
      "E1068",
      "senderAddressID: none was given and the organization has no default sender address. Create one first.",
    );
  const row = findAddress(deps.db, organizationID, id);
  const fits =
    row !== undefined &&
    (anyAddress === true ||
      input.senderAddressID === "" ||
      (row.is_active === 1 && row.is_recipient === 0));
  if (!fits) throw new AppError("E1068", undefined, { senderAddressID: id });
  return row;
}

/** The address that the input names, else the sender. @throws AppError E1068 */
function returnOf(
  deps: Deps,
  actor: Actor,
  input: ShipmentInput,
  sender: AddressRow,
  { anyAddress }: CreateOptions,
): AddressRow {
  if (input.returnAddressID === "" || input.returnAddressID === sender.id) return sender;
  const row = findAddress(deps.db, actor.organizationID, input.returnAddressID);
  if (
    row === undefined ||
    (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))
  )
    throw new AppError("E1068", "returnAddressID: there is no such address.", {
      returnAddressID: input.returnAddressID,
    });
  return row;
}

/**
 * The recipient, found or made; a new one is not written yet.
 * @throws AppError E1056, E1129 to E1136
 */
function recipientOf(
  deps: Deps,
  actor: Actor,
  input: ShipmentInput,
  { anyAddress, needsEmail }: CreateOptions,
): { row: AddressRow; isNew: boolean } {
  if (input.recipientAddressID !== "") {
    const row = findAddress(deps.db, actor.organizationID, input.recipientAddressID);
    if (
      row === undefined ||
      (anyAddress !== true && (row.is_active === 0 || !maySeeAddress(actor, row)))
    )
      throw new AppError("E1056", "recipientAddressID: there is no such address.");
    return { row, isNew: false };
  }
  if (input.recipientAddress === undefined)
    throw new AppError(
      "E1129",
      "recipientAddress or recipientAddressID: one of the two must be given.",
    );
  const place = checkRecipient(deps.geo, input.recipientAddress, { email: needsEmail });
  return {
    row: makeAddress(deps, actor, input.recipientAddress, place, {
      isRecipient: true,
      isSaved: false,
    }),
    isNew: true,
  };
}

type SizeColumns = ParcelColumns & Pick<ShipmentColumns, "desi">;

/**
 * A template gives the sides and their unit; weight and its unit still come from the request, else
 * from the template.
 */
function sizeOf(deps: Deps, organizationID: string, input: ShipmentInput): SizeColumns {
  const template =
    input.parcelTemplateID === ""
      ? undefined
      : templateOf(deps, organizationID, input.parcelTemplateID);
  const sides = template ?? {
    length: input.length ?? null,
    width: input.width ?? null,
    height: input.height ?? null,
  };
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
    if (isAppError(error, "E2012"))
      throw new AppError("E1067", "parcelTemplateID: there is no such parcel template.");
    throw error;
  }
}
