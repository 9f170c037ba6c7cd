/**
 * Changes a parcel's size, weight or recipient. The shipment's old offers can no longer be
 * accepted, and the carriers are asked again.
 */
import { checkRecipient, makeAddress } from "../addresses/address.ts";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import { insertAddress } from "../addresses/addresses.service.ts";
import { errors } from "../../base/errors.ts";
import { volumetricDesi } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { SqlRow } from "../../db/database.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { quoteAgain } from "../offers/quote-shipment.ts";
import { draftOf, subjectOf } from "./consign-shipment.ts";
import { tryMoveShipment } from "./move-shipment.ts";
import type { PackageInput } from "./shipments.schema.ts";
import { getShipmentRow, indexShipment, type ShipmentRow } from "./shipments.service.ts";
import { updateParcel, type ParcelColumns } from "./shipments.store.ts";

/**
 * Changes size and weight.
 *
 * @throws AppError E1051; E1073 when a label is bought, its purchase is open, or the shipment is
 * cancelled.
 */
export function changePackage(
  deps: WriteDeps & Pick<ShippingDeps, "carriers">,
  actor: Actor,
  shipmentID: string,
  input: PackageInput,
): void {
  inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    const size = {
      length: input.length ?? row.length,
      width: input.width ?? row.width,
      height: input.height ?? row.height,
      distanceUnit: input.distanceUnit ?? row.distanceUnit,
      weight: input.weight ?? row.weight,
      massUnit: input.massUnit ?? row.massUnit,
    };
    const desi = volumetricDesi(size, size.distanceUnit);
    requote(deps, { ...row, ...size, desi }, { desi });
    updateParcel(deps.db, row.id, size);
  });
}

/**
 * Changes the weight of a waiting shipment whose orders were joined or separated; needs an open
 * transaction.
 *
 * @param row The shipment as it is now.
 * @param weightKg Null when the parcel must be weighed.
 * @throws AppError E1073
 */
export function changeWeight(
  deps: WriteDeps & Pick<ShippingDeps, "carriers">,
  row: ShipmentRow,
  weightKg: number | null,
): void {
  const weighed = { weight: weightKg, massUnit: "kg" as const };
  requote(deps, { ...row, ...weighed }, {});
  updateParcel(deps.db, row.id, weighed);
}

/**
 * Gives an unbought shipment another recipient. Addresses of the address book and other shipments
 * stay unchanged.
 *
 * @throws AppError E1051; E1129 to E1136 for the address; E1073 when a label is bought, its
 *   purchase is open, or the shipment is cancelled.
 */
export function correctRecipient(
  deps: WriteDeps & Pick<ShippingDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
  input: AddressInput,
): void {
  inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    const place = checkRecipient(deps.geo, input, { email: false });
    const recipient = makeAddress(deps, actor, input, place, { isRecipient: true, isSaved: false });
    insertAddress(deps.db, recipient);
    requote(
      deps,
      { ...row, recipientAddressID: recipient.id },
      { recipientAddressID: recipient.id },
    );
    indexShipment(deps, row);
  });
}

/**
 * Changes several columns of a waiting shipment and its parcel, and asks the carriers once; needs an
 * open transaction. The caller has written the order.
 *
 * @throws AppError E1073
 */
export function changeWhole(
  deps: WriteDeps & Pick<ShippingDeps, "carriers">,
  row: ShipmentRow,
  columns: Partial<
    Pick<ShipmentRow, "desi" | "recipientAddressID" | "items" | "paymentOnDelivery">
  >,
  parcel: Partial<ParcelColumns>,
): void {
  requote(deps, { ...row, ...columns, ...parcel }, columns);
  if (Object.keys(parcel).length > 0) updateParcel(deps.db, row.id, parcel);
  indexShipment(deps, row);
}

/**
 * Asks the carriers for prices of a waiting shipment, for the first time or again. Works inside and
 * outside a transaction.
 */
export function quoteWaiting(
  deps: WriteDeps & Pick<ShippingDeps, "faultPoint" | "carriers">,
  actor: Actor,
  shipmentID: string,
): void {
  inTransaction(deps, () => requote(deps, getShipmentRow(deps, actor, shipmentID), {}));
  deps.faultPoint("quote.saved");
}

/**
 * Changes a shipment and asks the carriers for prices again.
 *
 * @param row The shipment after the change.
 * @param changed The changed columns.
 */
function requote(
  deps: WriteDeps & Pick<ShippingDeps, "carriers">,
  row: ShipmentRow,
  changed: SqlRow,
): void {
  if (!tryMoveShipment(deps, row, "quoted", changed))
    throw errors.shipmentNotChangeable(
      "This shipment can no longer be changed, because its label is bought or being bought, or the shipment was cancelled.",
    );
  quoteAgain(deps, subjectOf(deps, draftOf(deps, row)));
}
