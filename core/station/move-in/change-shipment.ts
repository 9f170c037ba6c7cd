/**
 * Takes a shipment again that has changed there since it was taken. Work that was done here
 * stays; a label that was bought here in addition is a question to a person.
 */
import { isErased } from "../../db/erased.ts";
import {
  cancelMovedPurchase,
  findMovedPurchase,
  movedPurchaseID,
} from "../../fulfilment/transactions/moved-purchase.ts";
import {
  changeTrackingNumber,
  findPurchase,
} from "../../fulfilment/transactions/transactions.service.ts";
import { movedFacts, type MovedFacts } from "../../shipping/shipments/moved-facts.ts";
import { changeMovedContents, changeMovedState } from "../../shipping/shipments/moved-shipment.ts";
import { markReturned, tryMoveShipment } from "../../shipping/shipments/move-shipment.ts";
import {
  findShipmentRow,
  indexShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { contentsOf, labelOf, stateOf, wasBought } from "./moved-rows.ts";
import { ALIKE, CHANGED, leftOut, type Moving, type Taken } from "./moving.ts";
import type { RemoteShipment } from "./read-rows.ts";
import { changeRecipient } from "./take-address.ts";
import { addressesOf, ask, buy, findBarcodeConflict } from "./shipment-pieces.ts";

/** Takes a shipment again; needs an open transaction. */
export function changeShipment(moving: Moving, remote: RemoteShipment): Taken {
  const { deps, actor } = moving;
  const row = findShipmentRow(deps, remote.id);
  if (row === undefined || row.organizationID !== actor.organizationID) return ALIKE;
  if (isErased(deps.db, remote.id)) return ALIKE;
  const moved = findMovedPurchase(deps, remote.id);
  const isBoughtHere =
    (row.purchaseID !== null && row.purchaseID !== moved?.id) || row.status === "OFFER_ACCEPTED";
  if (isBoughtHere) return wasBought(remote) ? ask(moving, remote, "boughtHere") : ALIKE;
  const facts = movedFacts(
    stateOf(remote, wasBought(remote) ? movedPurchaseID(remote.id) : null),
    deps.now(),
  );
  if (facts === undefined) return leftOut("state");
  return moved === undefined
    ? changeUnbought(moving, remote, row, facts)
    : changeBought(moving, remote, moved, facts);
}

/** Writes the changes of a shipment that had no label when it was taken. */
function changeUnbought(
  moving: Moving,
  remote: RemoteShipment,
  row: ShipmentRow,
  facts: MovedFacts,
): Taken {
  const { deps } = moving;
  if (row.status === "CANCELED") return ALIKE;
  if (remote.recipientAddress) changeRecipient(moving, remote.recipientAddress);
  const addresses = addressesOf(moving, remote);
  if (typeof addresses === "string") return leftOut(addresses);
  const contents = contentsOf(moving, remote, addresses, row.number);
  if (!wasBought(remote)) {
    changeMovedContents(deps, contents);
    if (remote.statusCode === "CANCELED") tryMoveShipment(deps, row, "cancelled");
    indexShipment(deps, row);
    return CHANGED;
  }
  if (findBarcodeConflict(moving, remote)) return ask(moving, remote, "barcode");
  changeMovedContents(deps, contents);
  buy(moving, remote, addresses, contents);
  write(moving, remote, facts, movedPurchaseID(remote.id));
  return CHANGED;
}

/** Writes what has happened to a label since it was taken. */
function changeBought(
  moving: Moving,
  remote: RemoteShipment,
  moved: { readonly id: string; readonly isInForce: boolean },
  facts: MovedFacts,
): Taken {
  const { deps, actor } = moving;
  if (remote.statusCode === "CANCELED") {
    if (!moved.isInForce) return ALIKE;
    cancelMovedPurchase(deps, remote.id, actor.memberID);
    return CHANGED;
  }
  const { trackingNumber, trackingUrl } = labelOf(remote);
  if (remote.isReturned) markReturned(deps, remote.id);
  changeTrackingNumber(deps, moved.id, {
    ...(trackingNumber === "" ? {} : { trackingNumber }),
    ...(trackingUrl === "" ? {} : { trackingUrl }),
  });
  write(moving, remote, facts, null);
  return CHANGED;
}

function write(
  { deps }: Moving,
  { id, statusCode }: RemoteShipment,
  facts: MovedFacts,
  purchaseID: string | null,
): void {
  changeMovedState(
    deps,
    { shipmentID: id, status: statusCode, facts, purchaseID },
    (transactionID) => findPurchase(deps, transactionID),
  );
}
