/**
 * Papers that an order must have before its label is bought at the desk: those that its source
 * demands, and the invoice number if this desk's settings say so.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import { countPapers } from "../../printing/shipment-papers.ts";
import { findStoredOffer } from "../../shipping/offers/offers.service.ts";
import { joinedIDs } from "../../shipping/shipments/joined-orders.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import {
  findOrderOf,
  findShipmentRow,
  listShipmentRows,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import type { SourceDemand } from "../../shipping/sources/order-sources.schema.ts";
import { demandsOf } from "../../shipping/sources/order-sources.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { readPackingSettings } from "./packing.service.ts";

const IN_WORDS: Readonly<Record<SourceDemand, string>> = {
  invoiceNumber: "its invoice number",
  waybillNumber: "its waybill number",
  paper: "an attached paper",
};

/**
 * Requires the papers of an offer's order, and of each order that is packed with it. Ignores an
 * offer that is unknown to the actor, because the purchase rejects the offer later, a return, and a
 * shipment without an order.
 *
 * @throws AppError E2263 that names the order, and in `reason` everything that it lacks.
 */
export function requirePapers(
  deps: Pick<FulfilmentDeps, "db" | "settings">,
  actor: Actor,
  offerID: string,
): void {
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) return;
  const first = findShipmentRow(deps, offer.shipmentID);
  if (first === undefined || !maySee(actor, first)) return;
  const found = findMissingPapers(deps, first);
  if (found === undefined) return;
  const { row, missing } = found;
  throw errors.papersMissing(
    `The order ${row.orderNumber} lacks ${missing.map((one) => IN_WORDS[one]).join(" and ")}. Nothing was bought.`,
    {
      reason: missing.join(" "),
      number: row.number,
      order: row.orderNumber,
      shipmentID: row.id,
    },
  );
}

/**
 * Finds the first order in a parcel that lacks papers, with everything that it lacks.
 *
 * @returns Undefined when none lacks anything, and for a return.
 */
export function findMissingPapers(
  deps: Pick<FulfilmentDeps, "db" | "settings">,
  first: ShipmentRow,
): { readonly row: ShipmentRow; readonly missing: readonly SourceDemand[] } | undefined {
  if (first.isReturn === 1) return undefined;
  const orders = [first, ...listShipmentRows(deps, joinedIDs(first)).values()].map((row) =>
    papersOf(deps, row),
  );
  // A paper of a joined order may be attached to the shipment that carries it.
  const areEnough =
    orders.reduce((sum, { papers }) => sum + papers, 0) >=
    orders.filter(({ demands }) => demands.includes("paper")).length;
  for (const { row, demands, numbers, papers } of orders) {
    const missing = demands.filter((demand) =>
      demand === "paper" ? papers === 0 && !areEnough : numbers[demand] === "",
    );
    if (missing.length > 0) return { row, missing };
  }
  return undefined;
}

type Papers = {
  readonly row: ShipmentRow;
  readonly demands: readonly SourceDemand[];
  readonly numbers: { readonly invoiceNumber: string; readonly waybillNumber: string };
  /** Number of attached papers. */
  readonly papers: number;
};

function papersOf(deps: Pick<FulfilmentDeps, "db" | "settings">, row: ShipmentRow): Papers {
  const order = findOrderOf(deps, row);
  const { invoiceNumber = "", waybillNumber = "" } = order ?? {};
  const demands = new Set<SourceDemand>(
    order === undefined ? [] : demandsOf(deps, row.organizationID, order.sourceIdentifier),
  );
  if (order !== undefined && readPackingSettings(deps).requireInvoice) demands.add("invoiceNumber");
  return {
    row,
    demands: [...demands],
    numbers: { invoiceNumber, waybillNumber },
    papers: countPapers(deps, row.id),
  };
}
