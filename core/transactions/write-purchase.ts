/** What a bought label leaves: ledger entry, barcode, facts, print job. Inside the transaction that buys. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { moneyText } from "../base/money.ts";
import type { Bought as CarrierAnswer, PurchaseRequest, QuoteDetails } from "../carriers/carrier.ts";
import type { Consignment } from "../carriers/consignment.ts";
import { requireBarcodeOnce } from "../db/done-once.ts";
import type { Deps } from "../deps.ts";
import { getBalance, postEntry } from "../ledger/ledger.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { getLabelFileType } from "../organizations/organizations.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { enqueueFirstPrint } from "../printing/printing.service.ts";
import { noteReturned, type ShipmentRow } from "../shipments/shipments.service.ts";
import type { TransactionRow } from "./transactions.store.ts";

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What the carrier's quote had for its purchase. */
export function detailsOf(offer: Pick<StoredOffer, "details">): QuoteDetails {
  return offer.details === "{}" ? {} : parseJson(offer.details, detailsSchema, "the details of an offer");
}

/** What a carrier is asked for. */
export function purchaseRequest(row: Pick<TransactionRow, "id">, offer: StoredOffer, consignment: Consignment): PurchaseRequest {
  return { key: row.id, consignment, providerCode: offer.provider_code, providerServiceCode: offer.provider_service_code, details: detailsOf(offer) };
}

/** What a carrier answered, as columns. */
export function answered(deps: Deps, row: TransactionRow, { carrierName, barcode, trackingNumber, trackingUrl }: CarrierAnswer) {
  return {
    carrier_name: carrierName,
    barcode,
    tracking_number: trackingNumber,
    tracking_url: trackingUrl,
    label_file_type: getLabelFileType(deps.db, row.organization_id),
    updated_at: deps.now(),
  };
}

/** A barcode of one carrier is on one parcel of this station. */
export function useBarcode(deps: Deps, providerCode: string, row: TransactionRow): void {
  const taken = (): Error => new AppError("E1071", `${row.carrier_name} gave the barcode ${row.barcode}, which another parcel has. Nothing was bought. Check the carrier's barcode range.`);
  requireBarcodeOnce(deps.db, { providerCode, barcode: row.barcode, taken });
}

/** The facts of a bought label, and its print job. */
export function noteBought(deps: Deps, row: TransactionRow, shipment: Pick<ShipmentRow, "is_return" | "original_shipment_id">): void {
  if (shipment.is_return === 1 && shipment.original_shipment_id !== null) noteReturned(deps, shipment.original_shipment_id);
  recordFact(deps, { topic: "transaction.done", organizationID: row.organization_id, subjectID: row.id, visibleTo: row.member_id, payload: { shipmentID: row.shipment_id } });
  if (row.print_requested === 1) enqueueFirstPrint(deps, { shipmentID: row.shipment_id, organizationID: row.organization_id, memberID: row.member_id, barcode: row.barcode });
}

/** @param isSpent The amount must be there; false for one that was held. @throws AppError E1066 */
export function pay(deps: Deps, row: TransactionRow, { number }: Pick<ShipmentRow, "number">, isSpent: boolean): Pick<TransactionRow, "old_balance_minor" | "new_balance_minor"> {
  if (row.on_account === 1) {
    const { balance } = getBalance(deps, row.organization_id);
    return { old_balance_minor: balance, new_balance_minor: balance };
  }
  const { oldBalance, newBalance } = postEntry(deps, { organizationID: row.organization_id, kind: "PURCHASE", amount: -row.total_minor, transactionID: row.id, reference: String(number), isSpent });
  recordFact(deps, { topic: "balance.changed", organizationID: row.organization_id, subjectID: row.organization_id, visibleTo: row.member_id, payload: { balance: moneyText(newBalance) } });
  return { old_balance_minor: oldBalance, new_balance_minor: newBalance };
}
