/**
 * Erases the personal data of one completed shipment: frozen texts and documents of its purchases,
 * its items and notes, texts of carriers and printers, and each customer's address that no other
 * shipment needs. Numbers, prices, province and district stay.
 */
import {
  findAddress,
  noteUnindexed,
  type AddressRow,
} from "../../shipping/addresses/addresses.service.ts";
import { errors } from "../../base/errors.ts";
import { updateRow } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { RecordsDeps } from "../deps.ts";
import { eraseDocuments } from "../../db/documents/documents.service.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { orderChangeID } from "../../shipping/order-changes/order-change-id.ts";
import { findFirstOf } from "../../shipping/shipments/joined-orders.ts";
import {
  findShipmentRow,
  indexedTo,
  indexShipment,
  requireShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { eraseOwn, erasePurchasesOf } from "../../fulfilment/transactions/erase-purchase.ts";
import * as texts from "./erased-texts.store.ts";
import * as store from "./erasures.store.ts";
import { noteToScrub } from "./scrub-outbox.ts";

/**
 * Cause of an erasure and the member who asked; `memberID` is "" for an erasure by age.
 * `editedBefore`: addresses that changed at this time or later stay; absent: the time of the last
 * change does not matter.
 */
export type ErasedBy = {
  readonly cause: store.ErasureRow["cause"];
  readonly memberID: string;
  readonly editedBefore?: string;
};

const ENDED: ReadonlySet<string> = new Set(["DELIVERED", "RETURNED", "CANCELED"]);

/**
 * Returns whether a shipment is completed and has no open return. A cancelled shipment whose items
 * are in another's parcel is completed with that parcel, which reads the items from its row.
 *
 * @param before Time before which such a parcel must have changed last; absent: at any time.
 */
export function hasEnded(
  deps: ReadDeps,
  { id, status }: Pick<ShipmentRow, "id" | "status">,
  before?: string,
): boolean {
  if (!ENDED.has(status) || store.hasOpenReturn(deps.db, id)) return false;
  const firstID = findFirstOf(deps, { id, status });
  const first = firstID === undefined ? undefined : findShipmentRow(deps, firstID);
  if (first === undefined) return true;
  if (before !== undefined && first.updatedAt >= before) return false;
  // After the parcel's cancellation its orders are about to wait again.
  return first.status !== "CANCELED" && hasEnded(deps, first);
}

/**
 * Erases one shipment's personal data at every station; needs an open transaction. A second call
 * erases what was written after the first.
 *
 * @throws AppError E1051 when there is no such shipment; E2009 while the shipment or its return is
 *   not completed, or a carrier request for its label is open.
 */
export function eraseShipment(deps: WriteDeps, shipmentID: string, by: ErasedBy): void {
  const row = requireShipment(deps, shipmentID);
  if (!hasEnded(deps, row, by.editedBefore)) throw errors.shipmentBusy();
  if (isErased(deps.db, shipmentID) && !texts.hasShipmentText(deps.db, shipmentID)) return;
  const senders = store.listSendersOf(
    deps.db,
    row.isReturn === 1 && row.purchaseID !== null ? [row.purchaseID] : [],
  );
  const bought = erasePurchasesOf(deps, shipmentID);
  updateRow(deps.db, "shipments", shipmentID, texts.withoutPerson(deps.db, "shipments"));
  for (const id of store.listWithTexts(deps.db, bought))
    updateRow(deps.db, "transactions", id, texts.withoutPerson(deps.db, "transactions"));
  const order = {
    organizationID: row.organizationID,
    orderNumber: row.orderNumber,
    orderID: row.orderID ?? "",
    shipmentID,
  };
  if (row.orderID !== null && !store.hasOpenBox(deps.db, order)) eraseOrder(deps, row.orderID);
  note(deps, row.organizationID, shipmentID, "shipment", by);
  texts.emptyShipment(deps.db, shipmentID);
  eraseLocally(deps, shipmentID);
  for (const id of new Set([
    row.recipientAddressID,
    ...(row.isReturn === 1 ? [row.senderAddressID] : []),
  ]))
    eraseAddress(deps, row.organizationID, id, by);
  const kept = row.isReturn === 1 ? store.listKeptSenders(deps.db, row.senderAddressID) : [];
  for (const id of senders) {
    if (kept.includes(id)) continue;
    note(deps, row.organizationID, id, "sender", by);
    store.emptySender(deps.db, id);
  }
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organizationID,
    subjectID: shipmentID,
    visibleTo: row.createdBy,
  });
  indexShipment(deps, row);
  noteToScrub(deps.db, by.cause);
}

/** Erases an order, and its change in a file. */
function eraseOrder({ db }: WriteDeps, orderID: string): void {
  updateRow(db, "orders", orderID, texts.withoutPerson(db, "orders"));
  const changes = texts.withoutPerson(db, "order_changes");
  updateRow(db, "order_changes", orderChangeID(orderID), changes);
}

/**
 * Records that a shipment or an address was erased that this database does not have, so that it
 * never comes in again; needs an open transaction.
 */
export function noteAbsent(
  deps: Pick<RecordsDeps, "db" | "now">,
  organizationID: string,
  { id, kind }: Pick<store.ErasureRow, "id" | "kind">,
  by: ErasedBy,
): void {
  note(deps, organizationID, id, kind, by);
}

/**
 * Erases this station's purchases of a shipment that another station erased without knowing of
 * these purchases; needs an open transaction. A parcel under way keeps its label.
 */
export function eraseOwnPurchases(deps: WriteDeps, shipmentID: string): void {
  const row = findShipmentRow(deps, shipmentID);
  if (row !== undefined && hasEnded(deps, row)) eraseOwn(deps, shipmentID);
}

/**
 * Erases what only this station stores about an erased shipment; needs an open transaction.
 */
export function eraseLocally(deps: WriteDeps, shipmentID: string): void {
  eraseDocuments(deps, shipmentID);
  store.eraseLocalTexts(deps.db, shipmentID);
}

/**
 * Erases a customer's address, also in the address book. Skips an address that a shipment needs,
 * that belongs to the organization, or that changed at or after `by.editedBefore`. Needs an open
 * transaction.
 *
 * @returns Whether the address had personal data and was erased.
 */
export function eraseAddress(
  deps: WriteDeps,
  organizationID: string,
  id: string,
  by: ErasedBy,
): boolean {
  const row = findAddress(deps.db, organizationID, id);
  if (row === undefined || (isErased(deps.db, id) && !texts.hasAddressText(deps.db, id)))
    return false;
  if (isOwn(deps, row) || (by.editedBefore !== undefined && row.updatedAt >= by.editedBefore))
    return false;
  if (store.isAddressInUse(deps.db, id, indexedTo(deps.db))) return false;
  updateRow(deps.db, "addresses", id, {
    ...texts.withoutPerson(deps.db, "addresses"),
    updatedAt: deps.now(),
  });
  note(deps, organizationID, id, "address", by);
  texts.emptyAddress(deps.db, id);
  forgetAddress(deps, id);
  noteToScrub(deps.db, by.cause);
  if (row.isSaved === 1)
    recordFact(deps, { topic: "address.changed", organizationID, subjectID: id });
  return true;
}

/**
 * Queues an erased address for indexing, which removes it from this station's address book; needs
 * an open transaction.
 */
export function forgetAddress(deps: ReadDeps, id: string): void {
  noteUnindexed(deps.db, id);
}

/** Returns whether an address belongs to the organization itself, not to a customer. */
function isOwn(deps: ReadDeps, row: AddressRow): boolean {
  const { sender, return: back, invoice } = getDefaultAddresses(deps.db, row.organizationID);
  return [sender, back, invoice].includes(row.id);
}

function note(
  deps: Pick<RecordsDeps, "db" | "now">,
  organizationID: string,
  id: string,
  kind: store.ErasureRow["kind"],
  { cause, memberID }: ErasedBy,
): void {
  store.insertErasure(deps.db, {
    id,
    createdAt: deps.now(),
    organizationID,
    kind,
    cause,
    createdBy: memberID,
  });
}
