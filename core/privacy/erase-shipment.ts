/**
 * Erasing the personal data of one shipment that has ended: its purchases' frozen texts and documents, its items and notes, the texts of carriers
 * and printers, and each address that no other shipment needs. Numbers, prices, province and district stay.
 */
import { findAddress, noteUnindexed, type AddressRow } from "../addresses/addresses.service.ts";
import { AppError } from "../base/errors.ts";
import { updateRow } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { eraseDocuments } from "../documents/documents.service.ts";
import { getDefaultAddresses } from "../organizations/organizations.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { indexedTo, indexShipment, requireShipment, type ShipmentRow } from "../shipments/shipments.service.ts";
import { erasePurchasesOf } from "../transactions/erase-purchase.ts";
import * as store from "./erasures.store.ts";
import { noteToScrub } from "./scrub-outbox.ts";

/** Why, and for whom: `memberID` is "" for time. `editedBefore`: addresses that were changed since then stay; all go when it is absent. */
export type ErasedBy = { readonly cause: store.ErasureRow["cause"]; readonly memberID: string; readonly editedBefore?: string };

const ENDED: ReadonlySet<string> = new Set(["DELIVERED", "RETURNED", "CANCELED"]);

/** Whether nothing more is expected of a shipment, nor of a return of it. */
export function hasEnded(deps: Pick<Deps, "db">, { id, status }: Pick<ShipmentRow, "id" | "status">): boolean {
  return ENDED.has(status) && !store.hasOpenReturn(deps.db, id);
}

/**
 * Erases one shipment's personal data at every station. Inside a transaction. A second call changes nothing.
 *
 * @throws AppError E1051 when there is none; E2009 while it or its return has not ended, or a carrier is asked for its label.
 */
export function eraseShipment(deps: Deps, shipmentID: string, by: ErasedBy): void {
  const row = requireShipment(deps, shipmentID);
  if (!hasEnded(deps, row)) throw new AppError("E2009");
  if (store.isErased(deps.db, shipmentID)) return;
  const senders = store.listSendersOf(deps.db, row.is_return === 1 && row.purchase_id !== null ? [row.purchase_id] : []);
  const bought = erasePurchasesOf(deps, shipmentID);
  updateRow(deps.db, "shipments", shipmentID, { items: "[]", metadata: "{}", hold_reason: "" });
  for (const id of store.listWithTexts(deps.db, bought)) updateRow(deps.db, "transactions", id, { cancel_description: "", error_message: null });
  const order = { organizationID: row.organization_id, orderNumber: row.order_number, orderID: row.order_id ?? "", shipmentID };
  if (row.order_id !== null && !store.hasOpenBox(deps.db, order)) updateRow(deps.db, "orders", row.order_id, { notes: "" });
  note(deps, row.organization_id, shipmentID, "shipment", by);
  eraseLocally(deps, shipmentID);
  for (const id of new Set([row.recipient_address_id, ...(row.is_return === 1 ? [row.sender_address_id] : [])])) eraseAddress(deps, row.organization_id, id, by);
  const kept = row.is_return === 1 ? store.listKeptSenders(deps.db, row.sender_address_id) : [];
  for (const id of senders) {
    if (kept.includes(id)) continue;
    note(deps, row.organization_id, id, "sender", by);
    store.emptySender(deps.db, id);
  }
  recordFact(deps, { topic: "shipment.changed", organizationID: row.organization_id, subjectID: shipmentID, visibleTo: row.created_by });
  indexShipment(deps, row);
  noteToScrub(deps.db, by.cause);
}

/** What only this station keeps of a shipment that it, or another station, has erased. Inside a transaction. */
export function eraseLocally(deps: Deps, shipmentID: string): void {
  eraseDocuments(deps, shipmentID);
  store.eraseLocalTexts(deps.db, shipmentID);
}

const NO_PERSON = { short_name: "", name: "", email: "", phone: "", address1: "", address2: "", street_name: "", state: "", zip: "", is_active: 0 };

/**
 * Erases a recipient's address, also one of the address book, when no shipment needs it any more. Inside a transaction.
 *
 * @returns Whether it is erased now.
 */
export function eraseAddress(deps: Deps, organizationID: string, id: string, by: ErasedBy): boolean {
  const row = findAddress(deps.db, organizationID, id);
  if (row === undefined || store.isErased(deps.db, id)) return false;
  if (isOwn(deps, row) || (by.editedBefore !== undefined && row.updated_at >= by.editedBefore)) return false;
  if (store.isAddressInUse(deps.db, id, indexedTo(deps.db))) return false;
  updateRow(deps.db, "addresses", id, { ...NO_PERSON, updated_at: deps.now() });
  note(deps, organizationID, id, "address", by);
  forgetAddress(deps, id);
  noteToScrub(deps.db, by.cause);
  if (row.is_saved === 1) recordFact(deps, { topic: "address.changed", organizationID, subjectID: id });
  return true;
}

/** Takes an erased address out of this station's book. Inside a transaction. */
export function forgetAddress(deps: Pick<Deps, "db">, id: string): void {
  store.forgetParked(deps.db, id);
  noteUnindexed(deps.db, id);
}

/** Of the organization itself: no customer's. */
function isOwn(deps: Deps, row: AddressRow): boolean {
  const { sender, return: back, invoice } = getDefaultAddresses(deps.db, row.organization_id);
  return [sender, back, invoice].includes(row.id);
}

function note(deps: Deps, organizationID: string, id: string, kind: store.ErasureRow["kind"], { cause, memberID }: ErasedBy): void {
  store.insertErasure(deps.db, { id, created_at: deps.now(), organization_id: organizationID, kind, cause, created_by: memberID });
}
