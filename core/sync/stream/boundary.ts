/**
 * The stations of a hub share one organization. A station may also have organizations that it does
 * not share. A change from another station is rejected when it names a row of such an organization.
 */
import { leftOrganizations } from "../../db/left-organizations.ts";
import type { Db, RowChange } from "../../db/database.ts";
import { columnsOf } from "../../db/columns.ts";
import { isSynced } from "../../db/tables.ts";
import { namedRows, organizationColumn, statedOrganization } from "../../db/row-owners.ts";
import { findOrganizationOf, listOthers } from "./scope.store.ts";

/**
 * The organization that is shared at a hub, and the organization that this station worked for
 * before it joined; null: no organization, or the same.
 */
export type SharedOrganization = {
  readonly organizationID: string;
  readonly cameFrom: string | null;
};

/**
 * Returns whether changes are rejected because the station `from` may not make one of them, above
 * all a change in an organization that is not the hub's.
 */
export type Boundary = (changes: readonly RowChange[], from: string) => boolean;

/**
 * Returns a function that makes the boundary as of now, because an organization may be added or
 * left at any time.
 */
export function createBoundary(db: Db, of: SharedOrganization): () => Boundary {
  return () => {
    const own = new Set(ownOrganizations(db, of));
    return (changes) =>
      changes.some(
        (change) =>
          isOther(db, change, of.organizationID) || (own.size > 0 && reaches(db, change, own)),
      );
  };
}

/**
 * Lists the station's unshared organizations, except the organization that it worked for before it
 * joined: another station with the same rows, such as a copy, may bring these rows along into the
 * shared organization.
 */
export function ownOrganizations(
  db: Db,
  { organizationID, cameFrom }: SharedOrganization,
): string[] {
  return listOthers(db, organizationID).filter(
    (id) => id !== cameFrom && !leftOrganizations(db).has(id),
  );
}

function isOther(db: Db, change: RowChange, organizationID: string): boolean {
  const stated = statedOrganization(db, change);
  return stated !== undefined && stated !== organizationID;
}

/**
 * Returns whether the change's row, or a row that it names, belongs to an unshared organization.
 */
function reaches(db: Db, [table, id, fields]: RowChange, own: ReadonlySet<string>): boolean {
  return (
    isSynced(db, table) &&
    namedRows(db, table, { id, fields }).some((row) =>
      own.has(organizationOf(db, row.table, String(row.id)) ?? ""),
    )
  );
}

function organizationOf(db: Db, table: string, id: string): string | undefined {
  const column = organizationColumn(db, table);
  if (column === "id") return id;
  return columnsOf(db, table).has(column) ? findOrganizationOf(db, table, id) : undefined;
}
