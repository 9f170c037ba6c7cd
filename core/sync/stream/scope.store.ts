/** SQL for the organization of a row. */
import type { Db } from "../../db/database.ts";

/** Returns whether the station has other organizations than this organization. */
export function hasOthers(db: Pick<Db, "sql">, organizationID: string): boolean {
  return (
    db.sql(`SELECT 1 FROM organizations WHERE id <> ? LIMIT 1`).get(organizationID) !== undefined
  );
}

/** Lists the station's organizations except this organization. */
export function listOthers(db: Pick<Db, "sql">, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(`SELECT id FROM organizations WHERE id <> ?`)
    .all(organizationID)
    .map(({ id }) => id);
}

/**
 * Finds the organization of a row.
 *
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
