/** Transactions as they are answered. Buying is `accept-offer.ts`, taking back is `cancel-shipment.ts`. */
import { AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import type { Deps } from "../deps.ts";
import { priceTexts, type StoredOffer } from "../offers/offers.service.ts";
import { presentShipment, requireShipment } from "../shipments/shipments.service.ts";
import type { Transaction } from "./transactions.schema.ts";
import { getTransactionRow, type TransactionRow } from "./transactions.store.ts";

/**
 * The outcome of a purchase made earlier.
 *
 * @throws AppError E2008 while it is not known, E2033 when the carrier refused.
 */
export function requireBought(deps: Deps, id: string): void {
  const row = getTransactionRow(deps.db, id);
  if (row.status === "PENDING") throw new AppError("E2008");
  if (row.status === "FAILED") throw new AppError("E2033", row.error_message ?? undefined);
}

export function presentTransaction(deps: Deps, id: string, origin: string): Transaction {
  const row: TransactionRow = getTransactionRow(deps.db, id);
  const offer = JSON.parse(row.offer) as StoredOffer;
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...priceTexts(offer),
    offerID: row.offer_id,
    shipment: presentShipment(deps, requireShipment(deps, row.shipment_id), origin),
    description: `${offer.provider_service_code} ${offer.service_name}`.trim(),
    isRefund: row.is_refund === 1,
    isCustomAccountCharge: row.is_custom_charge === 1,
    isPayed: row.status === "DONE" || row.is_refund === 1,
    isCanceled: row.status === "CANCELED",
    payedVia: row.on_account === 1 ? "PROVIDER_ACCOUNT" : "BALANCE",
    transactionType: "CREATE_SHIPMENT",
    invoiceID: null,
    cancelDescription: row.cancel_description,
    oldBalance: moneyText(row.old_balance_minor),
    newBalance: moneyText(row.new_balance_minor),
    invoiceOldDebt: "0.00",
    invoiceNewDebt: "0.00",
  };
}
