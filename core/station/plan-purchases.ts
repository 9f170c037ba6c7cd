/**
 * Planning a purchase of several orders: the offer of each order that the rules choose, and the
 * orders that are left out. This file buys nothing.
 */
import { setImmediate } from "node:timers/promises";
import { moneyText } from "../base/money.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import {
  paymentOf,
  isQuoted,
  isSampleOffer,
  type StoredOffer,
} from "../shipping/offers/offers.service.ts";
import { findMissingPapers } from "../fulfilment/packing/require-papers.ts";
import { findUndecided } from "../fulfilment/order-changes/require-decided.ts";
import { findChoice } from "../shipping/choosing/find-choice.ts";
import { hasStaleOffer } from "../shipping/offers/valid-offer.ts";
import { draftOf, subjectOf } from "../shipping/shipments/consign-shipment.ts";
import { quoteWaiting } from "../shipping/shipments/change-package.ts";
import { findShipmentRow, type ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import type { LeftOut, PlannedPurchase, PurchasePlan } from "./station.schema.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

/**
 * Number of orders that are planned before other work may run on the core's thread. Planning them
 * takes a few milliseconds, with one transaction for each order that needs a quote.
 */
const ORDERS_PER_SLICE = 10;

/**
 * Plans each order once, even when its id is given twice. Requests offers for an order that has not
 * been quoted, as opening such an order at the desk does, and for an order one of whose offers is
 * no longer valid.
 */
export async function planPurchases(
  deps: PlanDeps,
  actor: Actor,
  shipmentIDs: readonly string[],
): Promise<PurchasePlan> {
  const list: PlannedPurchase[] = [];
  const leftOut: LeftOut[] = [];
  for (const [i, id] of [...new Set(shipmentIDs)].entries()) {
    const found = planOne(deps, actor, id);
    if (typeof found === "string") leftOut.push({ shipmentID: id, why: found });
    else list.push(present(id, found));
    if (i % ORDERS_PER_SLICE === ORDERS_PER_SLICE - 1) await setImmediate();
  }
  return { list, leftOut };
}

type PlanDeps = WriteDeps &
  Pick<StationDeps, "faultPoint" | "carriers" | "geo" | "calendar" | "settings">;

function planOne(deps: PlanDeps, actor: Actor, id: string): Planned | LeftOut["why"] {
  const row = findShipmentRow(deps, id);
  if (row === undefined || row.organizationID !== actor.organizationID || !maySee(actor, row))
    return "UNKNOWN";
  const why = reasonToLeaveOut(row);
  if (why !== undefined) return why;
  if (findMissingPapers(deps, row) !== undefined) return "PAPERS";
  if (findUndecided(deps, row) !== undefined) return "CHANGED";
  const isStale = (): boolean =>
    hasStaleOffer(deps, row, () => subjectOf(deps, draftOf(deps, row)).consignment);
  if (row.status === "CREATED" || isStale()) quoteWaiting(deps, actor, id);
  // A remote carrier may still answer with an offer that the rules choose.
  if (!isQuoted(deps, id)) return "OFFERS_COMING";
  const { offer, rule, excluded } = findChoice(deps, draftOf(deps, row));
  if (offer === undefined) return excluded.length > 0 ? "EXCLUDED" : "NO_OFFER";
  return { offer, rule: rule?.words ?? null };
}

type Planned = { readonly offer: StoredOffer; readonly rule: PlannedPurchase["rule"] };

function reasonToLeaveOut({
  status,
  holdReason,
  isReturn,
}: ShipmentRow): LeftOut["why"] | undefined {
  if (status !== "CREATED" && status !== "GOT_OFFERS") return "NOT_WAITING";
  if (isReturn === 1) return "RETURN";
  return holdReason === "" ? undefined : "HELD";
}

function present(shipmentID: string, { offer, rule }: Planned): PlannedPurchase {
  return {
    shipmentID,
    offerID: offer.id,
    rule,
    serviceName: offer.serviceName,
    amount: moneyText(offer.totalMinor),
    isFromBalance: paymentOf(offer) === "balance",
    paidAt: paymentOf(offer) === "marketplace" ? (offer.providerAccountName ?? "") : "",
    isSample: isSampleOffer(offer),
  };
}
