/** SQL for which organization a row is of. */
import type { Db } from "../../db/database.ts";
import type { SyncedTable } from "../../db/tables.ts";

/** Whether the station has organizations besides this one. */
export function hasOthers(db: Pick<Db, "sql">, organizationID: string): boolean {
  return (
    db.sql(`SELECT 1 FROM organizations WHERE id <> ? LIMIT 1`).get(organizationID) !== undefined
  );
}

/** The organizations that the station has besides this one. */
export function listOthers(db: Pick<Db, "sql">, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(`SELECT id FROM organizations WHERE id <> ?`)
    .all(organizationID)
    .map(({ id }) => id);
}

/**
 * @param table One with a column of the organization.
 * @returns undefined when the row is not here.
 */
export function findOrganizationOf(
  db: Pick<Db, "sql">,
  table: SyncedTable,
  id: string,
): string | undefined {
  return db
    .sql<{ organization_id: string }>(`SELECT organization_id FROM ${table} WHERE id = ?`)
    .get(id)?.organization_id;
}
