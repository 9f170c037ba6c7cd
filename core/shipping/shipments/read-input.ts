/**
 * Reads the parts of a new shipment from its request: the addresses, which are given by id, by
 * default or as a new recipient, and the size, which may come from a parcel template.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { isAppError, errors } from "../../base/errors.ts";
import { volumetricDesi } from "../../base/units.ts";
import { checkRecipient, makeAddress, maySeeAddress } from "../addresses/address.ts";
import { findAddress, type AddressRow } from "../addresses/addresses.service.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { requireTemplate } from "../parcels/parcels.service.ts";
import type { ShipmentInput } from "./shipments.schema.ts";
import type { ParcelColumns, ShipmentColumns } from "./shipments.store.ts";

export type AddressOptions = {
  /** Whether the recipient must have an e-mail address. */
  readonly needsEmail: boolean;
  /**
   * Whether any address is accepted, even a deleted address, or a recipient as sender: a return and
   * a copy use their original's addresses.
   */
  readonly anyAddress?: boolean;
};

/**
 * Finds the sender: the given address, otherwise the default.
 *
 * @throws AppError E1068
 */
export function senderOf(
  deps: ReadDeps,
  organizationID: string,
  input: ShipmentInput,
  { anyAddress }: AddressOptions,
): AddressRow {
  const { sender } = getDefaultAddresses(deps.db, organizationID);
  const id = input.senderAddressID === "" ? sender : input.senderAddressID;
  if (id === null)
    throw errors.senderNotFound(
      "senderAddressID: none was given and the organization has no default sender address. Create one first.",
    );
  const row = findAddress(deps.db, organizationID, id);
  const fits =
    row !== undefined &&
    (anyAddress === true ||
      input.senderAddressID === "" ||
      (row.isActive === 1 && row.isRecipient === 0));
  if (!fits) throw errors.senderNotFound(undefined, { senderAddressID: id });
  return row;
}

/**
 * Finds the return address: the given address, otherwise the sender.
 *
 * @throws AppError E1068
 */
export function returnOf(
  deps: ReadDeps,
  actor: Actor,
  input: ShipmentInput,
  sender: AddressRow,
  { anyAddress }: AddressOptions,
): AddressRow {
  if (input.returnAddressID === "" || input.returnAddressID === sender.id) return sender;
  const row = findAddress(deps.db, actor.organizationID, input.returnAddressID);
  if (
    row === undefined ||
    (anyAddress !== true && (row.isActive === 0 || !maySeeAddress(actor, row)))
  )
    throw errors.senderNotFound("returnAddressID: there is no such address.", {
      returnAddressID: input.returnAddressID,
    });
  return row;
}

/**
 * Finds or makes the recipient; a new recipient is not written yet.
 *
 * @throws AppError E1056, E1129 to E1136
 */
export function recipientOf(
  deps: Pick<ShippingDeps, "db" | "now" | "newId" | "geo">,
  actor: Actor,
  input: ShipmentInput,
  { anyAddress, needsEmail }: AddressOptions,
): { row: AddressRow; isNew: boolean } {
  if (input.recipientAddressID !== "") {
    const row = findAddress(deps.db, actor.organizationID, input.recipientAddressID);
    if (
      row === undefined ||
      (anyAddress !== true && (row.isActive === 0 || !maySeeAddress(actor, row)))
    )
      throw errors.recipientNotCreated("recipientAddressID: there is no such address.");
    return { row, isNew: false };
  }
  if (input.recipientAddress === undefined)
    throw errors.recipientAddressEmpty(
      "recipientAddress or recipientAddressID: one of the two must be given.",
    );
  const place = checkRecipient(deps.geo, input.recipientAddress, { email: needsEmail });
  return {
    row: makeAddress(deps, actor, input.recipientAddress, place, {
      isRecipient: true,
      isSaved: false,
    }),
    isNew: true,
  };
}

type SizeColumns = ParcelColumns & Pick<ShipmentColumns, "desi">;

/**
 * Computes the size columns. A template gives the sides and their unit; weight and its unit come
 * from the request, otherwise from the template.
 */
export function sizeOf(deps: ReadDeps, organizationID: string, input: ShipmentInput): SizeColumns {
  const template =
    input.parcelTemplateID === ""
      ? undefined
      : templateOf(deps, organizationID, input.parcelTemplateID);
  const sides = template ?? {
    length: input.length ?? null,
    width: input.width ?? null,
    height: input.height ?? null,
  };
  const unit = template?.distanceUnit ?? input.distanceUnit ?? "cm";
  const ownWeight = input.weight !== undefined || template === undefined;
  return {
    length: sides.length,
    width: sides.width,
    height: sides.height,
    distanceUnit: unit,
    weight: ownWeight ? (input.weight ?? null) : template.weight,
    massUnit: ownWeight ? (input.massUnit ?? "kg") : template.massUnit,
    desi: volumetricDesi(sides, unit),
    parcelTemplateID: template?.id ?? null,
  };
}

function templateOf(deps: ReadDeps, organizationID: string, id: string) {
  try {
    return requireTemplate(deps, organizationID, id);
  } catch (error) {
    if (isAppError(error, "parcelTemplateNotFound"))
      throw errors.itemsUnreadable("parcelTemplateID: there is no such parcel template.");
    throw error;
  }
}
