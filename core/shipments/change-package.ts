/** Changing a parcel's size or weight: its old offers end, the carriers are asked again. */
import { AppError } from "../base/errors.ts";
import { volumetricDesi } from "../base/units.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { quoteAgain } from "../offers/quote-shipment.ts";
import { draftOf, subjectOf } from "./consign-shipment.ts";
import type { PackageInput } from "./shipments.schema.ts";
import { getShipmentRow, tryMoveShipment, type ShipmentRow } from "./shipments.service.ts";
import { updateParcel } from "./shipments.store.ts";

/** @throws AppError E1051; E1073 when a label is bought or its purchase is open. */
export function changePackage(deps: Deps, actor: Actor, shipmentID: string, input: PackageInput): void {
  inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    const size = {
      length: input.length ?? row.length,
      width: input.width ?? row.width,
      height: input.height ?? row.height,
      distance_unit: input.distanceUnit ?? row.distance_unit,
      weight: input.weight ?? row.weight,
      mass_unit: input.massUnit ?? row.mass_unit,
    };
    const desi = volumetricDesi(size, size.distance_unit);
    requote(deps, { ...row, ...size, desi }, { desi });
    updateParcel(deps.db, row.id, size);
  });
}

/** Asks the carriers for a shipment that waits unquoted, or once more. Inside or outside a transaction. */
export function quoteWaiting(deps: Deps, actor: Actor, shipmentID: string): void {
  inTransaction(deps, () => requote(deps, getShipmentRow(deps, actor, shipmentID), {}));
  deps.faultPoint("quote.saved");
}

/** @param row As it is to be. @param changed Columns of it that are new. */
function requote(deps: Deps, row: ShipmentRow, changed: { desi?: number }): void {
  if (!tryMoveShipment(deps, row, "quoted", changed)) throw new AppError("E1073", "The label of this shipment is bought or it was cancelled: its size can no longer be changed.");
  quoteAgain(deps, subjectOf(deps, draftOf(deps, row)));
}
