/** Finds what a scanned code means, and counts what else it could mean. */
import type { ReadDeps } from "../../db/deps.ts";
import { spellingsOf } from "../../base/text.ts";
import type { Actor } from "../../http/actor.ts";
import * as finds from "./find-shipments.store.ts";
import { findByTrackingNumber } from "./carrier-numbers.store.ts";
import { maySee } from "./may-see.ts";
import { onlyOf } from "./shipments.service.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Finds a shipment by a scanned code, tried in this order: barcode of a label, order number,
 * shipment number, the carrier's tracking number; then barcode and order number in capitals and in
 * small letters, since codes are also typed.
 */
export function findByScan(deps: ReadDeps, actor: Actor, code: string): ShipmentRow | undefined {
  const { organizationID } = actor;
  const createdBy = onlyOf(actor) ?? null;
  const find = (text: string): (ShipmentRow | undefined)[] => [
    finds.findByBarcode(deps.db, organizationID, text),
    finds.findByOrderNumber(deps.db, { organizationID, orderNumber: text, createdBy }),
  ];
  const candidates = [
    ...find(code),
    /^#?\d{1,12}$/.test(code)
      ? finds.findByNumber(deps.db, organizationID, Number(code.replace("#", "")))
      : undefined,
    findByTrackingNumber(deps.db, organizationID, code),
  ];
  const isMeant = (row: ShipmentRow | undefined): boolean =>
    row !== undefined && maySee(actor, row);
  return candidates.find(isMeant) ?? spellingsOf(code).slice(1).flatMap(find).find(isMeant);
}

/** Returns how tracking sees the parcel, as in the list of shipments. */
export function parcelStateOf(
  { db }: ReadDeps,
  row: Pick<ShipmentRow, "id" | "seq">,
): finds.ParcelState {
  return finds.findParcelState(db, row);
}

/**
 * Counts shipments of other orders with this shipment's order number, which a scan of the number
 * could also mean, without cancelled ones and returns.
 */
export function countOthersOfNumber(
  deps: ReadDeps,
  actor: Actor,
  { organizationID, orderNumber, orderID }: ShipmentRow,
): number {
  const createdBy = onlyOf(actor) ?? null;
  return finds.countOthersOfNumber(deps.db, { organizationID, orderNumber, orderID, createdBy });
}
