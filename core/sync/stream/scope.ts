/**
 * What of this station's transactions is for the hub: the hub has one organization, and a station may have others, such as the one
 * that it worked for before it joined. Those stay here.
 */
import type { Db, RowChange } from "../../db/database.ts";
import { isKeptBack } from "../../db/kept-back.ts";
import { packChanges, unpackChanges } from "../../db/packed-changes.ts";
import { PARENTS } from "../../db/named-rows.ts";
import { columnsOf, findSynced } from "../../db/tables.ts";
import { findOrganizationOf, hasOthers } from "./scope.store.ts";
import type { OutboxCommit } from "./stream-message.ts";

/** Shared by the purchases that name it, of any organization: it goes along with one that does. */
const SHARED: ReadonlySet<string> = new Set(["frozen_addresses"]);

/** @returns Leaves out of a transaction what is of other organizations; undefined when nothing is left. */
export function createScope(db: Db, organizationID: string): (commit: OutboxCommit) => OutboxCommit | undefined {
  return (commit) => {
    if (isKeptBack(db, commit.hlc)) return undefined;
    if (!hasOthers(db, organizationID)) return commit;
    const all = unpackChanges(commit.payload);
    const own = all.filter((change) => SHARED.has(change[0]) || organizationOf(db, change) === organizationID);
    if (own.every(([table]) => SHARED.has(table))) return undefined;
    return own.length === all.length ? commit : { ...commit, payload: packChanges(own) };
  };
}

/** Rows of which nothing is known here are of no organization: they are not published. */
function organizationOf(db: Db, [name, id, fields]: RowChange): string | undefined {
  const table = findSynced(name);
  if (table === undefined) return undefined;
  if (table === "organizations" || table === "privacy_rules") return id;
  const stated = fields["organization_id"];
  if (typeof stated === "string") return stated;
  const parent = PARENTS[table];
  const [of, key] = parent === undefined ? [table, id] : [parent.table, parent.by === "id" ? id : String(fields[parent.by])];
  if (!columnsOf(db, of).has("organization_id")) return undefined;
  return findOrganizationOf(db, of, key);
}
