/** Manages parcel templates: named sizes that packers use often. */
import { errors } from "../../base/errors.ts";
import { scanKey } from "../../base/scan-key.ts";
import { measureText, volumetricDesi } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type {
  NewTemplate,
  ParcelTemplate,
  TemplateOrder,
  TemplatePatch,
} from "./parcels.schema.ts";
import {
  markTemplateDeleted,
  findTemplate,
  insertTemplate,
  listTemplates,
  updateTemplate,
  type TemplateRow,
} from "./parcels.store.ts";

/**
 * Saves a size and weight under a name. Missing measures are 0, missing units are cm and kg.
 *
 * @throws AppError E2253 when another box has the barcode; E2036 when the disk is full.
 */
export function createParcelTemplate(
  deps: WriteDeps,
  actor: Actor,
  input: NewTemplate,
): ParcelTemplate {
  const now = deps.now();
  const row: TemplateRow = {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID: actor.organizationID,
    name: input.name,
    length: input.length ?? 0,
    width: input.width ?? 0,
    height: input.height ?? 0,
    weight: input.weight ?? 0,
    distanceUnit: input.distanceUnit ?? "cm",
    massUnit: input.massUnit ?? "kg",
    isActive: 1,
    position: 0,
    barcode: input.barcode,
  };
  return inTransaction(deps, () => {
    requireFree(deps, { ...row, barcode: "" }, row.barcode);
    const last = listTemplates(deps.db, actor.organizationID).at(-1)?.position ?? 0;
    const added = { ...row, position: last };
    insertTemplate(deps.db, added);
    return present(added);
  });
}

/**
 * Changes the given fields. Shipments made with the template keep their measures.
 *
 * @throws AppError E2012; E2253 when another box has the barcode; E2036 when the disk is full.
 */
export function updateParcelTemplate(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  patch: TemplatePatch,
): ParcelTemplate {
  return inTransaction(deps, () => {
    const row = requireTemplate(deps, actor.organizationID, id);
    const fields = {
      name: patch.name ?? row.name,
      length: patch.length ?? row.length,
      width: patch.width ?? row.width,
      height: patch.height ?? row.height,
      weight: patch.weight ?? row.weight,
      distanceUnit: patch.distanceUnit ?? row.distanceUnit,
      massUnit: patch.massUnit ?? row.massUnit,
      barcode: patch.barcode ?? row.barcode,
      updatedAt: deps.now(),
    };
    requireFree(deps, row, fields.barcode);
    updateTemplate(deps.db, id, fields);
    return present({ ...row, ...fields });
  });
}

/** @throws AppError E2253 when another box has the barcode. */
function requireFree({ db }: ReadDeps, row: TemplateRow, barcode: string): void {
  if (barcode === "" || scanKey(barcode) === scanKey(row.barcode)) return;
  const other = listTemplates(db, row.organizationID).find(
    (one) => one.id !== row.id && scanKey(one.barcode) === scanKey(barcode),
  );
  if (other !== undefined)
    throw errors.boxBarcodeTaken(
      `The box "${other.name}" has this barcode already. Nothing was changed.`,
    );
}

/**
 * Orders the templates. Templates that `ids` omits, because another station has just added them,
 * follow at the end.
 *
 * @throws AppError E2012 for an unknown or repeated id, after which nothing has changed.
 */
export function orderParcelTemplates(
  deps: WriteDeps,
  actor: Actor,
  { ids }: TemplateOrder,
): ParcelTemplate[] {
  return inTransaction(deps, () => {
    const rows = listTemplates(deps.db, actor.organizationID);
    if (new Set(ids).size < ids.length || ids.some((id) => !rows.some((row) => row.id === id)))
      throw errors.parcelTemplateNotFound();
    const wanted = [...ids, ...rows.map((row) => row.id).filter((id) => !ids.includes(id))];
    const now = deps.now();
    for (const row of rows) {
      const position = wanted.indexOf(row.id) + 1;
      if (position !== row.position) updateTemplate(deps.db, row.id, { position, updatedAt: now });
    }
    return listParcelTemplates(deps, actor);
  });
}

/** Lists the templates of the actor's organization, in order, without deleted templates. */
export function listParcelTemplates(deps: ReadDeps, actor: Actor): ParcelTemplate[] {
  return listTemplates(deps.db, actor.organizationID).map(present);
}

/** Gets a template. @throws AppError E2012 */
export function getParcelTemplate(deps: ReadDeps, actor: Actor, id: string): ParcelTemplate {
  return present(requireTemplate(deps, actor.organizationID, id));
}

/** Gets a template's row, with its size in its own unit. @throws AppError E2012 */
export function requireTemplate(deps: ReadDeps, organizationID: string, id: string): TemplateRow {
  const row = findTemplate(deps.db, organizationID, id);
  if (row === undefined) throw errors.parcelTemplateNotFound();
  return row;
}

/** Deletes a template. @throws AppError E2012 */
export function deleteParcelTemplate(deps: WriteDeps, actor: Actor, id: string): void {
  inTransaction(deps, () => {
    requireTemplate(deps, actor.organizationID, id);
    markTemplateDeleted(deps.db, id, deps.now());
  });
}

function present(row: TemplateRow): ParcelTemplate {
  const desi = measureText(volumetricDesi(row, row.distanceUnit));
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    name: row.name,
    length: measureText(row.length),
    width: measureText(row.width),
    height: measureText(row.height),
    desi,
    oldDesi: desi,
    distanceUnit: row.distanceUnit,
    weight: measureText(row.weight),
    oldWeight: measureText(row.weight),
    massUnit: row.massUnit,
    isActive: row.isActive === 1,
    LanguageCode: "",
    barcode: row.barcode,
  };
}
