/**
 * Writes the purchase of a label that was bought at another server, from which the organization
 * moves here. The balance there has paid it: no ledger entry, no hold and no debt here. The account
 * that leads to that server cancels and follows the label.
 */
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import { minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import { isBarcodeUsed, requireBarcodeOnce, requireOnce } from "../../db/done-once.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { getBalance } from "../../organizations/ledger/ledger.service.ts";
import { getLabelSettings } from "../../organizations/organizations.service.ts";
import type { StoredOffer } from "../../shipping/offers/offers.service.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";
import { freezePurchase } from "../../shipping/shipments/stored-snapshot.ts";
import { openAnnounced } from "../announcements/announcements.service.ts";
import { settleCancel } from "./cancel-shipment.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { PAID_BY } from "./paid-by.ts";
import {
  findTransactionRow,
  insertTransaction,
  type TransactionRow,
} from "./transactions.store.ts";

/** A label that was bought there. */
export type MovedPurchase = {
  readonly shipment: Consigned;
  /** Offer whose account leads to the server. */
  readonly offer: StoredOffer;
  readonly label: {
    readonly barcode: string;
    readonly trackingNumber: string;
    readonly trackingUrl: string;
    readonly labelFileType: "PDF" | "ZPL";
    readonly carrierName: string;
  };
  /** `loginOf` the account. */
  readonly login: string;
  readonly boughtAt: Instant;
  /** When it was cancelled there; null: it is in force. */
  readonly cancelledAt: Instant | null;
};

/** Returns the id of the purchase of a shipment that came from another server. */
export function movedPurchaseID(shipmentID: string): string {
  return derivedId("moved purchase", shipmentID);
}

/** Returns whether a parcel of this station has the barcode already. */
export function isBarcodeTaken({ db }: ReadDeps, providerCode: string, barcode: string): boolean {
  return isBarcodeUsed(db, { providerCode, barcode });
}

/** Inserts the purchase; needs an open transaction. @throws AppError E1071, E1065 */
export function insertMovedPurchase(deps: WriteDeps, moved: MovedPurchase): void {
  const { shipment, offer, label, cancelledAt } = moved;
  const { id: shipmentID, organizationID } = shipment.columns;
  if (cancelledAt === null)
    requireOnce(deps.db, {
      kind: "purchase",
      key: shipmentID,
      taken: () => errors.alreadyBought(),
    });
  requireBarcodeOnce(deps.db, {
    providerCode: offer.providerCode,
    barcode: label.barcode,
    taken: () => errors.barcodeNotCreated(),
  });
  const row = rowOf(deps, moved);
  const snapshot = freezePurchase(
    { now: () => moved.boughtAt },
    { shipment, offer, carrier: {}, labels: getLabelSettings(deps.db, organizationID) },
  );
  insertTransaction(deps.db, row, snapshot);
  if (cancelledAt === null)
    openAnnounced(deps, row, {
      accountID: offer.carrierID,
      login: moved.login,
      details: { shipmentID },
    });
}

function rowOf(
  deps: WriteDeps,
  { shipment, offer, label, boughtAt, cancelledAt }: MovedPurchase,
): TransactionRow {
  const { id: shipmentID, organizationID, createdBy } = shipment.columns;
  const { balance } = getBalance(deps, organizationID);
  const isInForce = cancelledAt === null;
  return {
    id: movedPurchaseID(shipmentID),
    createdAt: boughtAt,
    // Reports count a label at this time.
    updatedAt: cancelledAt ?? boughtAt,
    organizationID,
    memberID: createdBy,
    shipmentID,
    offerID: offer.id,
    status: isInForce ? "DONE" : "CANCELED",
    totalMinor: minor(offer.totalMinor),
    onAccount: PAID_BY.marketplace,
    isCustomCharge: 1,
    oldBalanceMinor: balance,
    newBalanceMinor: balance,
    isRefund: isInForce ? 0 : 1,
    cancelDescription: "",
    ...label,
    routingCode: "",
    labelHash: "",
    isOwn: 1,
    printRequested: 0,
    errorCode: null,
    errorMessage: null,
    requestHash: null,
    answeredAt: null,
    agreementID: offer.carrierID,
    oldDebtMinor: 0,
  };
}

/** Finds the purchase of a shipment that came from another server with a label. */
export function findMovedPurchase(
  { db }: ReadDeps,
  shipmentID: string,
): { readonly id: string; readonly isInForce: boolean } | undefined {
  const row = findTransactionRow(db, movedPurchaseID(shipmentID));
  return row === undefined ? undefined : { id: row.id, isInForce: row.status === "DONE" };
}

/** Writes that a label was cancelled there; needs an open transaction. */
export function cancelMovedPurchase(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  shipmentID: string,
  memberID: string,
): void {
  settleCancel(deps, movedPurchaseID(shipmentID), memberID);
}
