/** SQL for the organization of a row. */
import type { Db } from "../../db/database.ts";

/** Returns whether the station has organizations in addition to this one. */
export function hasOthers(db: Pick<Db, "sql">, organizationID: string): boolean {
  return (
    db.sql(`SELECT 1 FROM organizations WHERE id <> ? LIMIT 1`).get(organizationID) !== undefined
  );
}

/** The station's organizations in addition to this one. */
export function listOthers(db: Pick<Db, "sql">, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(`SELECT id FROM organizations WHERE id <> ?`)
    .all(organizationID)
    .map(({ id }) => id);
}

/**
 * @param table A table with an organization column.
 * @returns Undefined when the row is not here.
 */
export function findOrganizationOf(
  db: Pick<Db, "sql">,
  table: string,
  id: string,
): string | undefined {
  return db
    .sql<{ organizationID: string }>(`SELECT organization_id FROM ${table} WHERE id = ?`)
    .get(id)?.organizationID;
}
