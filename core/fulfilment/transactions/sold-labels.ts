/** Reads labels that were bought, for programs that learn about them from files. */
import { moneyText } from "../../base/money.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { findOrderOf, findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import {
  findSnapshot,
  findTransactionRow,
  listLiveTransactions,
  listTransactionsOf,
} from "./transactions.store.ts";

export type SoldLabel = {
  readonly id: string;
  readonly createdAt: string;
  /** Whether this station bought it. */
  readonly isOwn: boolean;
};

/** Lists the labels of a shipment that are in force, oldest first. */
export function listSold({ db }: ReadDeps, shipmentID: string): SoldLabel[] {
  return listLiveTransactions(db, shipmentID)
    .filter(({ status }) => status === "DONE")
    .map(({ id, createdAt, isOwn }) => ({ id, createdAt, isOwn: isOwn === 1 }));
}

/** Lists the cancelled labels of a shipment that this station bought, each with its cancellation. */
export function listOwnCancelled(
  { db }: ReadDeps,
  shipmentID: string,
): { readonly id: string; readonly createdAt: string; readonly at: string }[] {
  return listTransactionsOf(db, shipmentID).flatMap(({ id, status }) => {
    const row = status === "CANCELED" ? findTransactionRow(db, id) : undefined;
    return row?.isOwn === 1 ? [{ id, createdAt: row.createdAt, at: row.updatedAt }] : [];
  });
}

/** A label in a file of results, with the orders that its parcel carries, the first one first. */
export type LabelResult = {
  readonly shipmentNumber: number;
  readonly orders: readonly { readonly number: string; readonly source: string }[];
  readonly carrierName: string;
  readonly barcode: string;
  readonly trackingNumber: string;
  /** With tax, "118.40". */
  readonly price: string;
  readonly boughtAt: string;
  readonly isTest: boolean;
};

/** Finds what is known about a bought label; undefined when its rows are gone. */
export function findLabelResult(deps: ReadDeps, transactionID: string): LabelResult | undefined {
  const row = findTransactionRow(deps.db, transactionID);
  const shipment = row === undefined ? undefined : findShipmentRow(deps, row.shipmentID);
  if (row === undefined || shipment === undefined) return undefined;
  const joined = findSnapshot(deps.db, transactionID)?.label.joined ?? [];
  const shipments = [shipment, ...joined.flatMap((id) => findShipmentRow(deps, id) ?? [])];
  return {
    shipmentNumber: shipment.number,
    orders: shipments.map((one) => ({
      number: one.orderNumber,
      source: findOrderOf(deps, one)?.sourceIdentifier ?? "",
    })),
    carrierName: row.carrierName,
    barcode: row.barcode,
    trackingNumber: row.trackingNumber,
    price: moneyText(row.totalMinor),
    boughtAt: row.createdAt,
    isTest: shipment.test === 1,
  };
}
