/** Columns of a shipment that the purchase of its label determines. */
import type { StoredOffer } from "../offers/offers.service.ts";
import type { FoldedColumns } from "./shipments.store.ts";

/** Carrier's answer, as a transaction stores it. */
export type BoughtLabel = {
  readonly id: string;
  readonly barcode: string;
  readonly tracking_number: string;
  readonly tracking_url: string;
  readonly label_file_type: string;
};

type PurchaseColumns = Omit<
  FoldedColumns,
  "status" | "shipment_date" | "accepted_at" | "cancel_date" | "has_conflict"
>;

/**
 * Converts a bought label to its shipment's columns: barcode, carrier and price (minor units).
 * Clears the last error.
 */
export function purchaseColumns(
  label: BoughtLabel,
  offer: Pick<
    StoredOffer,
    "amount_minor" | "provider_code" | "provider_service_code" | "provider_account_id"
  >,
): PurchaseColumns {
  return {
    purchase_id: label.id,
    barcode: label.barcode,
    tracking_number: label.tracking_number,
    tracking_url: label.tracking_url,
    label_file_type: label.label_file_type,
    amount_minor: offer.amount_minor,
    provider_code: offer.provider_code,
    provider_service_code: offer.provider_service_code,
    provider_account_id: offer.provider_account_id,
    last_error_code: null,
    last_error_message: null,
  };
}

/** Columns of a shipment without a bought label. */
export const UNBOUGHT: PurchaseColumns = {
  ...purchaseColumns(
    { id: "", barcode: "", tracking_number: "", tracking_url: "", label_file_type: "" },
    { amount_minor: 0, provider_code: "", provider_service_code: "", provider_account_id: null },
  ),
  purchase_id: null,
};
