/**
 * Packing at this desk: settings, the check for scanned items, holds, and the labels bought today.
 */
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { earliestIdAt } from "../../base/ids.ts";
import { CURRENCY, moneyText } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import { isAllowed } from "../../http/lead-act.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { findStoredOffer } from "../../shipping/offers/offers.service.ts";
import { parcelItems } from "../../shipping/shipments/joined-orders.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import {
  findShipmentRow,
  getShipmentRow,
  onlyOf,
} from "../../shipping/shipments/shipments.service.ts";
import { changeShipment } from "../../shipping/shipments/move-shipment.ts";
import { countUnscanned, ticksOf } from "./item-ticks.ts";
import type { DeskDay, Hold, PackingSettings } from "./packing.schema.ts";
import { countDeskLabels, listDeskLabels } from "./packing.store.ts";

const SETTINGS = "packing";
/** Replaces a value that this version does not know by its default. */
const storedSchema = z.preprocess(
  (stored) => (typeof stored === "object" && stored !== null ? stored : {}),
  z.object({
    requireScannedItems: z.boolean().catch(false),
    joinApiOrders: z.boolean().catch(false),
    requireScannedLabel: z.boolean().catch(false),
    requireInvoice: z.boolean().catch(false),
    takeWeightAtOnce: z.boolean().catch(false),
  }),
);

/** Reads the packing settings of this desk. */
export function readPackingSettings({
  settings,
}: Pick<FulfilmentDeps, "settings">): PackingSettings {
  return storedSchema.parse(settings.read(SETTINGS) ?? {});
}

/**
 * Changes the packing settings of this desk.
 *
 * @throws AppError E1055 for a member who is neither owner nor admin; E2036 when the disk is full.
 */
export function updatePackingSettings(
  deps: Pick<FulfilmentDeps, "settings">,
  actor: Actor,
  change: { readonly [Name in keyof PackingSettings]?: boolean | undefined },
): PackingSettings {
  if (actor.role !== "owner" && actor.role !== "admin")
    throw errors.notAuthorised("Only an owner or admin may change how this desk packs.");
  const known = readPackingSettings(deps);
  const changed = {
    requireScannedItems: change.requireScannedItems ?? known.requireScannedItems,
    joinApiOrders: change.joinApiOrders ?? known.joinApiOrders,
    requireScannedLabel: change.requireScannedLabel ?? known.requireScannedLabel,
    requireInvoice: change.requireInvoice ?? known.requireInvoice,
    takeWeightAtOnce: change.takeWeightAtOnce ?? known.takeWeightAtOnce,
  };
  deps.settings.write(SETTINGS, changed);
  return changed;
}

/**
 * Requires that all items with an EAN or a stock code in an offer's order were scanned, if this
 * desk's settings say so. A lead's badge allows one purchase without scans. Ignores an offer that is
 * unknown to the actor, because the purchase rejects the offer later.
 *
 * @throws AppError E2072 when items are missing.
 */
export function requireScannedItems(
  deps: Pick<FulfilmentDeps, "db" | "settings">,
  actor: Actor,
  offerID: string,
): void {
  if (!readPackingSettings(deps).requireScannedItems || isAllowed(actor, "items")) return;
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) return;
  const row = findShipmentRow(deps, offer.shipmentID);
  if (row === undefined || !maySee(actor, row) || row.isReturn === 1) return; // the items of a return are not at this desk
  const missing = countUnscanned(parcelItems(row), ticksOf(deps, row.id));
  if (missing > 0) throw errors.itemsNotScanned(undefined, { missing });
}

/**
 * Puts an order on hold, or changes the reason of its hold.
 *
 * @throws AppError E1051; E2074 when the order's label is bought or the order was cancelled.
 */
export function holdOrder(deps: WriteDeps, actor: Actor, shipmentID: string, reason: string): Hold {
  return changeHold(deps, actor, shipmentID, reason);
}

/** Releases an order from hold; does nothing if the order is not on hold. @throws AppError E1051 */
export function releaseOrder(deps: WriteDeps, actor: Actor, shipmentID: string): Hold {
  return changeHold(deps, actor, shipmentID, "");
}

function changeHold(deps: WriteDeps, actor: Actor, shipmentID: string, reason: string): Hold {
  return inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    if (reason !== "" && row.status !== "CREATED" && row.status !== "GOT_OFFERS")
      throw errors.orderNotWaiting();
    if (row.holdReason !== reason) changeShipment(deps, row, { holdReason: reason });
    return { shipmentID: row.id, reason };
  });
}

const MAX_LISTED = 20;
const TURKISH_HOURS = 3;

/**
 * Lists the newest labels that this desk bought today, Turkish time, and counts the labels in force
 * by hour. A member with limited access gets only its own labels.
 *
 * @throws AppError E2052 when reading takes too long.
 */
export async function getDeskDay(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
): Promise<DeskDay> {
  const { from } = instantsOfDays(turkishDay(deps.now()), 1);
  const filter = {
    organizationID: actor.organizationID,
    createdBy: onlyOf(actor) ?? null,
    after: earliestIdAt(Date.parse(from)),
  };
  const [rows, hours] = await Promise.all([
    listDeskLabels(deps.reader, filter, MAX_LISTED),
    countDeskLabels(deps.reader, filter),
  ]);
  return {
    total: hours.reduce((sum, { n }) => sum + n, 0),
    list: rows.map((row) => ({
      shipmentID: row.shipmentID,
      shipmentNumber: row.number,
      orderNumber: row.orderNumber,
      recipientName: row.recipient,
      carrierName: row.carrierName,
      serviceName: row.serviceName,
      amount: moneyText(row.totalMinor),
      currency: CURRENCY,
      isSample: row.isSample === 1,
      statusCode: row.status,
      isLost: row.isLost === 1,
      event: row.event,
      printStatus: row.printStatus,
      boughtAt: row.boughtAt,
    })),
    hours: hours.map(({ hour, n }) => ({
      hour: (Number(hour.slice(11)) + TURKISH_HOURS) % 24,
      parcels: n,
    })),
  };
}
