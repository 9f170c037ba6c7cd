/**
 * Creates a shipment in one transaction: checks its addresses, order, items and size, writes them,
 * and asks the carriers. Every check runs before the first write.
 */
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import { insertAddress } from "../addresses/addresses.service.ts";
import type { NamedService } from "../carriers/carrier.ts";
import { inTransaction } from "../../db/change.ts";
import { withLeases } from "../../db/leases.ts";
import { missingNumbers } from "../../db/number-blocks.ts";
import { shipmentNumbers, takeNumber } from "../../db/number-range.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { quoteShipment, saveRateRequest } from "../offers/quote-shipment.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { subjectOf } from "./consign-shipment.ts";
import { makeItem, makeOrder, writeOrder, type Imported } from "./make-order.ts";
import type { OrderRow } from "./orders.store.ts";
import { recipientOf, returnOf, senderOf, sizeOf, type AddressOptions } from "./read-input.ts";
import {
  UNBOUGHT,
  writeItems,
  insertFact,
  insertShipment,
  type FactRow,
  type FoldedColumns,
  type ShipmentRow,
} from "./shipments.store.ts";
import type { ShipmentInput } from "./shipments.schema.ts";
import { isShipmentKnown } from "./find-shipments.store.ts";
import type { ShipmentDraft } from "./shipment-draft.ts";

export type CreateOptions = AddressOptions & {
  /**
   * Whether carriers are asked; false: the order waits without offers (CREATED) until it is opened.
   */
  readonly quote: boolean;
  readonly only?: NamedService;
  readonly isReturnOf?: string;
  /** Given for an order from a file, which is imported once. */
  readonly imported?: Imported;
  /** The cancelled shipment that the new shipment replaces. */
  readonly insteadOf?: string;
  /** Given for another box of a stored order; the order stays unchanged. */
  readonly box?: { readonly no: number; readonly order: OrderRow };
  /** Id of the shipment, given where a repeated call must find it; by default a random id. */
  readonly id?: string;
};

/**
 * Creates a shipment, with offers if `options.quote` is set.
 *
 * @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054; E2131 when no shipment number
 * is left
 */
export function createShipment(
  deps: WriteDeps & Pick<ShippingDeps, "geo" | "carriers">,
  actor: Actor,
  input: ShipmentInput,
  options: CreateOptions,
): ShipmentRow {
  return inTransaction(deps, () => {
    const draft = numberDraft(deps, draftShipment(deps, actor, input, options));
    if (options.quote)
      saveRateRequest(deps, quoteShipment(deps, subjectOf(deps, draft, options.only)));
    return options.quote
      ? writeShipment(deps, draft, { status: "GOT_OFFERS" }, { events: "quoted", sourceID: null })
      : writeShipment(deps, draft, { status: "CREATED" });
  });
}

/**
 * Obtains shipment numbers that this station lacks, then calls `run`.
 *
 * @param atLeast Number of shipments that `run` creates, without shipments that exist already.
 */
export function withShipmentNumbers<T>(
  deps: Pick<ShippingDeps, "db" | "leases">,
  { organizationID }: Pick<Actor, "organizationID">,
  atLeast: number,
  run: () => T | Promise<T>,
): Promise<T> {
  const numbers = shipmentNumbers(organizationID);
  return withLeases(deps, () => missingNumbers(deps.db, numbers, atLeast), run);
}

/**
 * Checks the input and makes a draft with the number 0; writes nothing.
 *
 * @throws AppError E1068, E1056, E1057, E1129 to E1136, E2012, E1054
 */
export function draftShipment(
  deps: Pick<ShippingDeps, "db" | "now" | "newId" | "geo">,
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
  const order = orderOf(deps, organizationID, input, options);
  const columns = {
    id: shipmentIDOf(deps, order, options),
    createdAt: now,
    updatedAt: now,
    organizationID,
    number: 0,
    createdBy: actor.memberID,
    test: input.test ? 1 : 0,
    desi,
    senderAddressID: sender.id,
    returnAddressID: back.id,
    recipientAddressID: recipient.row.id,
    orderID: order?.id ?? null,
    orderNumber: order?.orderNumber ?? "",
    merchantCode: order?.merchantCode ?? "",
    storeIdentifier: order?.sourceIdentifier ?? "",
    items: writeItems(items),
    metadata: JSON.stringify(input.metadata ?? {}),
    paymentOnDelivery: input.productPaymentOnDelivery ? 1 : 0,
    hideContents: input.hidePackageContentOnTag ? 1 : 0,
    isReturn: options.isReturnOf === undefined ? 0 : 1,
    isReturned: 0,
    originalShipmentID: options.isReturnOf ?? null,
    boxNo: options.box?.no ?? 1,
    holdReason: "",
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
    boxCount: columns.boxNo,
  };
}

/**
 * Gives a draft the next shipment number; needs an open transaction.
 *
 * @throws AppError E2131
 */
export function numberDraft({ db }: ReadDeps, draft: ShipmentDraft): ShipmentDraft {
  const number = takeNumber(db, shipmentNumbers(draft.columns.organizationID));
  return { ...draft, columns: { ...draft.columns, number } };
}

/**
 * Finds the order that the shipment packs: the stored order, or an order made from the input;
 * undefined without an order.
 *
 * @throws AppError E1057
 */
function orderOf(
  deps: Pick<ShippingDeps, "now" | "newId">,
  organizationID: string,
  input: ShipmentInput,
  { box, imported }: CreateOptions,
): OrderRow | undefined {
  if (box !== undefined) return box.order;
  const isCashOnDelivery = input.productPaymentOnDelivery;
  if (input.order !== undefined)
    return makeOrder(deps, organizationID, input.order, { isCashOnDelivery, imported });
  if (isCashOnDelivery)
    throw errors.orderNotCreated(
      "Cash on delivery needs order.totalAmount and order.totalAmountCurrency.",
    );
  return undefined;
}

/**
 * Writes a draft, the columns that its first fact folds to, and this fact if it is given; needs an
 * open transaction.
 *
 * @returns The row, without the purchase's snapshot.
 */
export function writeShipment(
  deps: WriteDeps,
  draft: ShipmentDraft,
  folded: Partial<FoldedColumns> & Pick<FoldedColumns, "status">,
  fact?: Pick<FactRow, "events" | "sourceID">,
): ShipmentRow {
  const { columns, parcel, addresses, order } = draft;
  if (order !== undefined && !draft.isOrderKept) writeOrder(deps, order, draft.knownOrderID);
  if (draft.isNewRecipient) insertAddress(deps.db, addresses.recipient);
  const row = { ...columns, ...UNBOUGHT, ...UNSEEN, ...folded };
  const seq = insertShipment(deps.db, row, parcel);
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.createdBy,
    payload: { statusCode: row.status },
  });
  if (fact !== undefined)
    insertFact(deps.db, { id: deps.newId(), shipmentID: row.id, ...fact, at: deps.now() });
  return { ...row, ...parcel, seq, purchase: null, purchaseSender: null, joined: null };
}

/**
 * Chooses the id of a shipment, unless the caller has chosen it. Disconnected stations may create
 * the same shipment, so two kinds of shipments have derived ids: the first shipment of an imported
 * order, and the replacement of a cancelled shipment.
 */
function shipmentIDOf(
  deps: Pick<ShippingDeps, "db" | "newId">,
  order: OrderRow | undefined,
  { id, imported, insteadOf }: CreateOptions,
): string {
  if (id !== undefined) return id;
  if (insteadOf !== undefined) return firstFree(deps, "shipment instead of", insteadOf);
  if (imported === undefined || order === undefined) return deps.newId();
  return imported.orderID === undefined
    ? derivedId("shipment", order.id)
    : firstFree(deps, "shipment", order.id);
}

function firstFree(deps: ReadDeps, ...parts: readonly string[]): string {
  let n = 1;
  while (isShipmentKnown(deps.db, derivedId(...parts, n))) n += 1;
  return derivedId(...parts, n);
}

/**
 * Columns of a new shipment: no carrier has scanned it, it is not cancelled, and no other station
 * has bought a label for it.
 */
const UNSEEN = {
  shipmentDate: null,
  acceptedAt: null,
  cancelDate: null,
  hasConflict: 0,
} as const;
