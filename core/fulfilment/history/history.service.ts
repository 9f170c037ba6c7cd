/**
 * Reads a shipment with its history, for the window: each part comes from the room that holds it.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { entriesOf } from "../../organizations/ledger/top-up.ts";
import { listIneligibleServices, serviceNames } from "../../shipping/offers/offers.service.ts";
import { parcelStateOf } from "../../shipping/shipments/find-by-scan.ts";
import {
  findShipmentRow,
  getShipmentRow,
  listEvents,
  listReturnsOf,
  presentShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { readPurchase } from "../../shipping/shipments/stored-snapshot.ts";
import { trackingHistory } from "../../shipping/tracking/tracking.service.ts";
import { findLabelAnnouncement } from "../announcements/present-announcements.ts";
import { findPackedTogether } from "../together/find-together.ts";
import { findScannedOnto } from "../hand-over/hand-over.service.ts";
import { findOpenPurchase } from "../transactions/open-purchases.ts";
import { listPurchaseIDs } from "../transactions/transactions.service.ts";
import { listDeliveriesOf } from "../webhooks/deliveries.service.ts";
import type { ShipmentDetail } from "./history.schema.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";

/**
 * Reads a shipment with its history.
 *
 * @param origin Scheme, host and port at the start of links.
 * @throws AppError E1051
 */
export function readDetail(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  actor: Actor,
  shipmentID: string,
  origin: string,
): ShipmentDetail {
  const row = getShipmentRow(deps, actor, shipmentID);
  const shipment = presentShipment(deps, row, origin);
  const maySeeMoney = actor.role !== "limitedAccessUser";
  const maySeeWebhooks = actor.role === "owner" || actor.role === "admin";
  const { list: facts, serviceName } = listEvents(deps, row);
  return {
    shipment,
    original: originalOf(deps, actor, row),
    returns: listReturnsOf(deps, actor, row).map(({ id, number }) => ({
      id,
      organizationShipmentID: number,
    })),
    together: findPackedTogether(deps, actor, row),
    holdReason: row.holdReason,
    ...parcelStateOf(deps, row),
    serviceName: serviceName ?? "",
    rule: readPurchase(row)?.rule ?? null,
    serviceNames: serviceNames(deps, row.id),
    ineligible: listIneligibleServices(deps, row.id),
    facts,
    openPurchase: findOpenPurchase(deps, row.id),
    announcement: findLabelAnnouncement(deps, row.purchaseID),
    handOver: findScannedOnto(deps, row.purchaseID),
    tracking: trackingHistory(deps, row.id).map(({ isApplied: _, ...event }) => event),
    entries: maySeeMoney ? listPurchaseIDs(deps, row.id).flatMap((id) => entriesOf(deps, id)) : [],
    deliveries: maySeeWebhooks ? listDeliveriesOf(deps, actor, row.id) : [],
  };
}

function originalOf(deps: ReadDeps, actor: Actor, row: ShipmentRow): ShipmentDetail["original"] {
  const original =
    row.originalShipmentID === null ? undefined : findShipmentRow(deps, row.originalShipmentID);
  if (
    original === undefined ||
    original.organizationID !== row.organizationID ||
    !maySee(actor, original)
  )
    return null;
  return {
    id: original.id,
    organizationShipmentID: original.number,
    orderNumber: original.orderNumber,
  };
}
