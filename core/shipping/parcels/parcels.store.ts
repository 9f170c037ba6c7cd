/** SQL for `parcel_templates`. */
import type { DistanceUnit, MassUnit } from "../../base/units.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type TemplateRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  name: string;
  length: number;
  width: number;
  height: number;
  weight: number;
  distanceUnit: DistanceUnit;
  massUnit: MassUnit;
  isActive: number;
  /** Position among the templates. */
  position: number;
  /** Barcode that is printed on the box; "" without. */
  barcode: string;
};

/**
 * Inserts a template into a synced table; needs an open transaction.
 *
 * @param row Measures in the row's own units.
 */
export function insertTemplate(db: Db, row: TemplateRow): void {
  insertRow(db, "parcel_templates", row);
}

/**
 * Finds a template; undefined when the organization has no template with this id, or it was
 * deleted.
 */
export function findTemplate(db: Db, organizationID: string, id: string): TemplateRow | undefined {
  return db
    .sql<TemplateRow>(
      `SELECT * FROM parcel_templates WHERE id = ? AND organization_id = ? AND is_active = 1`,
    )
    .get(id, organizationID);
}

/** Finds a template by its id, in any organization, also a deleted template. */
export function findAnyTemplate(db: Db, id: string): TemplateRow | undefined {
  return db.sql<TemplateRow>(`SELECT * FROM parcel_templates WHERE id = ?`).get(id);
}

/** Lists templates in order, without deleted templates. */
export function listTemplates(db: Db, organizationID: string): TemplateRow[] {
  return db
    .sql<TemplateRow>(
      `SELECT * FROM parcel_templates WHERE organization_id = ? AND is_active = 1 ORDER BY position, created_at, id`,
    )
    .all(organizationID);
}

/**
 * Updates a template in a synced table; needs an open transaction. @param fields Only the changed
 * columns.
 */
export function updateTemplate(db: Db, id: string, fields: Partial<TemplateRow>): void {
  updateRow(db, "parcel_templates", id, fields);
}

/**
 * Marks a template as deleted: the row stays for the history and is no longer found. Needs an open
 * transaction.
 */
export function markTemplateDeleted(db: Db, id: string, now: string): void {
  updateRow(db, "parcel_templates", id, { isActive: 0, updatedAt: now });
}
