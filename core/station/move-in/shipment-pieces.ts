/** Pieces of a moved shipment: its addresses, its purchase, and the questions about it. */
import {
  findMovedPurchase,
  insertMovedPurchase,
  isBarcodeTaken,
  movedPurchaseID,
} from "../../fulfilment/transactions/moved-purchase.ts";
import { loginOf } from "../../shipping/accounts/accounts.service.ts";
import { purchaseColumns } from "../../shipping/shipments/shipments.service.ts";
import type { LeftOut, QuestionKind } from "./move-in.schema.ts";
import * as store from "./move-in.store.ts";
import {
  cancelledAt,
  consignedOf,
  labelOf,
  offerOf,
  type contentsOf,
  type ShipmentAddressRows,
} from "./moved-rows.ts";
import { leftOut, type Moving, type Taken } from "./moving.ts";
import type { RemoteShipment } from "./read-rows.ts";
import { addressOfShipment } from "./take-address.ts";

/** Inserts the purchase of a label. @returns The columns that the shipment has of it. */
export function buy(
  moving: Moving,
  remote: RemoteShipment,
  addresses: ShipmentAddressRows,
  contents: ReturnType<typeof contentsOf>,
): ReturnType<typeof purchaseColumns> {
  const { deps, accountID } = moving;
  const offer = offerOf(moving, remote);
  const label = labelOf(remote);
  insertMovedPurchase(deps, {
    shipment: consignedOf(contents, addresses),
    offer,
    label,
    login: loginOf(deps.db, accountID),
    boughtAt: remote.createdAt,
    cancelledAt: cancelledAt(remote),
  });
  return purchaseColumns({ id: movedPurchaseID(remote.id), ...label }, offer);
}

/** Returns whether another parcel of this station has the label's barcode. */
export function findBarcodeConflict(
  { deps }: Pick<Moving, "deps">,
  { id, providerCode, barcode }: RemoteShipment,
): boolean {
  return findMovedPurchase(deps, id) === undefined && isBarcodeTaken(deps, providerCode, barcode);
}

/** Leaves a shipment out, and asks a person about it. */
export function ask(
  { deps, accountID }: Moving,
  remote: RemoteShipment,
  kind: LeftOut & QuestionKind,
): Taken {
  store.insertQuestion(deps.db, {
    accountID,
    kind,
    key: remote.id,
    text: String(remote.organizationShipmentID),
  });
  return leftOut(kind);
}

/** Finds the addresses of a shipment, or why it cannot be taken. */
export function addressesOf(
  moving: Moving,
  remote: RemoteShipment,
): ShipmentAddressRows | "sender" | "unreadable" {
  const { senderAddress, recipientAddress } = remote;
  const sender = addressOfShipment(moving, remote.senderAddressID, senderAddress);
  if (sender === undefined) return "sender";
  const recipient = addressOfShipment(moving, recipientAddress?.id ?? "", recipientAddress);
  if (recipient === undefined) return "unreadable";
  const back =
    remote.returnAddressID === "" || remote.returnAddressID === sender.id
      ? sender
      : addressOfShipment(moving, remote.returnAddressID, undefined);
  return back === undefined ? "sender" : { sender, recipient, back };
}
