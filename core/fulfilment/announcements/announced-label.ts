/** Data of a bought label that its carrier gets, at its announcement and later. */
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import type { BoughtRequest } from "../../shipping/carriers/carrier.ts";
import type { Consignment } from "../../shipping/carriers/consignment.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { AnnouncementRow } from "./announcements.store.ts";
import { correctConsignment } from "./correct-consignment.ts";

/** Label of a purchase. `isInForce`: bought and not cancelled. */
export type AnnouncedLabel = {
  readonly isInForce: boolean;
  readonly barcode: string;
  readonly trackingNumber: string;
  readonly snapshot: PurchaseSnapshot;
};

/** Finds the label of a transaction; undefined until it arrives from another station. */
export type FindLabel = (transactionID: string) => AnnouncedLabel | undefined;

/** Makes the request by which a carrier cancels or follows an announced label. */
export function cancelRequest(
  row: AnnouncementRow,
  { barcode, trackingNumber, snapshot }: AnnouncedLabel,
  consignment: Consignment,
): BoughtRequest {
  return {
    key: `${row.id} cancel`,
    purchaseKey: row.id,
    consignment,
    barcode,
    trackingNumber,
    details: { ...detailsOf(snapshot.offer), ...detailsOf(row) },
  };
}

/** Builds the announcement's consignment; undefined when the personal data was erased. */
export function consignmentOf(
  deps: Pick<FulfilmentDeps, "db">,
  row: AnnouncementRow,
  { snapshot }: AnnouncedLabel,
): Consignment | undefined {
  const shipment = findShipmentRow(deps, row.shipmentID);
  if (snapshot.isErased || shipment === undefined) return undefined;
  return correctConsignment(consignmentOfPurchase(deps, shipment, snapshot), row.corrections);
}
