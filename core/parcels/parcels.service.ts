/** Parcel templates: named sizes a packer uses again and again. */
import { AppError } from "../base/errors.ts";
import { measureText, volumetricDesi } from "../base/units.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import type { NewTemplate, ParcelTemplate } from "./parcels.schema.ts";
import { markTemplateDeleted, findTemplate, insertTemplate, listTemplates, type TemplateRow } from "./parcels.store.ts";

/** Saves a size and weight under a name. Measures left out are 0, units left out are cm and kg. @throws AppError E2036 when the disk is full. */
export function createParcelTemplate(deps: Deps, actor: Actor, input: NewTemplate): ParcelTemplate {
  const now = deps.now();
  const row: TemplateRow = {
    id: deps.newId(),
    created_at: now,
    updated_at: now,
    organization_id: actor.organizationID,
    name: input.name,
    length: input.length ?? 0,
    width: input.width ?? 0,
    height: input.height ?? 0,
    weight: input.weight ?? 0,
    distance_unit: input.distanceUnit ?? "cm",
    mass_unit: input.massUnit ?? "kg",
    is_active: 1,
  };
  inTransaction(deps, () => insertTemplate(deps.db, row));
  return present(row);
}

/** Of the actor's organization, oldest first, without deleted ones. */
export function listParcelTemplates(deps: Deps, actor: Actor): ParcelTemplate[] {
  return listTemplates(deps.db, actor.organizationID).map(present);
}

/** @throws AppError E2012 */
export function getParcelTemplate(deps: Deps, actor: Actor, id: string): ParcelTemplate {
  return present(requireTemplate(deps, actor.organizationID, id));
}

/** Its size in its own unit. @throws AppError E2012 */
export function requireTemplate(deps: Deps, organizationID: string, id: string): TemplateRow {
  const row = findTemplate(deps.db, organizationID, id);
  if (row === undefined) throw new AppError("E2012");
  return row;
}

/** @throws AppError E2012 */
export function deleteParcelTemplate(deps: Deps, actor: Actor, id: string): void {
  inTransaction(deps, () => {
    requireTemplate(deps, actor.organizationID, id);
    markTemplateDeleted(deps.db, id, deps.now());
  });
}

function present(row: TemplateRow): ParcelTemplate {
  const desi = measureText(volumetricDesi(row, row.distance_unit));
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: row.name,
    length: measureText(row.length),
    width: measureText(row.width),
    height: measureText(row.height),
    desi,
    oldDesi: desi,
    distanceUnit: row.distance_unit,
    weight: measureText(row.weight),
    oldWeight: measureText(row.weight),
    massUnit: row.mass_unit,
    isActive: row.is_active === 1,
    LanguageCode: "",
  };
}
