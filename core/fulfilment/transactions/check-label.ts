/** Checks a label that a marketplace gave before its purchase is settled. */
import type { ReadDeps } from "../../db/deps.ts";
import { findOtherOwner } from "../../db/documents/documents.service.ts";
import type { Bought } from "../../shipping/carriers/carrier.ts";
import { labelDocumentOf } from "../../labels/label-document.ts";
import { PAID_BY } from "./paid-by.ts";
import type { TransactionRow } from "./transactions.store.ts";

/**
 * Finds why a marketplace's label cannot be kept, so that the station asks for it again; undefined
 * when it can. The symbols are read when the label is printed, because reading takes half a second.
 */
export function findLabelFault(
  deps: ReadDeps,
  { shipmentID, onAccount }: Pick<TransactionRow, "shipmentID" | "onAccount">,
  { label, carrierName }: Bought,
): string | undefined {
  if (onAccount !== PAID_BY.marketplace) return undefined;
  const document = label === undefined ? undefined : labelDocumentOf(label);
  if (document === undefined) return `The label of ${carrierName} cannot be read.`;
  return findOtherOwner(deps, document.hash, shipmentID) === undefined
    ? undefined
    : `The marketplace gave the label of another parcel of ${carrierName}.`;
}
