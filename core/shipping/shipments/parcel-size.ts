/** Computes the size of a new shipment from its parcel template or from the request. */
import type { ReadDeps } from "../../db/deps.ts";
import { isAppError, errors } from "../../base/errors.ts";
import { volumetricDesi } from "../../base/units.ts";
import { requireTemplate } from "../parcels/parcels.service.ts";
import type { ShipmentInput } from "./shipments.schema.ts";
import type { ParcelColumns, ShipmentColumns } from "./shipments.store.ts";

type SizeColumns = ParcelColumns & Pick<ShipmentColumns, "desi">;

/**
 * Computes the size columns. A template gives the sides and their unit; weight and its unit come
 * from the request, else from the template.
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
  const unit = template?.distance_unit ?? input.distanceUnit ?? "cm";
  const ownWeight = input.weight !== undefined || template === undefined;
  return {
    length: sides.length,
    width: sides.width,
    height: sides.height,
    distance_unit: unit,
    weight: ownWeight ? (input.weight ?? null) : template.weight,
    mass_unit: ownWeight ? (input.massUnit ?? "kg") : template.mass_unit,
    desi: volumetricDesi(sides, unit),
    parcel_template_id: template?.id ?? null,
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
