/**
 * Selects which changes of this station are published to the hub: the hub has one organization, and
 * a station may have other organizations, such as the organization that it worked for before it
 * joined. Changes of other organizations are not published.
 */
import type { Db, RowChange } from "../../db/database.ts";
import { isKeptBack } from "../../db/kept-back.ts";
import { packChanges, unpackChanges } from "../../db/packed-changes.ts";
import { isSynced } from "../../db/tables.ts";
import { organizationOfUnknown } from "../../db/unknown-tables.ts";
import { isShared, parentOf, statedOrganization } from "../../db/row-owners.ts";
import { findOrganizationOf, hasOthers } from "./scope.store.ts";
import type { OutboxChanges } from "./stream-message.ts";

/**
 * Returns a function that removes changes of other organizations from a transaction. The function
 * returns undefined when nothing is left, and for a transaction of a revoked incarnation.
 */
export function createScope(
  db: Db,
  organizationID: string,
): (row: OutboxChanges) => OutboxChanges | undefined {
  return (row) => {
    if (isKeptBack(db, row.hlc)) return undefined;
    if (!hasOthers(db, organizationID)) return row;
    const all = unpackChanges(row.payload);
    const own = all.filter(
      (change) => isShared(db, change[0]) || organizationOf(db, change) === organizationID,
    );
    if (own.every(([table]) => isShared(db, table))) return undefined;
    return own.length === all.length ? row : { ...row, payload: packChanges(own) };
  };
}

/** Finds the organization of a change. A row without a known organization is not published. */
function organizationOf(db: Db, change: RowChange): string | undefined {
  const stated = statedOrganization(db, change);
  if (typeof stated === "string") return stated;
  const [table, id, fields] = change;
  if (!isSynced(db, table)) return organizationOfUnknown(db, table, id);
  const parent = parentOf(db, table);
  return parent === undefined
    ? findOrganizationOf(db, table, id)
    : findOrganizationOf(db, parent.of, parent.by === "id" ? id : String(fields[parent.by]));
}
