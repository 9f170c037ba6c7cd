/**
 * What buying several orders at once would buy: the cheapest offer of each, and which orders are
 * left out. Nothing is bought here.
 */
import { setImmediate } from "node:timers/promises";
import { isAccountActive } from "../shipping/accounts/accounts.service.ts";
import { moneyText } from "../base/money.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import {
  findCheapestOffer,
  isQuoted,
  isSampleOffer,
  type StoredOffer,
} from "../shipping/offers/offers.service.ts";
import { carriersFor } from "../shipping/offers/quote-shipment.ts";
import { quoteWaiting } from "../shipping/shipments/change-package.ts";
import { findShipmentRow, type ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { isPaidOnAccount } from "../fulfilment/transactions/buy-offer.ts";
import type { LeftOut, PlannedPurchase, PurchasePlan } from "./station.schema.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

/**
 * Some milliseconds of the core's thread, with a commit for each order that has not been quoted.
 */
const AT_ONCE = 10;

/**
 * Orders that were never quoted are quoted now, as when they are opened at the desk. An order that
 * is named twice is planned once.
 */
export async function planPurchases(
  deps: WriteDeps & Pick<StationDeps, "faultPoint" | "carriers">,
  actor: Actor,
  shipmentIDs: readonly string[],
): Promise<PurchasePlan> {
  const list: PlannedPurchase[] = [];
  const leftOut: LeftOut[] = [];
  for (const [i, id] of [...new Set(shipmentIDs)].entries()) {
    const found = planOne(deps, actor, id);
    if (typeof found === "string") leftOut.push({ shipmentID: id, why: found });
    else list.push(present(id, found));
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return { list, leftOut };
}

function planOne(
  deps: WriteDeps & Pick<StationDeps, "faultPoint" | "carriers">,
  actor: Actor,
  id: string,
): StoredOffer | LeftOut["why"] {
  const row = findShipmentRow(deps, id);
  if (row === undefined || row.organization_id !== actor.organizationID || !maySee(actor, row))
    return "UNKNOWN";
  const why = whyNot(row);
  if (why !== undefined) return why;
  const known = findCheapestOffer(deps, id);
  if (row.status === "CREATED" || (known !== undefined && isStale(deps, row, known)))
    quoteWaiting(deps, actor, id);
  // A carrier somewhere else may still answer with a cheaper one.
  if (!isQuoted(deps, id)) return "OFFERS_COMING";
  return findCheapestOffer(deps, id) ?? "NO_OFFER";
}

/**
 * Whether an offer has expired, or its carrier or account would not make it today: sample prices
 * once there are real ones, too.
 */
function isStale(
  deps: Pick<StationDeps, "db" | "now" | "carriers">,
  { organization_id: organizationID, test }: ShipmentRow,
  offer: StoredOffer,
): boolean {
  if (offer.expires_at !== null && offer.expires_at <= deps.now()) return true;
  if (
    !carriersFor(deps, { organizationID, test: test === 1 }).some(
      ({ id }) => id === offer.carrier_id,
    )
  )
    return true;
  return (
    offer.provider_account_id !== null &&
    !isAccountActive(deps, organizationID, offer.provider_account_id)
  );
}

function whyNot({
  status,
  hold_reason: holdReason,
  is_return: isReturn,
}: ShipmentRow): LeftOut["why"] | undefined {
  if (status !== "CREATED" && status !== "GOT_OFFERS") return "NOT_WAITING";
  if (isReturn === 1) return "RETURN";
  return holdReason === "" ? undefined : "HELD";
}

function present(shipmentID: string, offer: StoredOffer): PlannedPurchase {
  return {
    shipmentID,
    offerID: offer.id,
    serviceName: offer.service_name,
    amount: moneyText(offer.total_minor),
    isFromBalance: !isPaidOnAccount(offer),
    isSample: isSampleOffer(offer),
  };
}
